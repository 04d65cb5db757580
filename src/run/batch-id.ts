/** Names a response that a framework gives no id: by what it says, never by an object in memory, so that a restart finds it again. */

import type { RequestedCall } from "./request.ts";
import { requestDigest } from "./request.ts";

/** One message of the model as a framework hands it over. */
export interface Batch {
  /** How many messages of the model stand before this one in its turn's conversation. */
  readonly ordinal: number;
  /** Its calls of the runner's tools, in the model's order. */
  readonly calls: readonly RequestedCall[];
  /** The name that the host gives it, where it has one; it stands instead of place and digest. */
  readonly id?: string;
}

/**
 * The `responseId` of a batch: its place in the conversation and a digest of its ordered (call id, name, arguments).
 *
 * Equal batches at one place give equal ids in every process, so a replay finds what is recorded.
 */
export function batchResponseId(batch: Batch): string {
  return batch.id ?? `${batchPrefix(batch.ordinal)}${requestDigest(batch.calls).slice(0, 32)}`;
}

/** What the ids of all batches at one place begin with. */
export function batchPrefix(ordinal: number): string {
  return `m${String(ordinal)}-`;
}
