/** The real runner over a real journal, for a random session: its tools end as planned, and a crash leaves what is on disk. */

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { assertNever } from "../../src/core/assert-never.ts";
import type { CallRecord } from "../../src/core/call.ts";
import { isToolkitError } from "../../src/core/error.ts";
import type { Tool } from "../../src/core/tool.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import type { ManualClock } from "../../src/testing/manual-clock.ts";
import {
  connectorFacts,
  functionToolOf,
  ScriptedSource,
  type Script,
  type ScriptedTool,
} from "../run/scripted-source.ts";
import { runnerOf } from "../run/test-runner.ts";
import type { CallPlan, Kind, Outcome } from "./reference-model.ts";

/** Long enough that no attempt of a hanging call times out. */
const DAY = 86_400_000;
const effects = {
  read: "read",
  keyed: "idempotent_write",
  single: "non_idempotent_write",
  function: "unclassified",
} as const;

export class RealSession {
  /** Entries of each call's tool, by text. */
  readonly entered = new Map<string, number>();
  runner: ToolRunner;
  readonly #folder: string;
  readonly #clock: ManualClock;
  readonly #options: { readonly resumeWithinMs: number; readonly approvalDeadlineMs: number };
  readonly #plans = new Map<string, CallPlan>();
  readonly #runners: ToolRunner[] = [];
  #hanging = new Map<string, (outcome: Outcome) => void>();
  #changes = 0;
  #files = 0;
  #version = 1;
  #count = 0;

  constructor(folder: string, clock: ManualClock, options: { resumeWithinMs: number; approvalDeadlineMs: number }) {
    this.#folder = folder;
    this.#clock = clock;
    this.#options = options;
    this.runner = this.#open();
  }

  #path(number: number): string {
    return join(this.#folder, `calls-${String(number)}.db`);
  }

