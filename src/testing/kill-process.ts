/** A worker process of a test that kills: started, paused, killed, and heard. Knows nothing of what it works on. */

import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { WorkerOrders, WorkerReport } from "./kill-orders.ts";

type Event = WorkerReport["event"];
type Of<Name extends Event> = Extract<WorkerReport, { readonly event: Name }>;

export class WorkerProcess {
  readonly reports: WorkerReport[] = [];
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #errors = "";
  #hasEnded = false;
  #onNews: () => void = () => undefined;

  constructor(worker: URL, orders: WorkerOrders, nodeOptions: readonly string[] = []) {
    const args = [...nodeOptions, fileURLToPath(worker), JSON.stringify(orders)];
    // Loading the toolkit is most of a worker's life; the first one that ends by itself leaves its compiled code to the rest.
    const env = { NODE_COMPILE_CACHE: join(dirname(orders.journal), "compiled"), ...process.env };
    this.#process = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
    const { stdout, stderr } = this.#process;
    stderr?.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
    if (stdout !== null) createInterface(stdout).on("line", (line) => this.#hear(line));
    // `close` comes after the last line was read.
    this.#ended = new Promise((resolve) => {
      this.#process.once("close", () => {
        this.#hasEnded = true;
        this.#onNews();
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Whether it died of a SIGKILL. */
  get wasKilled(): boolean {
    return this.#process.signalCode === "SIGKILL";
  }

  get errors(): string {
    return this.#errors;
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  ended(): Promise<void> {
    return this.#ended;
  }

  of<Name extends Event>(event: Name): readonly Of<Name>[] {
    return this.reports.filter((report): report is Of<Name> => report.event === event);
  }

  /** The first report that fits; fails with all that was heard when the process ends before. */
  async hears<Name extends Event>(event: Name, fits: (report: Of<Name>) => boolean = () => true): Promise<Of<Name>> {
    for (;;) {
      const found = this.of(event).find(fits);
      if (found !== undefined) return found;
      if (this.#hasEnded) {
        throw new Error(`the worker ended before "${event}": ${JSON.stringify(this.reports)} ${this.#errors}`);
      }
      await new Promise<void>((resolve) => (this.#onNews = resolve));
    }
  }

  #hear(line: string): void {
    this.reports.push(JSON.parse(line) as WorkerReport);
    this.#onNews();
  }
}
