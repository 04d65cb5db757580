/** The signal of one run: once it has aborted nothing of the run starts, also where the run had stopped at a question before. */

import type { CallRecord } from "../../core/call.ts";
import type { BatchShell } from "../../run/batch.ts";
import { isPending } from "../../run/batch.ts";

export class RunSignal {
  readonly #shell: BatchShell;
  readonly #signal: AbortSignal | undefined;
  readonly #heeded = new Set<string>();

  constructor(shell: BatchShell, signal: AbortSignal | undefined) {
    this.#shell = shell;
    this.#signal = signal;
  }

  /** Cancels the response of a call that waits when the signal aborts, whether or not the host is still there then. */
  heed(records: readonly CallRecord[]): void {
    const record = records.find(isPending);
    if (this.#signal === undefined || record === undefined || this.#heeded.has(record.responseId)) return;
    this.#heeded.add(record.responseId);
    const cancel = (): void => {
      void this.#shell.resume(record, this.#signal);
    };
    if (this.#signal.aborted) cancel();
    else this.#signal.addEventListener("abort", cancel, { once: true });
  }

  /** Lets the response of a call go on; after an abort it is cancelled, and what had started is waited for. */
  async resume(record: CallRecord): Promise<CallRecord> {
    const records = await this.#shell.resume(record, this.#signal);
    this.heed(records);
    return records.find(({ key }) => key === record.key) ?? record;
  }
}
