/** The responses of the model on their way through one adapter: gathers the calls of each, and runs it as a whole. */

import type { CallRecord } from "../../core/call.ts";
import { BatchGathering } from "../../run/batch-gather.ts";
import type { BatchRepeats, NamedBatch } from "../../run/batch-repeat.ts";
import { withRepeatNote } from "../../run/batch-repeat.ts";
import type { BatchShell } from "../../run/batch.ts";
import { isPending, refusedRecord } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { ModelResult } from "../../run/result.ts";
import { toModelResult } from "../../run/result.ts";
import type { AiSdkCall, AiSdkMessage } from "./host.ts";
import { isAssistant } from "./message-calls.ts";

/** How long the other calls of a response may take to be released, in milliseconds. */
const releaseGraceMs = 1_000;

const heldBack =
  "the host held calls of this response back (toolApproval, needsApproval or toolCallConcurrency), so their order cannot be kept; leave these tools out of that option, requiresApproval decides who is asked";

const notAnnounced =
  "the host ran a call that it had not announced for these messages; hand `toolCallId` and `messages` on to `execute` as they came, without a deep copy";

interface LiveResponse {
  readonly messages: readonly AiSdkMessage[];
  readonly gathering: BatchGathering;
  /** Set when the host lets the first call run. */
  settled?: Promise<Settled>;
}

interface Settled {
  readonly records: readonly CallRecord[];
  readonly isRepeat: boolean;
}

export class ResponseDesk {
  readonly #shell: BatchShell;
  readonly #whenApprovalNeeded: "wait" | "return";
  readonly #repeats: BatchRepeats;
  readonly #live: LiveResponse[] = [];

  constructor(shell: BatchShell, whenApprovalNeeded: "wait" | "return", repeats: BatchRepeats) {
    this.#shell = shell;
    this.#whenApprovalNeeded = whenApprovalNeeded;
    this.#repeats = repeats;
  }

  announce({ messages }: AiSdkCall, call: RequestedCall): void {
    let response = this.#live.find((known) => known.messages === messages);
    if (response === undefined) {
      response = { messages, gathering: new BatchGathering(messages.filter(isAssistant).length) };
      this.#live.push(response);
    }
    response.gathering.announce(call);
  }

  /** What the model reads of the call. A host that runs a call once more gets what is recorded of it. */
  async run({ messages, abortSignal }: AiSdkCall, call: RequestedCall): Promise<ModelResult> {
    const response = this.#responseOf(messages);
    const ticket = response?.gathering.release(call.id ?? "", call.name) ?? response?.gathering.released(call);
    if (response === undefined || ticket === undefined) return this.#refuse(call, notAnnounced);
    response.settled ??= this.#settle(response, abortSignal);
    const { records, isRepeat } = await response.settled;
    const record = records[ticket.position];
    if (record === undefined) return this.#refuse(call, heldBack);
    const result = toModelResult(record);
    // By its key the call is found again, whatever becomes of the messages.
    if (isPending(record)) return { ...result, key: record.key } as ModelResult;
    return isRepeat ? withRepeatNote(result) : result;
  }

  /** One `messages` array stands for one response; a wrapper around a tool may have copied the array. */
  #responseOf(messages: readonly AiSdkMessage[]): LiveResponse | undefined {
    return (
      this.#live.find((known) => known.messages === messages) ??
      this.#live.findLast(
        (known) =>
          known.messages.length === messages.length &&
          known.messages.every((message, index) => message === messages[index]),
      )
    );
  }

  /** Nothing runs before the host has released every call: one it holds back may yet be denied there. */
  async #settle({ gathering, messages }: LiveResponse, signal: AbortSignal | undefined): Promise<Settled> {
    if (!(await gathering.allReleased(releaseGraceMs))) return { records: [], isRepeat: false };
    const { ordinal, calls } = gathering;
    const batch: NamedBatch = this.#repeats.name({ ordinal, calls }, messages);
    const records = await this.#shell.settle(batch, { whenApprovalNeeded: this.#whenApprovalNeeded, signal });
    return { records, isRepeat: batch.isRepeat };
  }

  #refuse(call: RequestedCall, reason: string): ModelResult {
    return toModelResult(refusedRecord(this.#shell, call, reason));
  }
}
