/**
 * The responses of one run on their way to the runner. The framework asks about every call of a response, in the model's
 * order and within one turn of the event loop, before it runs any: that is how a response is gathered.
 */

import type { CallRecord } from "../../core/call.ts";
import { BatchGathering } from "../../run/batch-gather.ts";
import type { BatchShell, SettleOptions } from "../../run/batch.ts";
import { isPending, refusedRecord } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { AgentsRunContext } from "./host.ts";
import type { RunSignal } from "./run-signal.ts";
import { isPartOfOne, recordOf } from "./recollection.ts";

const splitResponse =
  "the host handed the calls of a response over one after the other, so their order cannot be kept; leave toolExecution.maxFunctionToolConcurrency out";

export class RunResponses {
  readonly #shell: BatchShell;
  readonly #options: SettleOptions;
  readonly #signal: RunSignal;
  readonly #runs = new WeakMap<AgentsRunContext, Map<number, HostResponse>>();

  constructor(shell: BatchShell, options: SettleOptions, signal: RunSignal) {
    this.#shell = shell;
    this.#signal = signal;
    this.#options = options;
  }

  /** The framework asks about a call; the answer is how it stands when nothing can run without a decision. */
  async ask(context: AgentsRunContext, call: RequestedCall): Promise<CallRecord> {
    const response = this.#at(context);
    const isKnown = !response.announce(call);
    return response.stand(call, isKnown);
  }

  /** The framework runs a call: its record, whether it was asked about in this process or before a restart. */
  async invoke(context: AgentsRunContext, call: RequestedCall): Promise<CallRecord> {
    return this.#at(context).stand(call, true);
  }

  #at(context: AgentsRunContext): HostResponse {
    const ordinal = context.usage.requests;
    const responses = this.#runs.get(context) ?? new Map<number, HostResponse>();
    this.#runs.set(context, responses);
    // Only the first response that a run shows can be one of an earlier process.
    const response =
      responses.get(ordinal) ??
      new HostResponse(this.#shell, this.#options, this.#signal, ordinal, responses.size === 0);
    responses.set(ordinal, response);
    return response;
  }
}

class HostResponse {
  readonly #shell: BatchShell;
  readonly #options: SettleOptions;
  readonly #signal: RunSignal;
  readonly #gathering: BatchGathering;
  readonly #mayBeRecorded: boolean;
  /** Whether the calls were handed over before a restart. */
  #isRecollected = false;
  #records: Promise<readonly CallRecord[]> | undefined;

  constructor(shell: BatchShell, options: SettleOptions, signal: RunSignal, ordinal: number, mayBeRecorded: boolean) {
    this.#shell = shell;
    this.#options = options;
    this.#signal = signal;
    this.#gathering = new BatchGathering(ordinal);
    this.#mayBeRecorded = mayBeRecorded;
  }

  /** Whether the call is a new one of this response. */
  announce(call: RequestedCall): boolean {
    return this.#gathering.announce(call) !== undefined;
  }

  async stand(call: RequestedCall, isAgain: boolean): Promise<CallRecord> {
    this.#records ??= this.#settle();
    const records = await this.#records;
    const position = isAgain || this.#isRecollected ? -1 : this.#gathering.calls.indexOf(call);
    const record = records[position] ?? recordOf(call, records);
    if (record === undefined) return refusedRecord(this.#shell, call, splitResponse);
    if (!isPending(record) || (!isAgain && !this.#isRecollected)) return record;
    // It was pending when the response last stood still; a person may have decided since.
    return this.#signal.resume(record);
  }

  async #settle(): Promise<readonly CallRecord[]> {
    const gathering = this.#gathering;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    gathering.close();
    const { ordinal, calls } = gathering;
    if (this.#mayBeRecorded || calls.length === 0) {
      const recorded = await this.#shell.recordsAt(ordinal);
      this.#isRecollected = calls.length === 0 || isPartOfOne(calls, recorded);
      if (this.#isRecollected) return recorded;
    }
    const records = await this.#shell.settle({ ordinal, calls }, this.#options);
    this.#signal.heed(records);
    return records;
  }
}
