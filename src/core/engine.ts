/**
 * The engine port: an actor per session. `fold` decides, `perform` acts, items are what is kept.
 * No engine object, replay rule or promise of an engine crosses it, and an engine knows nothing of tools.
 */

import type { Clock } from "./clock.ts";
import type { Json } from "./json.ts";
import type { RetryPolicy } from "./retry.ts";

/** A kept value of one session, addressed by `id`; `kind` and `status` can be searched across sessions. */
export interface Item {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly value: Json;
}

/** An item with the session that owns it and when it was last written. */
export interface FoundItem extends Item {
  readonly session: string;
  readonly writtenAt: number;
}

/** Which items to list, oldest first. `after` continues behind the last item of the page before. */
export interface ItemQuery {
  readonly kind: string;
  readonly status?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly after?: { readonly session: string; readonly id: string } | undefined;
  /** 1 to 1,000; default 1,000. */
  readonly limit?: number | undefined;
}

/** Work an engine runs outside `fold`. */
export interface Task {
  /** The identity of every attempt; unique in the whole journal, not only in its session. */
  readonly id: string;
  readonly session: string;
  /** `once`: entered once, ever. `repeatable`: tried again by the policy. */
  readonly mode: "once" | "repeatable";
  readonly input: Json;
  readonly retry: RetryPolicy;
  /** One attempt's time, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether time in which no process ran counts against `retry.total`. */
  readonly downtimeCounts: boolean;
}

/** What `perform` knows of its attempt. */
export interface TaskAttempt {
  /** 1 for the first. */
  readonly number: number;
  /** Whether an earlier attempt may have reached the outside. */
  readonly mayHaveSent: boolean;
  /** When the first attempt that may have reached the outside began to send; wall time. */
  readonly firstDispatchAt?: number | undefined;
  /** What `prepare` gave before the first claim. */
  readonly claim: Json;
  /** When this attempt's claim was durable; wall time. */
  readonly claimedAt: number;
  /** Aborts on time-out, and for reads on stop. */
  readonly signal: AbortSignal;
  /** The last call before bytes may leave. Throws when the claim is too old to be sure that nobody else took over. */
  guard(): void;
}

/** How one attempt ended. A throw of `perform` counts as `ambiguous`. */
export type AttemptEnd =
  /** A result that is final. */
  | { readonly kind: "done"; readonly value: Json }
  /** Provably nothing happened in this attempt. `isFinal` forbids a retry. */
  | {
      readonly kind: "did_not_happen";
      readonly error: Json;
      readonly retryAfterMs?: number | undefined;
      readonly isFinal?: boolean;
    }
  /** It may have reached the outside. `isFinal` forbids a retry. */
  | {
      readonly kind: "ambiguous";
      readonly error: Json;
      readonly dispatchedAt?: number;
      readonly retryAfterMs?: number | undefined;
      readonly isFinal?: boolean;
    };

/** The `code` of an error that the engine itself made, as `{ code, message }`; other errors are what `perform` gave. */
export type EngineErrorCode =
  /** The process died, or was closed, while the attempt was under way. */
  | "interrupted"
  /** The attempt did not end in its time. */
  | "timed_out"
  /** `perform` threw; the message is that of what it threw. */
  | "threw"
  /** `fold` stopped the task. */
  | "stopped"
  /** The engine was closed before the first attempt began. */
  | "not_started"
  /** `prepare` threw. */
  | "unprepared"
  /** What `fold` made of the task's result is over `traits.maxValueBytes`. */
  | "too_large";

/**
 * How a task ended, given to `fold` once. `revivedAt`: when an engine that was opened found the task unfinished.
 * `unrecordedAt`: when listeners were told that the end could not be made durable; it is folded later than they know it.
 */
export type TaskEnd =
  | {
      readonly kind: "returned";
      readonly value: Json;
      readonly attempts: number;
      readonly revivedAt?: number | undefined;
      readonly unrecordedAt?: number | undefined;
    }
  /** Every attempt provably did nothing. `retryAfterMs` is the last stated wait. */
  | {
      readonly kind: "refused";
      readonly error: Json;
      readonly attempts: number;
      readonly retryAfterMs?: number | undefined;
      readonly revivedAt?: number | undefined;
      readonly unrecordedAt?: number | undefined;
    }
  /** No attempt began, or the task was stopped and its attempts provably did nothing. */
  | {
      readonly kind: "not_run";
      readonly error: Json;
      readonly attempts: number;
      readonly revivedAt?: number | undefined;
      readonly unrecordedAt?: number | undefined;
    }
  /** An attempt may have reached the outside and no result is known. */
  | {
      readonly kind: "unknown";
      readonly error: Json;
      readonly attempts: number;
      readonly revivedAt?: number | undefined;
      readonly unrecordedAt?: number | undefined;
    };

