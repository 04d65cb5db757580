/** `attempt.fetch` of a handler: the connection's own client behind a small face. */

import { assertNever } from "../core/assert-never.ts";
import { FetchError } from "../core/fetch-error.ts";
import type { Json } from "../core/json.ts";
import type { AuthMethod, ExactHost } from "../core/manifest-auth.ts";
import type { Manifest } from "../core/manifest.ts";
import type { HandlerRequest, HandlerResponse } from "../core/operation.ts";
import type { Additions } from "../http/additions.ts";
import type { ExchangeAttempt, HttpClient } from "../http/client.ts";
import { CredentialFault, placeSecrets } from "../http/credentials.ts";
import type { HttpOutcome, HttpRequest, HttpResponse } from "../http/exchange.ts";
import { slept, UNSENT_WAITS_MS } from "../http/declared.ts";
import { hostMatches } from "../http/host-policy.ts";
import type { Access, Credentials } from "./access.ts";
import type { Settings } from "./setting.ts";

/** What a connection lends to the requests of its handlers. */
export interface FetchBase {
  readonly manifest: Manifest;
  readonly config: Settings;
  readonly client: HttpClient;
  /** Repeats a request that provably did not leave, as the one retry layer does not for operations that are entered once. */
  readonly mayRepeat: boolean;
}

type Granted = Extract<Access, { readonly isGranted: true }>;

/** Sends one request of a handler. Throws `FetchError` when there is no whole answer. */
export async function handlerFetch(
  base: FetchBase,
  access: Granted,
  attempt: ExchangeAttempt,
  url: string,
  init: HandlerRequest,
): Promise<HandlerResponse> {
  const target = resolveUrl(base, url);
  const headers = new Map(Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  addSecrets(base, access, target, headers);
  const method = (init.method ?? "GET").toUpperCase();
  return toResponse(await send(base, attempt, { method, url: target, headers: [...headers].flat(), body: init.body }));
}

async function send(base: FetchBase, attempt: ExchangeAttempt, request: HttpRequest): Promise<HttpOutcome> {
  for (const waitMs of base.mayRepeat ? UNSENT_WAITS_MS : []) {
    const outcome = await base.client.request(request, attempt);
    const isUnsent = outcome.kind === "fault" && !outcome.mayHaveSent;
    if (!isUnsent || !(await slept(attempt, waitMs))) return outcome;
  }
  return base.client.request(request, attempt);
}

function resolveUrl(base: FetchBase, url: string): URL {
  const text = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url) ? url : `${baseAddress(base)}/${url.replace(/^\/+/, "")}`;
  if (URL.canParse(text)) return new URL(text);
  throw refusal("the request's address is no URL");
}

/** The first host that names a single place, without a slash at its end. */
function baseAddress({ manifest, config }: FetchBase): string {
  for (const host of manifest.hosts) {
    const address = host.kind === "config" ? config[host.name] : host.kind === "exact" ? httpsAddress(host) : undefined;
    if (typeof address === "string") return address.replace(/\/+$/, "");
  }
  throw refusal("the manifest names no single host, so the address must be a whole URL");
}

function httpsAddress(host: ExactHost): string {
  return `https://${host.host}`;
}

/** Secrets go only to the hosts of their method. A body is the handler's own, so no secret is written into it. */
function addSecrets(base: FetchBase, access: Granted, url: URL, headers: Map<string, string>): void {
  const { method, credentials } = access;
  if (method === undefined || method.type === "custom") return;
  if (!method.hosts.some((rule) => hostMatches(rule, url, base.config))) return;
  const additions = placed(method, credentials);
  for (let at = 0; at < additions.headers.length; at += 2) {
    const [name = "", value = ""] = additions.headers.slice(at, at + 2);
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of additions.query) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
}

function placed(method: AuthMethod, credentials: Credentials): Additions {
  try {
    return placeSecrets(method, credentials);
  } catch (error) {
    if (error instanceof CredentialFault) throw refusal(error.message);
    throw error;
  }
}

function refusal(reason: string): FetchError {
  return new FetchError(reason, { fault: "refused", mayHaveSent: false });
}

function toResponse(outcome: HttpOutcome): HandlerResponse {
  switch (outcome.kind) {
    case "response":
      return responseOf(outcome);
    case "fault": {
      const { fault, mayHaveSent, head } = outcome;
      throw new FetchError(outcome.reason, { fault, mayHaveSent, status: head?.status });
    }
    case "refused":
      throw refusal(outcome.reason);
    default:
      return assertNever(outcome);
  }
}

function responseOf(response: HttpResponse): HandlerResponse {
  const text = (): string => new TextDecoder().decode(response.body);
  return {
    status: response.status,
    headers: response.headers,
    bytes: () => response.body,
    text,
    json: () => JSON.parse(text()) as Json,
  };
}
