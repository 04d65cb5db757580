/** From one input to what is written: calls `fold` and stages its change whole. */

import type { Change, EngineInput, FoldView, Task } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { LiveTask } from "./live-task.ts";
import { CommittedChange } from "./listeners.ts";
import type { Runtime } from "./runtime.ts";
import type { JournalStore, SessionWrite, TaskRow } from "./store.ts";

/** What the task room does for a change. */
export interface TaskDesk {
  /** A task as it is first written: claimed when attempts may begin, else waiting. */
  admit(task: Task): LiveTask;
  /** Begins the first attempt, once the claim is durable. */
  begin(live: LiveTask): void;
  stop(taskId: string): void;
}

/** One input's change as it was written; it takes effect when its commit is durable. */
export interface Staged {
  readonly session: string;
  readonly change: Change;
  readonly admitted: readonly LiveTask[];
  /** The number of the change's first entry. */
  readonly first: number;
}

export class Folding {
  readonly #runtime: Runtime;
  readonly #tasks: TaskDesk;

  constructor(runtime: Runtime, tasks: TaskDesk) {
    this.#runtime = runtime;
    this.#tasks = tasks;
  }

  /** Folds one input and writes the change. `isTaskForgotten`: no attempt of the task that ended ever began. */
  stage(session: string, input: EngineInput, isTaskForgotten = false): Staged {
    const { program, store, clock, probe } = this.#runtime;
    const now = clock.now();
    const change = program.fold(new StoreView(store, session), input, now);
    probe?.("fold", input.id ?? "");
    const admitted =
      change.run === undefined ? NO_TASKS : this.#admit(session, change.run, isTaskForgotten ? input.id : undefined);
    const first = store.write(writeOf(session, now, input, isTaskForgotten, change, admitted));
    if (probe !== undefined) for (const live of admitted) if (live.row.state === "claimed") probe("in_claim", live.id);
    return { session, change, admitted, first };
  }

  /** What a staged change brings about once it is durable. */
  follow({ session, change, admitted, first }: Staged): void {
    const { listeners } = this.#runtime;
    if (listeners.isHeard(session)) {
      listeners.committed(new CommittedChange(session, first, change.append, change.put));
    }
    for (const live of admitted) this.#tasks.begin(live);
    if (change.stop !== undefined) for (const id of change.stop) this.#tasks.stop(id);
    if (change.alarms !== undefined) this.#runtime.alarmsChanged();
  }

  #admit(session: string, tasks: readonly Task[], forgotten: string | undefined): readonly LiveTask[] {
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
}

const NO_TASKS: readonly LiveTask[] = [];

function writeOf(
  session: string,
  at: number,
  input: EngineInput,
  isTaskForgotten: boolean,
  change: Change,
  admitted: readonly LiveTask[],
): SessionWrite {
  // Written out, one shape for every change: this is on the path of every call.
  return {
    session,
    at,
    input: input.from === "client" && input.id !== undefined ? { id: input.id, reply: change.reply } : undefined,
    endedTask: input.from === "task" ? input.id : undefined,
    isTaskForgotten,
    doc: change.doc,
    put: change.put,
    append: change.append,
    tasks: admitted.length === 0 ? undefined : admitted.map(rowOf),
    alarms: change.alarms,
    dropAlarms: input.from === "alarm" ? [...(change.dropAlarms ?? []), input.id] : change.dropAlarms,
  };
}

function rowOf(live: LiveTask): TaskRow {
  return live.row;
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
