/** Starts, pauses and kills workers, and waits for what they tell. Knows nothing of what is tested. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Task } from "../../src/core/engine.ts";
import type { Json } from "../../src/core/json.ts";

export interface WorkerOrders {
  readonly journal: string;
  readonly provider: string;
  readonly tasks: readonly Task[];
  /** A probe point of the engine, or `responded`: the provider's answer has arrived. */
  readonly killAt?: string | undefined;
  readonly lockWaitMs?: number | undefined;
}

export type WorkerReport =
  | { readonly event: "open" | "posted" }
  | { readonly event: "dying"; readonly point: string }
  | { readonly event: "recorded"; readonly id: string; readonly value: Json }
  | { readonly event: "failed"; readonly code: string; readonly message: string };

type Of<Event extends WorkerReport["event"]> = Extract<WorkerReport, { readonly event: Event }>;

export class Worker {
  readonly #process: ChildProcess;
  readonly #reports: WorkerReport[] = [];
  readonly #errors: string[] = [];
  #onNews: () => void = () => {};

  constructor(orders: WorkerOrders, prefix: readonly string[] = []) {
    const script = join(import.meta.dirname, "engine-worker.ts");
    const [command, ...rest] = [...prefix, process.execPath, script, JSON.stringify(orders)];
    this.#process = spawn(command ?? process.execPath, rest, { stdio: ["pipe", "pipe", "pipe"] });
    const { stdout, stderr } = this.#process;
    if (stdout !== null) {
      createInterface(stdout).on("line", (line) => {
        this.#reports.push(JSON.parse(line) as WorkerReport);
        this.#onNews();
      });
    }
    stderr?.on("data", (chunk: Buffer) => this.#errors.push(chunk.toString()));
    this.#process.once("exit", () => this.#onNews());
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The first report that fits; fails with all that the worker said when it dies before. */
  async report<Event extends WorkerReport["event"]>(
    event: Event,
    fits: (report: Of<Event>) => boolean = () => true,
  ): Promise<Of<Event>> {
    for (;;) {
      const found = this.#reports.find(
        (report): report is Of<Event> => report.event === event && fits(report as Of<Event>),
      );
      if (found !== undefined) return found;
      if (this.#hasExited)
        throw new Error(
          `the worker ended before "${event}": ${JSON.stringify(this.#reports)} ${this.#errors.join("")}`,
        );
      await new Promise<void>((resolve) => (this.#onNews = resolve));
    }
  }

  /** The recorded value of an item. */
  async recorded(id: string): Promise<Json> {
    return (await this.report("recorded", (report) => report.id === id)).value;
  }

  has(id: string): boolean {
    return this.#reports.some((report) => report.event === "recorded" && report.id === id);
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Kills the process and waits until the system has cleaned up after it. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended();
  }

  /** Lets the worker close its engine. */
  async close(): Promise<void> {
    this.#process.stdin?.end();
    await this.ended();
  }

  async ended(): Promise<void> {
    if (!this.#hasExited) await once(this.#process, "exit");
  }

  get #hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}
