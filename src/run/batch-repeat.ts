/**
 * Tells two responses of a live host apart that have the same place and the same calls, as happens where a host leaves old
 * messages out and its provider counts call ids from the start. Writes stay one; reads are read again.
 */

import type { Batch } from "./batch-id.ts";
import { batchResponseId } from "./batch-id.ts";
import type { ModelResult } from "./result.ts";
import type { RunnerTool } from "./runner-tool.ts";

/** A batch under the name it is run by. */
export interface NamedBatch extends Batch {
  readonly id: string;
  /** Whether the name was given to another response of this host before, so that what is recorded is of that one. */
  readonly isRepeat: boolean;
}

const repeatNote =
  "An earlier response of this turn had this very call; this is its recorded result, and nothing was done again.";

export class BatchRepeats {
  readonly #rereadable: ReadonlySet<string>;
  /** By the name that place and content give: the responses that had it, in the order they came. */
  readonly #responses = new Map<string, unknown[]>();

  constructor(tools: readonly RunnerTool[]) {
    const reads = tools.filter(({ effect, requiresApproval }) => effect === "read" && requiresApproval === false);
    this.#rereadable = new Set(reads.map(({ name }) => name));
  }

  /** `response` is what the host knows a response by, an object or an id: the same one keeps its name. */
  name(batch: Batch, response: unknown): NamedBatch {
    const id = batchResponseId(batch);
    const known = this.#responses.get(id) ?? [];
    this.#responses.set(id, known);
    let count = known.indexOf(response);
    if (count === -1) count = known.push(response) - 1;
    const isRead = batch.calls.every(({ name }) => this.#rereadable.has(name));
    if (count === 0 || !isRead) return { ...batch, id, isRepeat: count > 0 };
    return { ...batch, id: `${id}-${String(count)}`, isRepeat: false };
  }
}

/** Says in the result that it is of an earlier response. */
export function withRepeatNote(result: ModelResult): ModelResult {
  const { note } = result;
  return { ...result, note: typeof note === "string" ? `${note} ${repeatNote}` : repeatNote };
}
