/**
 * Drives the fold of a runner over documents in a map, as an engine would, and watches each change:
 * the same input gives the same change, folded again it changes nothing, and no record is overwritten.
 */

import { isDeepStrictEqual } from "node:util";
import { isFinal } from "../../src/core/call.ts";
import type { CallRecord } from "../../src/core/call.ts";
import type { Change, EngineInput, FoldView, Task, TaskEnd } from "../../src/core/engine.ts";
import type { Json } from "../../src/core/json.ts";
import type { ClientInput } from "../../src/run/client-input.ts";
import { createFold } from "../../src/run/fold.ts";
import type { FoldRules } from "../../src/run/fold-rules.ts";
import { defaultFoldRules } from "../../src/run/fold-rules.ts";
import type { CallDocument, QuestionDocument, ResponseDocument, SessionDocument } from "../../src/run/session.ts";
import { emptySession } from "../../src/run/session.ts";

export const SESSION = "s";

interface Stored {
  readonly kind: string;
  readonly value: Json;
}

/** What one input did. */
export interface Step {
  readonly input: EngineInput;
  readonly started: readonly Task[];
  readonly before: FoldDriver["snapshot"];
}

export class FoldDriver {
  now = 1_000_000;
  readonly running = new Map<string, Task>();
  readonly revived = new Map<string, number>();
  readonly alarms = new Map<string, number>();
  readonly events: Json[] = [];
  readonly stopped: string[] = [];
  /** The status of each record when it was made. */
  readonly endedAs = new Map<string, CallRecord["status"]>();
  readonly onStep: ((step: Step) => void) | undefined;
  readonly #rules: Partial<FoldRules>;
  #fold: ReturnType<typeof createFold>;
  readonly #started = new Set<string>();
  readonly #items = new Map<string, Stored>();
  #lists = new Map<string, readonly Json[]>();
  #doc: Json | undefined;
  #inputs = 0;

  constructor(rules: Partial<FoldRules> = {}, onStep?: (step: Step) => void) {
    this.#rules = rules;
    this.#fold = createFold({ ...defaultFoldRules, ...rules });
    this.onStep = onStep;
  }

  get snapshot(): { responses: readonly ResponseDocument[]; calls: readonly CallDocument[] } {
    return { responses: this.responses, calls: this.calls };
  }

  get calls(): readonly CallDocument[] {
    return this.#ofKind<CallDocument>("call");
  }

  get responses(): readonly ResponseDocument[] {
    return this.#ofKind<ResponseDocument>("response");
  }

  get questions(): readonly QuestionDocument[] {
    return this.#ofKind<QuestionDocument>("question");
  }

  get openQuestions(): readonly QuestionDocument[] {
    return this.questions.filter((question) => question.state === "open");
  }

