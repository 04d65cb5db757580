/** From one input to what is written: calls `fold` and stages its change whole. */

import type { Change, EngineInput, FoldView, Task } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { Effect } from "./commit-loop.ts";
import type { LiveTask } from "./live-task.ts";
import { CommittedChange } from "./listeners.ts";
import type { Runtime } from "./runtime.ts";
import type { JournalStore, SessionWrite } from "./store.ts";

/** What the task room does for a change. */
export interface TaskDesk {
  /** A task as it is first written: claimed when attempts may begin, else waiting. */
  admit(task: Task): LiveTask;
  /** Begins the first attempt, once the claim is durable. */
  begin(live: LiveTask): void;
  stop(taskId: string): void;
}

/** What is written with the change besides what `fold` said. */
export type WriteExtras = Pick<SessionWrite, "input" | "endedTask" | "isTaskForgotten" | "dropAlarms">;

const NO_EXTRAS: WriteExtras = {};

export class Folding {
  readonly #runtime: Runtime;
  readonly #tasks: TaskDesk;

  constructor(runtime: Runtime, tasks: TaskDesk) {
    this.#runtime = runtime;
    this.#tasks = tasks;
  }

  /** Folds one input and writes the change. `extras` may depend on the reply. */
  stage(
    session: string,
    input: EngineInput,
    effects: Effect[],
    extras: (change: Change) => WriteExtras = () => NO_EXTRAS,
  ): Change {
    const { program, store, clock, probe, listeners } = this.#runtime;
    const now = clock.now();
    const change = program.fold(new StoreView(store, session), input, now);
    probe?.("fold", input.id);
    const more = extras(change);
    const admitted = this.#admit(session, change.run, more.isTaskForgotten === true ? more.endedTask : undefined);
    const first = store.write(writeOf(session, now, change, more, admitted));
    if (probe !== undefined) for (const live of admitted) if (live.row.state === "claimed") probe("in_claim", live.id);
    effects.push(() => {
      if (listeners.isHeard(session)) {
        listeners.committed(new CommittedChange(session, first, change.append, change.put));
      }
      this.#follow(change, admitted);
    });
    return change;
  }

  #admit(session: string, tasks: readonly Task[] | undefined, forgotten: string | undefined): readonly LiveTask[] {
    if (tasks === undefined) return NO_TASKS;
    const { store, probe } = this.#runtime;
    const admitted: LiveTask[] = [];
    for (const task of tasks) {
      if (task.session !== session) {
        throw new Error(
          `task ${task.id} names session ${task.session}, but the fold of session ${session} returned it`,
        );
      }
      const isNew = task.id === forgotten || !store.isTaskKnown(session, task.id);
      if (!isNew || admitted.some((live) => live.id === task.id)) continue;
      probe?.("before_claim", task.id);
      admitted.push(this.#tasks.admit(task));
    }
    return admitted;
  }

  /** What a change brings about once it is durable. */
  #follow(change: Change, admitted: readonly LiveTask[]): void {
    for (const live of admitted) this.#tasks.begin(live);
    if (change.stop !== undefined) for (const id of change.stop) this.#tasks.stop(id);
    if (change.alarms !== undefined) this.#runtime.alarmsChanged();
  }
}

const NO_TASKS: readonly LiveTask[] = [];

function writeOf(
  session: string,
  at: number,
  change: Change,
  extras: WriteExtras,
  admitted: readonly LiveTask[],
): SessionWrite {
  // Written out, one shape for every change: this is on the path of every call.
  return {
    session,
    at,
    input: extras.input,
    endedTask: extras.endedTask,
    isTaskForgotten: extras.isTaskForgotten,
    doc: change.doc,
    put: change.put,
    append: change.append,
    tasks: admitted.length === 0 ? undefined : admitted.map((live) => live.row),
    alarms: change.alarms,
    dropAlarms: dropped(change.dropAlarms, extras.dropAlarms),
  };
}

function dropped(
  byFold: readonly string[] | undefined,
  fired: readonly string[] | undefined,
): readonly string[] | undefined {
  if (byFold === undefined) return fired;
  return fired === undefined ? byFold : [...byFold, ...fired];
}

/** Reads through to the store, which holds what was committed and what earlier inputs of this transaction wrote. */
class StoreView implements FoldView {
  readonly doc: Json | undefined;
  readonly #store: JournalStore;
  readonly #session: string;

  constructor(store: JournalStore, session: string) {
    this.doc = store.doc(session);
    this.#store = store;
    this.#session = session;
  }

  item(id: string): Json | undefined {
    return this.#store.item(this.#session, id);
  }
}
