/**
 * One request of one attempt through Slack's own client, with everything switched off by which that client would repeat,
 * wait, log or leave the given host. Says what was seen; what it means for the call is decided elsewhere.
 */
import type { WebClient, WebClientOptions } from "@slack/web-api";
import type { HandlerAttempt, HandlerResponse, JsonObject } from "../../src/connector.ts";
import { flagAt, isObject, numberAt, objectAt, textAt } from "./slack-body.ts";

/** What Slack, or something in front of it, did with one request. */
export type SlackOutcome =
  | { readonly kind: "answered"; readonly body: JsonObject }
  /** Slack's own word that it did not do it; `code` is one of its error codes. */
  | { readonly kind: "refused"; readonly code: string; readonly body: JsonObject }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | undefined }
  /** The toolkit's client could not complete the exchange; it knows itself whether anything was sent. */
  | { readonly kind: "not_completed"; readonly error: unknown }
  /** An answer that is not Slack's, or is of no known shape. */
  | { readonly kind: "unreadable"; readonly reason: string };

export type SlackArguments = Readonly<Record<string, unknown>>;

type Logger = NonNullable<WebClientOptions["logger"]>;

interface Exchange {
  failure?: { readonly error: unknown };
  response?: HandlerResponse;
}

const ERROR_CODE = /^[a-z0-9_]{1,100}$/;
/** Slack's answer to leaving a channel one is not in carries a flag and no code. */
const LEFT_BEFORE = "not_in_channel";

/** Calls one method of Slack once. Never throws. */
export async function requestSlack(
  attempt: HandlerAttempt,
  token: string,
  method: string,
  args: SlackArguments,
): Promise<SlackOutcome> {
  const exchange: Exchange = {};
  try {
    const client = await createClient(attempt, token, exchange);
    const body = (await client.apiCall(method, { ...args })) as unknown;
    return isObject(body) && body["ok"] === true
      ? { kind: "answered", body }
      : unreadable("an answer that is not one of Slack's");
  } catch (error) {
    return outcomeOf(error, exchange);
  }
}

async function createClient(attempt: HandlerAttempt, token: string, exchange: Exchange): Promise<WebClient> {
  // Loaded at the first call: an application that only lists tools does not pay for it.
  const { LogLevel, WebClient: Client } = await import("@slack/web-api");
  return new Client(token, clientOptions(attempt, exchange, silentLogger(LogLevel.ERROR)));
}

function clientOptions(attempt: HandlerAttempt, exchange: Exchange, logger: Logger): WebClientOptions {
  return {
    slackApiUrl: apiUrlOf(attempt),
    // The defaults repeat any method, posts too, for half an hour, and sleep through a 429.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger,
    // A fresh object: the client writes its Authorization into the one it is given.
    headers: {},
    fetch: fetchOf(attempt, exchange),
  };
}

/** The manifest declares it as an address and gives its default. */
function apiUrlOf({ config }: HandlerAttempt): string {
  const { apiUrl } = config;
  if (typeof apiUrl !== "string") throw new TypeError("the connection's apiUrl is no text");
  return apiUrl;
}

function fetchOf(attempt: HandlerAttempt, exchange: Exchange): NonNullable<WebClientOptions["fetch"]> {
  return async (url, { method = "POST", headers = {}, body } = {}) => {
    if (typeof body !== "string") throw new TypeError("the body of a request to Slack is text");
    try {
      const response = await attempt.fetch(String(url), { method, headers, body });
      exchange.response = response;
      return toFetchResponse(String(url), response);
    } catch (error) {
      exchange.failure = { error };
      throw error;
    }
  };
}

/** The part of a fetch answer that Slack's client reads. */
function toFetchResponse(
  url: string,
  response: HandlerResponse,
): Awaited<ReturnType<NonNullable<WebClientOptions["fetch"]>>> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    // By its type Slack's client unpacks a gzip file, however large it becomes; no method called here answers with one.
    if (name !== "content-type") headers.set(name, value);
  }
  return {
    ok: response.status >= 200 && response.status < 300,
    status: response.status,
    statusText: "",
    url,
    headers,
    text: async () => response.text(),
    json: async () => response.json(),
    arrayBuffer: async () => new Uint8Array(response.bytes()).buffer,
  };
}

function outcomeOf(error: unknown, exchange: Exchange): SlackOutcome {
  if (exchange.failure !== undefined) return { kind: "not_completed", error: exchange.failure.error };
  const { response } = exchange;
  if (response === undefined) return { kind: "not_completed", error };
  if (response.status === 429) return { kind: "rate_limited", retryAfterMs: retryAfterOf(response) };
  const refusal = refusalOf(error, response);
  return refusal ?? unreadable(`an answer with status ${String(response.status)} that is not one of Slack's`);
}

/** Only Slack's own shape counts as its word: a JSON object with `ok: false` and a code. Slack's client makes one of any text. */
function refusalOf(error: unknown, response: HandlerResponse): SlackOutcome | undefined {
  const answered = parsedBodyOf(response);
  if (answered === undefined || answered["ok"] !== false) return undefined;
  const body = platformBodyOf(error) ?? answered;
  const code = textAt(body, "error");
  if (code !== undefined && ERROR_CODE.test(code)) return { kind: "refused", code, body };
  return code === undefined && flagAt(body, LEFT_BEFORE) ? { kind: "refused", code: LEFT_BEFORE, body } : undefined;
}

function platformBodyOf(error: unknown): JsonObject | undefined {
  const data = isObject(error) ? error["data"] : undefined;
  return isObject(data) ? data : undefined;
}

function parsedBodyOf(response: HandlerResponse): JsonObject | undefined {
  try {
    const body = response.json();
    return isObject(body) ? body : undefined;
  } catch {
    // A page of something in front of Slack: not Slack's word.
    return undefined;
  }
}

function retryAfterOf(response: HandlerResponse): number | undefined {
  const seconds = Number.parseInt(response.headers["retry-after"] ?? "", 10);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

/** The wait that Slack states inside an answer, in milliseconds. */
export function statedWaitMs(body: JsonObject): number | undefined {
  const seconds = numberAt(objectAt(body, "response_metadata"), "retryAfter");
  return seconds === undefined ? undefined : seconds * 1_000;
}

function unreadable(what: string): SlackOutcome {
  return { kind: "unreadable", reason: `Slack's address gave ${what}` };
}

const silent = (): void => undefined;

/** Slack's client writes to the process's output, whole messages included, unless it is given a logger. */
function silentLogger(level: ReturnType<Logger["getLevel"]>): Logger {
  return {
    debug: silent,
    info: silent,
    warn: silent,
    error: silent,
    setLevel: silent,
    setName: silent,
    getLevel: () => level,
  };
}
