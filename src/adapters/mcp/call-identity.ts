/** Which call a request of an MCP client is: the one of its signed state, the one of its idempotency key, or a new one. */

import { isJsonObject } from "../../core/json.ts";
import type { McpContext } from "./sdk.ts";

/** Keys of a request's `_meta` that a client may set. */
export const idempotencyKeyMeta = "dex-connectors/idempotencyKey";
export const turnMeta = "dex-connectors/turnId";

export interface CallPlace {
  readonly turnId: string;
  readonly responseId: string;
}

/** What the server seals into the state of a question: enough to find the call again, nothing that is secret. */
export interface SealedCall extends CallPlace {
  readonly tool: string;
}

/** A protocol without responses makes each call its own: one turn, one response. */
export function placeOfCall(tool: string, context: McpContext): CallPlace {
  const sealed = sealedCall(context);
  if (sealed?.tool === tool) return { turnId: sealed.turnId, responseId: sealed.responseId };
  const turn = metaText(context, turnMeta);
  const key = metaText(context, idempotencyKeyMeta);
  if (key !== undefined) return { turnId: turn ?? `key:${key}`, responseId: `key:${key}` };
  const id = crypto.randomUUID();
  return { turnId: turn ?? `call:${id}`, responseId: `call:${id}` };
}

/** The state was verified before the handler is entered; its form is checked here all the same. */
export function sealedCall(context: McpContext): SealedCall | undefined {
  const state = context.mcpReq.requestState();
  if (!isJsonObject(state)) return undefined;
  const { tool, turnId, responseId } = state;
  if (typeof tool !== "string" || typeof turnId !== "string" || typeof responseId !== "string") return undefined;
  return { tool, turnId, responseId };
}

function metaText(context: McpContext, name: string): string | undefined {
  const value = context.mcpReq._meta?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
