/** One engine under test with a program that does what the test says. */

import type {
  AttemptEnd,
  Change,
  Engine,
  EngineInput,
  FoldView,
  Item,
  Probe,
  Program,
  Task,
  TaskAttempt,
  TaskEnd,
} from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { ManualClock } from "./manual-clock.ts";

/** An engine to be tested. */
export interface EngineSubject {
  /** How the suite is headed. */
  readonly name: string;
  /** A journal of its own for each test. */
  makePlace(): EnginePlace;
}

/** Where one journal lives. */
export interface EnginePlace {
  /** A new engine on the journal; the one before was closed. */
  engine(): Engine;
  /** Called when the test is over and its engines are closed. */
  remove(): void;
}

export type Perform = (task: Task, attempt: TaskAttempt) => Promise<AttemptEnd> | AttemptEnd;

/** A program whose folds and attempts a test sets by id; what it does not set ends at once with the task's input. */
export class ScriptedProgram implements Program {
  readonly inputs: EngineInput[] = [];
  readonly attempts: { readonly task: Task; readonly attempt: TaskAttempt }[] = [];
  /** What is folded from a client's input, by its id; else the body is the change. */
  readonly onInput = new Map<string, (view: FoldView, now: number) => Change>();
  readonly onEnd = new Map<string, (end: TaskEnd, view: FoldView) => Change>();
  readonly onAlarm = new Map<string, (view: FoldView, now: number) => Change>();
  readonly onPerform = new Map<string, Perform>();
  onPrepare: (task: Task) => Json = (task) => ({ prepared: task.id });

  fold(view: FoldView, input: EngineInput, now: number): Change {
    this.inputs.push(input);
    switch (input.from) {
      case "client":
        return this.onInput.get(input.id ?? "")?.(view, now) ?? (input.body as unknown as Change);
      case "task":
        return withItem(this.onEnd.get(input.id)?.(input.end, view), endItem(input.id, input.end));
      case "late":
        return withItem(undefined, {
          id: `late/${input.id}`,
          kind: "late",
          status: input.end.kind,
          value: input.end,
        });
      default:
        return this.onAlarm.get(input.id)?.(view, now) ?? { append: [`alarm ${input.id}`] };
    }
  }

  prepare(task: Task): Json {
    return this.onPrepare(task);
  }

  async perform(task: Task, attempt: TaskAttempt): Promise<AttemptEnd> {
    this.attempts.push({ task, attempt });
    return (await this.onPerform.get(task.id)?.(task, attempt)) ?? { kind: "done", value: task.input };
  }

  attemptsOf(taskId: string): readonly TaskAttempt[] {
    return this.attempts.filter(({ task }) => task.id === taskId).map(({ attempt }) => attempt);
  }

  endsOf(taskId: string): readonly TaskEnd[] {
    return this.inputs.flatMap((input) => (input.from === "task" && input.id === taskId ? [input.end] : []));
  }
}

function withItem(change: Change | undefined, item: Item): Change {
  return { append: [`${item.kind} ${item.id}`], ...change, put: [...(change?.put ?? []), item] };
}

function endItem(id: string, end: TaskEnd): Item {
  return { id: `end/${id}`, kind: "end", status: end.kind, value: end };
}

/** An opened engine, its program and its clock. */
export class World {
  readonly clock: ManualClock;
  readonly program: ScriptedProgram;
  readonly engine: Engine;

  private constructor(engine: Engine, clock: ManualClock, program: ScriptedProgram) {
    this.engine = engine;
    this.clock = clock;
    this.program = program;
  }

  static async open(
    place: EnginePlace,
    options: {
      readonly clock?: ManualClock;
      readonly probe?: Probe;
      readonly prepare?: (program: ScriptedProgram) => void;
    } = {},
  ): Promise<World> {
    const world = new World(place.engine(), options.clock ?? new ManualClock(), new ScriptedProgram());
    options.prepare?.(world.program);
    await world.engine.open(world.program, { clock: world.clock, probe: options.probe });
    return world;
  }

  /** Posts a change as the input's body. */
  post(session: string, id: string | undefined, change: Change): Promise<Json | undefined> {
    return this.engine.post(session, { id, body: change as unknown as Json });
  }

  /** Posts an input that runs one task of the same id. */
  run(task: Task): Promise<Json | undefined> {
    return this.post(task.session, `run ${task.id}`, { run: [task] });
  }

  /** The recorded end of a task, once it is durable; no time passes. */
  async end(task: Task): Promise<TaskEnd | undefined> {
    for (let tries = 0; tries < 50; tries += 1) {
      const end = await this.engine.item(task.session, `end/${task.id}`);
      if (end !== undefined) return end as unknown as TaskEnd;
      await this.clock.settle();
    }
    return undefined;
  }

  async entries(session: string): Promise<readonly Json[]> {
    return (await this.engine.history(session, 0, 10_000)).map(({ entry }) => entry);
  }
}

/** A task with the values that a test does not care about. */
export function taskOf(id: string, given: Partial<Task> = {}): Task {
  return {
    id,
    session: "s",
    mode: "once",
    input: { of: id },
    retry: { attempts: 3, initial: 100, factor: 2, max: 10_000, total: 60_000, jitter: "none" },
    timeoutMs: 30_000,
    downtimeCounts: false,
    ...given,
  };
}

/** A promise with its handles, for attempts that a test ends when it likes. */
export function gate<Value>(): {
  readonly promise: Promise<Value>;
  readonly open: (value: Value) => void;
  readonly fail: (error: Error) => void;
} {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, open: resolve, fail: reject };
}
