/** Which call a request of an MCP client is: the one of its signed state, the one of its idempotency key, or a new one. */

import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { digestOf } from "../../run/digest.ts";
import { requestDigest } from "../../run/request.ts";
import type { KeyTurns } from "./key-turns.ts";
import type { McpContext } from "./sdk.ts";

/** Keys of a request's `_meta` that a client may set. */
export const idempotencyKeyMeta = "dex-connectors/idempotencyKey";
export const turnMeta = "dex-connectors/turnId";
/** The key of a result's `_meta` that says how the call stands, where it is no success. */
export const recordMeta = "dex-connectors/record";

export interface CallPlace {
  readonly turnId: string;
  readonly responseId: string;
}

/** What the server seals into the state of a question: enough to find the call again, nothing that is secret. */
export interface SealedCall extends CallPlace {
  readonly questionId: string;
  /** Of the tool and the arguments: the state is of no other call. */
  readonly digest: string;
}

/** A request's call, or why it is none. */
export type Identified =
  | { readonly kind: "call"; readonly place: CallPlace; readonly sealed: SealedCall | undefined }
  | { readonly kind: "fault"; readonly reason: string };

/** A protocol without responses makes each call its own: one turn, one response. */
export async function identify(digest: string, context: McpContext, turns: KeyTurns): Promise<Identified> {
  const sealed = sealedCall(context);
  if (sealed !== undefined) return sealed.digest === digest ? { kind: "call", place: sealed, sealed } : ofAnother;
  const turn = metaText(context, turnMeta);
  const key = metaText(context, idempotencyKeyMeta);
  const fault = turn?.fault ?? key?.fault;
  if (fault !== undefined) return { kind: "fault", reason: fault };
  const responseId = key === undefined ? `call:${crypto.randomUUID()}` : `key:${key.text}`;
  const wanted = turn?.text ?? responseId;
  const turnId = key === undefined ? wanted : await turns.turnOf(responseId, wanted);
  return { kind: "call", place: { turnId, responseId }, sealed: undefined };
}

const ofAnother: Identified = {
  kind: "fault",
  reason: "the state that the client sent back is of another call: it has to repeat the call that was asked about",
};

/** What tells one call of a tool from another one. */
export function callDigest(tool: string, args: JsonObject | string): string {
  return requestDigest([{ name: tool, arguments: args }]);
}

/** The state was verified before the handler is entered; its form is checked here all the same. */
function sealedCall(context: McpContext): SealedCall | undefined {
  const state = context.mcpReq.requestState();
  if (!isJsonObject(state)) return undefined;
  const { turnId, responseId, questionId, digest } = state;
  const texts: readonly (Json | undefined)[] = [turnId, responseId, questionId, digest];
  return texts.every((text) => typeof text === "string") ? (state as unknown as SealedCall) : undefined;
}

/** Longer texts, and those that no id may hold, are known by their digest. */
const maxPlainLength = 128;

/** A text of `_meta`. What is given and is none must not be taken for absent: the client relies on it. */
function metaText(
  context: McpContext,
  name: string,
): { readonly text: string; readonly fault: string | undefined } | undefined {
  const value = context.mcpReq._meta?.[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") return { text: "", fault: `_meta["${name}"] has to be a text` };
  const isPlain = value.length <= maxPlainLength && value.isWellFormed() && !/\p{Cc}/u.test(value);
  return { text: isPlain ? value : `sha256:${digestOf(JSON.stringify(value))}`, fault: undefined };
}
