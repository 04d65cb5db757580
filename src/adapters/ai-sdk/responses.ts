/** The responses of the model on their way through one adapter: gathers the calls of each, and runs it as a whole. */

import type { CallRecord } from "../../core/call.ts";
import { BatchGathering, releaseGraceMs } from "../../run/batch-gather.ts";
import type { BatchRepeats, NamedBatch } from "../../run/batch-repeat.ts";
import { withRepeatNote } from "../../run/batch-repeat.ts";
import type { BatchShell } from "../../run/batch.ts";
import { isPending } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { ModelResult } from "../../run/result.ts";
import { toModelResult } from "../../run/result.ts";
import type { AiSdkCall, AiSdkMessage } from "./host.ts";
import { isAssistant } from "./message-calls.ts";

const heldBack =
  "the host held calls of this response back (toolApproval, needsApproval or toolCallConcurrency), so their order cannot be kept; leave these tools out of that option, requiresApproval decides who is asked";

const notAnnounced =
  "the host ran a call that it had not announced for these messages; hand `toolCallId` and `messages` on to `execute` as they came";

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
      response = { messages, gathering: new BatchGathering(ordinalOf(messages)) };
      this.#live.push(response);
    }
    response.gathering.announce(call);
  }

  /** What the model reads of the call. A host that runs a call once more gets what is recorded of it. */
  async run({ messages, abortSignal }: AiSdkCall, call: RequestedCall): Promise<ModelResult> {
    const response = this.#responseOf(messages, call);
    const ticket = response?.gathering.release(call) ?? response?.gathering.released(call);
    if (response === undefined || ticket === undefined) return this.#refuse(call, notAnnounced);
    response.settled ??= this.#settle(response, abortSignal);
    const { records, isRepeat } = await response.settled;
    const record = records[ticket.position];
    if (record === undefined) return this.#refuse(call, heldBack);
    return resultOf(record, isRepeat);
  }

  /** One `messages` array stands for one response; a wrapper around a tool may have copied the array, or all in it. */
  #responseOf(messages: readonly AiSdkMessage[], call: RequestedCall): LiveResponse | undefined {
    const known = this.#live.find((response) => response.messages === messages);
    if (known !== undefined) return known;
    const ordinal = ordinalOf(messages);
    const alike = this.#live.filter(({ gathering }) => gathering.ordinal === ordinal && gathering.has(call));
    return (
      alike.findLast((response) => hasSame(response.messages, messages)) ??
      alike.findLast(({ gathering }) => gathering.isWaitingFor(call)) ??
      alike.at(-1)
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

  async #refuse(call: RequestedCall, reason: string): Promise<ModelResult> {
    const { record, isRepeat } = await this.#shell.refuse(call, reason);
    return resultOf(record, isRepeat);
  }
}

function resultOf(record: CallRecord, isRepeat: boolean): ModelResult {
  const result = toModelResult(record);
  // By its key the call is found again, whatever becomes of the messages.
  if (isPending(record)) return { ...result, key: record.key } as ModelResult;
  return isRepeat ? withRepeatNote(result) : result;
}

function ordinalOf(messages: readonly AiSdkMessage[]): number {
  return messages.filter(isAssistant).length;
}

function hasSame(one: readonly AiSdkMessage[], other: readonly AiSdkMessage[]): boolean {
  return one.length === other.length && one.every((message, index) => message === other[index]);
}
