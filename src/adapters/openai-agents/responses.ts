/**
 * The responses of one run on their way to the runner. The framework asks about every call of a response, in the model's
 * order and within one turn of the event loop, before it runs any: that is how a response is gathered.
 */

import type { CallRecord } from "../../core/call.ts";
import { BatchGathering } from "../../run/batch-gather.ts";
import { isPartOfOne, recordOf } from "../../run/batch-recall.ts";
import type { BatchShell, SettleOptions, Standing } from "../../run/batch.ts";
import { isPending } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { AgentsRunContext } from "./host.ts";
import type { RunSignal } from "./run-signal.ts";

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
    return (await response.stand(call, isKnown)).record;
  }

  /** The framework runs a call: how it stands, whether it was asked about in this process or before a restart. */
  async invoke(context: AgentsRunContext, call: RequestedCall): Promise<Standing> {
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

  async stand(call: RequestedCall, isAgain: boolean): Promise<Standing> {
    this.#records ??= this.#settle();
    const record = await this.#recordFor(call, await this.#records);
    if (record === undefined) return this.#shell.refuse(call, splitResponse);
    if (!isPending(record) || (!isAgain && !this.#isRecollected)) return { record, isRepeat: false };
    // It was pending when the response last stood still; a person may have decided since.
    return { record: await this.#signal.resume(record), isRepeat: false };
  }

  /** In the process that handed the response over a call is known by its place, in a later one by what is recorded of it. */
  async #recordFor(call: RequestedCall, records: readonly CallRecord[]): Promise<CallRecord | undefined> {
    if (this.#isRecollected) return recordOf(call, records) ?? records.find((record) => isOfId(record, call));
    const own = records[this.#gathering.calls.indexOf(call)];
    if (own !== undefined) return own;
    const found = this.#gathering.placesOf(call).map((position) => records[position]);
    const record = found.find((one) => one?.finishedAt === undefined) ?? found[0];
    // What is no JSON object is never asked about: it was recorded apart, while the run stood still.
    return record ?? recordOf(call, await this.#recorded());
  }

  async #recorded(): Promise<readonly CallRecord[]> {
    // Whoever cannot read the journal is told so by what is done next.
    return this.#shell.recordsAt(this.#gathering.ordinal).catch(() => []);
  }

  async #settle(): Promise<readonly CallRecord[]> {
    const gathering = this.#gathering;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    gathering.close();
    const { ordinal, calls } = gathering;
    if (this.#mayBeRecorded || calls.length === 0) {
      const recorded = await this.#recorded();
      this.#isRecollected = calls.length === 0 || isPartOfOne(calls, recorded);
      if (this.#isRecollected) return recorded;
    }
    const records = await this.#shell.settle({ ordinal, calls }, this.#options);
    this.#signal.heed(records);
    return records;
  }
}

function isOfId(record: CallRecord, call: RequestedCall): boolean {
  return record.modelCallId === call.id && record.tool === call.name;
}