export type EngineInput =
  | { readonly from: "client"; readonly id: string | undefined; readonly body: Json }
  | { readonly from: "task"; readonly id: string; readonly end: TaskEnd }
  /** An end that came after the task had ended: evidence, never a second end. */
  | { readonly from: "late"; readonly id: string; readonly end: TaskEnd }
  | { readonly from: "alarm"; readonly id: string };

/** What one input changes; all of it is durable together or not at all. */
export interface Change {
  /** The session's document; small. Left out: unchanged. */
  readonly doc?: Json;
  /** Items written; a later item of one id replaces the earlier one. */
  readonly put?: readonly Item[];
  /** Numbered entries for those who follow the session. */
  readonly append?: readonly Json[];
  /** Tasks to run. An id of which an attempt ever began is ignored; one that ended `not_run` may be run again. */
  readonly run?: readonly Task[];
  /** Tasks whose attempts are aborted. Only ever reads. */
  readonly stop?: readonly string[];
  readonly alarms?: readonly { readonly id: string; readonly at: number }[];
  readonly dropAlarms?: readonly string[];
  /** The answer that `post` resolves with. */
  readonly reply?: Json;
}

/**
 * What `fold` may look at: the session's document and any item of the session, as committed before this input.
 * An engine whose state is read asynchronously throws a private signal out of `item` on a miss, loads the item and
 * folds again: `fold` is pure, may be called any number of times and lets such a throw pass.
 */
export interface FoldView {
  readonly doc: Json | undefined;
  item(id: string): Json | undefined;
}

/** What the engine runs. */
export interface Program {
  /** Decides; pure and synchronous. May be called twice, commits once. */
  fold(view: FoldView, input: EngineInput, now: number): Change;
  /** Facts stored with the first claim; pure and synchronous, sends nothing. */
  prepare(task: Task): Json;
  /** The only place with side effects. */
  perform(task: Task, attempt: TaskAttempt): Promise<AttemptEnd>;
  /** Whether an item lets its session be forgotten once that is old; left out: no session ever is. Pure. */
  mayForget?(item: Pick<Item, "kind" | "status">): boolean;
}

/** A named moment at which a test may wait or kill. */
export type ProbePoint = "fold" | "before_claim" | "in_claim" | "claimed" | "before_report" | "in_report" | "reported";
export type Probe = (point: ProbePoint, id: string) => void;

export interface EngineTraits {
  /** The largest value of one entry, item or result, in bytes of UTF-8. */
  readonly maxValueBytes: number;
  /** Whether several processes may run calls of one journal. */
  readonly isShared: boolean;
  /** Whether this process only reads and leaves decisions for the owner; it runs no calls. */
  readonly isObserver: boolean;
  /** Whether anything survives the process. */
  readonly isDurable: boolean;
}

/** An entry of a session with its number. */
export interface NumberedEntry {
  readonly number: number;
  readonly entry: Json;
}

/** An alarm with the session it belongs to. */
export interface Alarm {
  readonly session: string;
  readonly id: string;
  /** Wall time in milliseconds. */
  readonly at: number;
}

/** What one commit made visible in a session. */
export interface Committed {
  readonly session: string;
  readonly entries: readonly NumberedEntry[];
  readonly items: readonly Item[];
}

/** Ends that could not be made durable (yet): the engine goes on trying until it is closed. */
export interface Unrecorded {
  readonly session: string;
  readonly taskId: string;
  readonly end: TaskEnd;
  readonly error: string;
}

export interface EngineListener {
  committed(change: Committed): void;
  unrecorded?(trouble: Unrecorded): void;
}

export interface OpenOptions {
  readonly clock: Clock;
  readonly probe?: Probe | undefined;
}

/** What a client posts into a session. */
export interface ClientPost {
  /** Folded once, for ever; left out where the body says what it is a repeat of. */
  readonly id?: string | undefined;
  readonly body: Json;
}

export interface Engine {
  readonly traits: EngineTraits;
  /** Takes ownership, recovers what was in flight, then accepts inputs. A second call with another program is refused. */
  open(program: Program, options: OpenOptions): Promise<void>;
  /** Made once with the journal; part of every key a provider receives. Known once opened. */
  keyNamespace(): string;
  /**
   * Resolves with the fold's reply once the input is durable. An input id that was accepted before folds nothing and gives
   * the recorded reply. Without an id every post is folded: for inputs of which the fold itself knows a repeat.
   */
  post(session: string, input: ClientPost): Promise<Json | undefined>;
  /** Committed state only; an engine that has it at hand answers at once. */
  item(session: string, id: string): Json | undefined | Promise<Json | undefined>;
  find(query: ItemQuery): Promise<readonly FoundItem[]>;
  /** Committed entries, numbered from 0 without gaps. */
  history(session: string, from: number, max: number): Promise<readonly NumberedEntry[]>;
  /** Calls the listener right after each commit of the session, or of all sessions when it is `undefined`. */
  subscribe(session: string | undefined, listener: EngineListener): () => void;
  /** Stops taking work, lets attempts under way end for `graceMs`, leaves the rest as it is. */
  close(graceMs: number): Promise<void>;
}
