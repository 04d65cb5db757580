/** What an application asks a runner to run: checked as given, before anything else looks at it. */

import { canonicalText } from "../core/canonical.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { digestOfText } from "./digest.ts";
import { toPlainJson } from "./plain-json.ts";

/** One request of the model to run one tool, as the model made it. */
export interface RequestedCall {
  /** The model's own id. It is kept for the answer and identifies nothing: models send empty and repeated ones. */
  readonly id?: string;
  readonly name: string;
  /** JSON text as the model wrote it, or an object. */
  readonly arguments: string | JsonObject;
}

/** One message of the model with its calls in the model's order. */
export interface ResponseRequest {
  readonly sessionId: string;
  readonly turnId: string;
  /** The same id with the same calls returns what is recorded; with other calls it is refused. */
  readonly responseId: string;
  /** At most 256. */
  readonly calls: readonly RequestedCall[];
  /** `wait` (default) waits for decisions; `return` comes back when nothing can run without one. */
  readonly whenApprovalNeeded?: "wait" | "return";
  /** Cancels: unstarted calls end, started ones are waited for. */
  readonly signal?: AbortSignal;
}

/** Names a response of a session. */
export type ResponseReference = Pick<ResponseRequest, "sessionId" | "turnId" | "responseId">;

/** A response to go on with, and how to wait for it. */
export type ResumeRequest = ResponseReference & Pick<ResponseRequest, "whenApprovalNeeded" | "signal">;

export const maxCallsInResponse = 256;
export const maxIdLength = 256;

const keys = new Set(["sessionId", "turnId", "responseId", "calls", "whenApprovalNeeded", "signal"]);

/** Throws `invalid_request` with the place of the first fault. */
export function checkRequest(request: ResponseRequest): void {
  checkResume(request);
  for (const key of Object.keys(request)) if (!keys.has(key)) fault(key, `one of ${[...keys].join(", ")}`);
  if (!Array.isArray(request.calls)) fault("calls", "a list of calls");
  if (request.calls.length > maxCallsInResponse) fault("calls", `at most ${String(maxCallsInResponse)} calls`);
  // By index, because a list may have holes.
  for (let index = 0; index < request.calls.length; index += 1) checkCall(request.calls[index], index);
}

/** The same for a response to go on with; what else of its request is given says nothing new. */
export function checkResume(request: ResumeRequest): void {
  if (typeof request !== "object" || request === null) fault("the request", "an object");
  checkId("sessionId", request.sessionId);
  checkId("turnId", request.turnId);
  checkId("responseId", request.responseId);
  checkWhen(request.whenApprovalNeeded);
  checkSignal(request.signal);
}

function checkWhen(value: unknown): void {
  if (value !== undefined && value !== "wait" && value !== "return") fault("whenApprovalNeeded", `"wait" or "return"`);
}

/** One that cannot be listened to would cancel nothing. */
function checkSignal(signal: AbortSignal | null | undefined): void {
  if (signal === undefined) return;
  if (typeof signal?.addEventListener !== "function") fault("signal", "an AbortSignal");
}

/** An id is 1 to 256 characters, none of them a control character. */
export function checkId(place: string, id: unknown): void {
  if (typeof id !== "string" || id === "") fault(place, "a non-empty text");
  if (id.length > maxIdLength) fault(place, `at most ${String(maxIdLength)} characters`);
  // Half a character would be another one once it was written and read.
  if (!id.isWellFormed()) fault(place, "a text of whole characters");
  if (/\p{Cc}/u.test(id)) fault(place, "a text without control characters");
}

function checkCall(call: unknown, index: number): void {
  const place = `calls[${String(index)}]`;
  if (!isJsonObject(call)) fault(place, "an object with id, name and arguments");
  for (const key of Object.keys(call)) {
    if (key !== "id" && key !== "name" && key !== "arguments") fault(`${place}.${key}`, "one of id, name, arguments");
  }
  if (typeof call["name"] !== "string") fault(`${place}.name`, "a text");
  const { id } = call;
  if (id !== undefined && typeof id !== "string") fault(`${place}.id`, "a text");
  const args = call["arguments"];
  if (typeof args !== "string" && !isJsonObject(args)) fault(`${place}.arguments`, "JSON text or an object");
}

function fault(place: string, expected: string): never {
  throw new ToolkitError("invalid_request", `${place}: expected ${expected}`, { details: { place, expected } });
}

/** Of the calls as the model made them, so that the same response can be recognized. */
export function requestDigest(calls: readonly RequestedCall[]): string {
  const made: Json = calls.map((call) => [call.id ?? "", call.name, argumentsText(call.arguments)]);
  // Texts in lists: this is their canonical text already.
  return digestOfText(JSON.stringify(made));
}

function argumentsText(args: string | JsonObject): string {
  return typeof args === "string" ? args : canonicalText(toPlainJson(args).value);
}