  #open(): ToolRunner {
    const engine = createSqliteEngine({ path: this.#path(this.#files) });
    engine.subscribe(undefined, { committed: () => (this.#changes += 1) });
    const source = new ScriptedSource(...this.#tools(new Map(this.#hanging)));
    const runner = runnerOf(source, { engine, clock: this.#clock, ...this.#options });
    this.#runners.push(runner);
    return runner;
  }

  #tools(hanging: Map<string, (outcome: Outcome) => void>): readonly ScriptedTool[] {
    this.#hanging = hanging;
    const kinds: readonly Kind[] = ["read", "keyed", "single", "function"];
    return kinds.flatMap((kind) =>
      [true, false].map((requiresApproval) => this.#tool(kind, requiresApproval, hanging)),
    );
  }

  #tool(kind: Kind, requiresApproval: boolean, hanging: Map<string, (outcome: Outcome) => void>): ScriptedTool {
    const mechanism = kind === "keyed" ? "key" : "none";
    const name = toolName(kind, requiresApproval);
    const version = `${String(this.#version)}.0.0`;
    const connector = connectorFacts({ operation: name, mechanism, mechanismText: mechanism, version });
    const retry = { attempts: 3, initial: 0, factor: 1, max: 0, total: 100 * DAY, jitter: "none" } as const;
    const change: Partial<Tool> = {
      requiresApproval,
      execution: { timeoutMs: DAY * 100, retry, downtimeCounts: false },
      ...(kind === "function" ? {} : { connector }),
    };
    return functionToolOf(name, effects[kind], this.#script(hanging), change);
  }

  #script(hanging: Map<string, (outcome: Outcome) => void>): Script {
    return async (args, attempt) => {
      const text = typeof args["text"] === "string" ? args["text"] : "";
      this.#changes += 1;
      this.entered.set(text, (this.entered.get(text) ?? 0) + 1);
      const outcomes = this.#plans.get(text)?.outcomes ?? [];
      let outcome = outcomes[Math.min(attempt.number, outcomes.length) - 1] ?? "ok";
      if (outcome !== "not_sent") attempt.beginDispatch();
      if (outcome === "hang") outcome = await new Promise<Outcome>((resolve) => hanging.set(text, resolve));
      return endingOf(outcome);
    };
  }

  async submit(plans: readonly CallPlan[]): Promise<void> {
    const response = this.#count;
    this.#count += 1;
    const calls = plans.map((plan, position) => {
      const text = textOf(response, position);
      this.#plans.set(text, plan);
      return { id: "call", name: toolName(plan.kind, plan.mustAsk), arguments: { text } };
    });
    // Waited for by nobody: the state is looked at when nothing moves any more.
    void this.runner.runResponse({ ...referenceOf(response), calls }).catch(() => undefined);
    await this.settle();
  }

  /** Lets a hanging attempt end well. */
  async release(response: number, position: number): Promise<void> {
    const text = textOf(response, position);
    const resolve = this.#hanging.get(text);
    this.#hanging.delete(text);
    resolve?.("ok");
    await this.settle();
  }

  async decide(response: number, position: number, isYes: boolean): Promise<void> {
    // A question that a deploy changed is asked anew; the second answer is about what will run.
    for (let tries = 0; tries < 2; tries += 1) {
      const key = keyOf(response, position);
      const question = (await this.runner.approvals.list()).find((each) => each.key === key);
      if (question === undefined) break;
      const { questionId } = question;
      await this.runner.approvals.decide({ questionId, decision: isYes ? "approve" : "reject", decidedBy: "ann" });
      await this.settle();
    }
  }

  /** Decides in a journal that nobody runs: the decision stays there. */
  async leave(observer: ToolRunner, response: number, position: number, isYes: boolean): Promise<void> {
    const key = keyOf(response, position);
    const question = (await observer.approvals.list()).find((each) => each.key === key);
    if (question === undefined) throw new Error(`${key} is not asked about`);
    const { questionId } = question;
    const decision = isYes ? "approve" : "reject";
    const left = observer.approvals.decide({ questionId, decision, decidedBy: "ann" }).then(
      () => "taken",
      (error: unknown) => (isToolkitError(error) ? error.code : "none"),
    );
    await this.#clock.advance(10_000);
    if ((await left) !== "journal_unavailable")
      throw new Error(`nobody runs the journal, yet the decision was not left`);
  }

  async resume(response: number): Promise<void> {
    void this.runner.resumeResponse(referenceOf(response)).catch(() => undefined);
    await this.settle();
  }

  /** The process dies and another one opens what is on disk at this moment. `leave`: what happens to the journal in between. */
  async crash(awayMs: number, isDeploy: boolean, leave: (observer: ToolRunner) => Promise<void>): Promise<void> {
    const [from, to] = [this.#path(this.#files), this.#path(this.#files + 1)];
    for (const side of ["", "-wal"]) if (existsSync(from + side)) copyFileSync(from + side, to + side);
    this.#files += 1;
    this.#hanging = new Map();
    if (isDeploy) this.#version += 1;
    await this.#clock.advance(0);
    const engine = createSqliteEngine({ path: this.#path(this.#files), observer: true });
    const observer = runnerOf([], { engine, clock: this.#clock });
    await leave(observer);
    await observer.close();
    this.#clock.jump(awayMs);
    this.runner = this.#open();
    await this.runner.ready();
    await this.settle();
  }

  /** Until nothing was committed and nothing entered for a while. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const before = this.#changes;
      await this.#clock.settle();
      quiet = this.#changes === before ? quiet + 1 : 0;
    }
  }

  async record(response: number, position: number): Promise<CallRecord | undefined> {
    return this.runner.calls.get(keyOf(response, position));
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) await runner.close({ graceMs: 0 });
  }
}

function endingOf(outcome: Outcome): Awaited<ReturnType<Script>> {
  switch (outcome) {
    case "failed":
      return { kind: "branch", branch: "name_taken", record: "failed", message: "taken" };
    case "lost":
      return { kind: "ambiguous", reason: "lost" };
    case "not_sent":
      return { kind: "not_sent", reason: "refused" };
    case "busy":
      return { kind: "not_processed", reason: "429" };
    case "ok":
    case "hang":
      return { kind: "returned", output: { ok: true } };
    default:
      return assertNever(outcome);
  }
}

function toolName(kind: Kind, mustAsk: boolean): string {
  return mustAsk ? `asked_${kind}` : kind;
}

export function textOf(response: number, position: number): string {
  return `${String(response)}/${String(position)}`;
}

function referenceOf(response: number): { sessionId: string; turnId: string; responseId: string } {
  return { sessionId: "s", turnId: "t", responseId: `r${String(response)}` };
}

function keyOf(response: number, position: number): string {
  return `s/t/r${String(response)}.${String(position)}`;
}