  get session(): SessionDocument {
    return (this.#doc as unknown as SessionDocument | undefined) ?? emptySession;
  }

  call(key: string): CallDocument | undefined {
    return this.#items.get(`call/${key}`)?.value as unknown as CallDocument | undefined;
  }

  record(callId: string): CallRecord {
    const found = this.calls.find((call) => call.record.callId === callId);
    if (found === undefined) throw new Error(`no call ${callId}`);
    return found.record;
  }

  /** The statuses of a response's calls, in the model's order. */
  statuses(responseId: string): readonly string[] {
    const response = this.responses.find((each) => each.responseId === responseId);
    return (response?.calls ?? []).map((call) => call.status);
  }

  client(body: ClientInput): Json | undefined {
    this.#inputs += 1;
    return this.apply({ from: "client", id: `input-${String(this.#inputs)}`, body: body as unknown as Json });
  }

  end(taskId: string, end: TaskEnd): void {
    const task = this.running.get(taskId);
    if (task === undefined) throw new Error(`${taskId} does not run`);
    this.running.delete(taskId);
    // Nothing of it was ever claimed, so it may be run again.
    if (end.kind === "not_run" && end.attempts === 0) this.#started.delete(taskId);
    const revivedAt = this.revived.get(taskId);
    this.apply({ from: "task", id: taskId, end: revivedAt === undefined ? end : { ...end, revivedAt } });
  }

  /** Another process takes over: what was entered once is unknown, the rest goes on as found. */
  restart(awayMs: number): void {
    this.now += awayMs;
    const revivedAt = this.now;
    const found = [...this.running.values()];
    for (const task of found) this.revived.set(task.id, revivedAt);
    for (const task of found) {
      const error = { code: "interrupted", message: "" };
      if (task.mode === "once" && this.running.has(task.id)) this.end(task.id, { kind: "unknown", error, attempts: 1 });
    }
  }

  /** The journal as a process has it that starts after `awayMs`, with nothing under way. */
  takenOver(awayMs: number): void {
    this.now += awayMs;
    this.#fold = createFold({ ...defaultFoldRules, ...this.#rules, startedAt: this.now });
  }

  apply(input: EngineInput): Json | undefined {
    const before = this.snapshot;
    const change = this.#decide(input);
    if (!isDeepStrictEqual(change, this.#decide(input))) throw new Error("the same input gave another change");
    this.#checkRecords(change);
    const started = this.#keep(change);
    const again = this.#decide(input);
    const { reply: _, dropAlarms: __, ...rest } = again;
    if (Object.keys(rest).length > 0) {
      throw new Error(`folded twice, ${JSON.stringify(input)} still changes ${JSON.stringify(rest)}`);
    }
    this.onStep?.({ input, started, before });
    return change.reply;
  }

  #decide(input: EngineInput): Change {
    const view: FoldView = { doc: this.#doc, item: (id) => this.#items.get(id)?.value };
    return this.#fold(view, input, this.now);
  }

  #keep(change: Change): readonly Task[] {
    if (change.doc !== undefined) this.#doc = copied(change.doc);
    this.#lists = new Map();
    for (const item of change.put ?? []) this.#items.set(item.id, { kind: item.kind, value: copied(item.value) });
    for (const id of change.dropAlarms ?? []) this.alarms.delete(id);
    for (const { id, at } of change.alarms ?? []) this.alarms.set(id, at);
    this.events.push(...(change.append ?? []));
    this.stopped.push(...(change.stop ?? []));
    for (const task of change.run ?? []) {
      if (this.#started.has(task.id)) throw new Error(`${task.id} was started twice`);
      this.#started.add(task.id);
      this.running.set(task.id, task);
    }
    return change.run ?? [];
  }

  #checkRecords(change: Change): void {
    for (const item of change.put ?? []) {
      if (item.kind !== "call") continue;
      const { record } = item.value as unknown as CallDocument;
      const known = (this.#items.get(item.id)?.value as unknown as CallDocument | undefined)?.record;
      if (known !== undefined && isFinal(known.status)) checkOverwrite(known, record);
      else if (isFinal(record.status)) this.endedAs.set(record.key, record.status);
    }
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the kind says what the values are.
  #ofKind<T>(kind: string): readonly T[] {
    const known = this.#lists.get(kind);
    if (known !== undefined) return known as readonly T[];
    const list = [...this.#items.values()].filter((item) => item.kind === kind).map((item) => item.value);
    this.#lists.set(kind, list);
    return list as unknown as readonly T[];
  }
}

/** A record changes by a settlement only, and its history only grows. */
function checkOverwrite(known: CallRecord, next: CallRecord): void {
  const added = next.history.slice(known.history.length);
  if (!isDeepStrictEqual(next.history.slice(0, known.history.length), known.history)) {
    throw new Error(`the history of ${known.key} was rewritten`);
  }
  if (added.some((entry) => entry.kind === "settled")) return;
  const { history: _, ...was } = known;
  const { history: __, ...is } = next;
  if (!isDeepStrictEqual(was, is)) throw new Error(`the record of ${known.key} was overwritten`);
}

/** A copy as the journal would give it back. */
function copied(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
