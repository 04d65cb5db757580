/** The tool with which a model reads the rest of a result that was cut: of its own session, by a signed cursor. */

import type { CallRecord } from "../core/call.ts";
import { parseCallKey } from "../core/call.ts";
import type { Ending } from "../core/ending.ts";
import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Tool, ToolAttempt, ToolSource } from "../core/tool.ts";
import { defaultRetryPolicy } from "../core/retry.ts";
import type { ResultPlace } from "./read-more-cursor.ts";
import { fromCursor, toCursor } from "./read-more-cursor.ts";
import { defaultMaxResultBytes, limitResult } from "./result-limit.ts";
import { firstHidden, partFrom, resultText } from "./result-part.ts";
import type { CallDocument } from "./session.ts";
import { itemIds } from "./session.ts";

const readMoreName = "read_more";

export interface ReadMoreOptions {
  /** The largest part that is given at once, in bytes of UTF-8 as JSON writes it. 256 to 1,048,576; default 4,096. */
  readonly maxPartBytes?: number | undefined;
}

/**
 * A tool source of one tool, `read_more`. In a runner that has it, a result over its tool's limit carries a cursor
 * (`readMore`) with which the model gets the rest, part by part; without it, results are cut all the same.
 *
 * A cursor works for the session whose call it names, as often as it is used and after a restart too, for as long as the
 * call is kept. It reads the journal and asks no service. One source belongs to one runner: a second one throws `invalid_definition`.
 */
export function readMoreTool(options: ReadMoreOptions = {}): ToolSource {
  return new ReadMore(options.maxPartBytes ?? defaultMaxResultBytes);
}

const [leastBytes, mostBytes] = [256, 1_048_576];

/** What stands beside a part at most: its names and numbers, and a cursor with three ids of 256 characters in it. */
const frameBytes = 16_384;

export class ReadMore implements ToolSource {
  readonly #tools: readonly Tool[];
  readonly #maxPartBytes: number;
  #engine: Engine | undefined;

  constructor(maxPartBytes: number) {
    if (!Number.isInteger(maxPartBytes) || maxPartBytes < leastBytes || maxPartBytes > mostBytes) {
      const range = `a whole number from ${String(leastBytes)} to ${String(mostBytes)}`;
      const message = `readMoreTool: maxPartBytes must be ${range}, not ${String(maxPartBytes)}`;
      throw new ToolkitError("invalid_definition", message);
    }
    this.#maxPartBytes = maxPartBytes;
    this.#tools = [toolOf(maxPartBytes + frameBytes)];
  }

  /** Done by the runner that has this source among its own. */
  attach(engine: Engine): void {
    if (this.#engine !== undefined) {
      throw new ToolkitError(
        "invalid_definition",
        "a source of readMoreTool() belongs to one runner: make one for each",
      );
    }
    this.#engine = engine;
  }

  listTools(): readonly Tool[] {
    return this.#tools;
  }

  /** A cursor to what a record's result does not show; `undefined` when all of it is shown. */
  cursorOf(record: CallRecord): string | undefined {
    if (record.status !== "succeeded" || record.output === undefined) return undefined;
    const { value, totalBytes } = limitResult(record.output, record.maxResultBytes ?? defaultMaxResultBytes);
    if (totalBytes === undefined) return undefined;
    return toCursor({ key: record.key, ...firstHidden(record.output, value) }, this.#secret());
  }

  async callTool(_name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    const place = fromCursor(args["cursor"] as string, this.#secret());
    const sessionId = parseCallKey(attempt.key)?.sessionId;
    if (place === undefined || parseCallKey(place.key)?.sessionId !== sessionId || sessionId === undefined)
      return unknownCursor;
    const call = (await this.#engine?.item(sessionId, itemIds.call(place.key))) as unknown as CallDocument | undefined;
    const output = call?.record.output;
    return output === undefined ? goneResult : { kind: "returned", output: this.#part(output, place) };
  }

  #part(output: Json, place: ResultPlace): Json {
    const text = resultText(output);
    const part = partFrom(text, place, this.#maxPartBytes, typeof output !== "string");
    return {
      part: part.text,
      ofText: typeof output === "string",
      totalBytes: Buffer.byteLength(text),
      ...(part.next === undefined ? {} : { readMore: toCursor({ key: place.key, ...part.next }, this.#secret()) }),
    };
  }

  #secret(): string {
    if (this.#engine === undefined) throw new Error("this source was not given to a runner");
    return this.#engine.keyNamespace();
  }
}

const unknownCursor: Ending = {
  kind: "reported_failure",
  code: "unknown_cursor",
  message:
    "This is no cursor of this conversation. Use the value of readMore exactly as it was given, or call the first tool again.",
  isRetryable: true,
};

const goneResult: Ending = {
  kind: "reported_failure",
  code: "result_gone",
  message: "The result is no longer kept. Call the first tool again if it only reads.",
  isRetryable: false,
};

function toolOf(maxResultBytes: number): Tool {
  return Object.freeze<Tool>({
    name: readMoreName,
    description:
      "Reads the next part of an earlier result that was cut (truncated: true). Give the value of readMore as cursor. " +
      "Parts follow each other without a gap: of a JSON text, or of a plain text where ofText is true.",
    inputSchema: {
      type: "object",
      properties: { cursor: { type: "string", description: "The value of readMore, exactly as it was given." } },
      required: ["cursor"],
      additionalProperties: false,
    },
    effect: "read",
    requiresApproval: false,
    maxResultBytes,
    execution: { timeoutMs: 30_000, retry: defaultRetryPolicy, downtimeCounts: false },
  });
}
