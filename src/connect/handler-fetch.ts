/** `attempt.fetch` of a handler: the connection's own client behind a small face. */

import { assertNever } from "../core/assert-never.ts";
import { FetchError } from "../core/fetch-error.ts";
import type { Json } from "../core/json.ts";
import type { ExactHost, SecretPlace } from "../core/manifest-auth.ts";
import type { Manifest } from "../core/manifest.ts";
import type { HandlerRequest, HandlerResponse } from "../core/operation.ts";
import type { ExchangeAttempt, HttpClient } from "../http/client.ts";
import type { HttpOutcome, HttpResponse } from "../http/exchange.ts";
import { createHostPolicy } from "../http/host-policy.ts";
import type { Access } from "./access.ts";
import type { Settings } from "./setting.ts";

/** What a connection lends to the requests of its handlers. */
export interface FetchBase {
  readonly manifest: Manifest;
  readonly config: Settings;
  readonly client: HttpClient;
  readonly allowLoopback: boolean;
  readonly allowPrivateAddresses: boolean;
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
  placeSecrets(base, access, target, headers);
  const outcome = await base.client.request(
    { method: (init.method ?? "GET").toUpperCase(), url: target, headers: [...headers], body: init.body },
    attempt,
  );
  return toResponse(outcome);
}

function resolveUrl(base: FetchBase, url: string): URL {
  const text = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url) ? url : `${baseAddress(base)}/${url.replace(/^\/+/, "")}`;
  if (URL.canParse(text)) return new URL(text);
  throw new FetchError("the request's address is no URL", { fault: "refused", mayHaveSent: false });
}

/** The first host that names a single place, without a slash at its end. */
function baseAddress({ manifest, config }: FetchBase): string {
  for (const host of manifest.hosts) {
    const address = host.kind === "config" ? config[host.name] : host.kind === "exact" ? httpsAddress(host) : undefined;
    if (typeof address === "string") return address.replace(/\/+$/, "");
  }
  const reason = "the manifest names no single host, so the address must be a whole URL";
  throw new FetchError(reason, { fault: "refused", mayHaveSent: false });
}

function httpsAddress(host: ExactHost): string {
  return `https://${host.host}`;
}

/** Secrets go only to the hosts of their method; a body is the handler's own, so no secret is written into it. */
function placeSecrets(base: FetchBase, access: Granted, url: URL, headers: Map<string, string>): void {
  const { method, credentials } = access;
  if (method?.place === undefined) return;
  const mayReceive = createHostPolicy({ ...base, hosts: method.hosts });
  if (!mayReceive(url).isAllowed) return;
  const secret = (name: string): string | undefined => credentials[name]?.reveal();
  const place: SecretPlace = method.place;
  if (place.in === "basic") {
    const pair = `${secret("username") ?? ""}:${secret("password") ?? ""}`;
    setOnce(headers, "authorization", `Basic ${Buffer.from(pair, "utf8").toString("base64")}`);
    return;
  }
  const value = secret(place.secret);
  if (value === undefined) return;
  if (place.in === "header") setOnce(headers, place.name.toLowerCase(), place.prefix + value);
  if (place.in === "query" && !url.searchParams.has(place.name)) url.searchParams.set(place.name, place.prefix + value);
}

function setOnce(headers: Map<string, string>, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
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
      throw new FetchError(outcome.reason, { fault: "refused", mayHaveSent: false });
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
