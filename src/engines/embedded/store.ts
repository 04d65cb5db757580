/** The synchronous port between the embedded engine and where it keeps things. Knows nothing of folding or running. */

import type { Alarm, EngineTraits, FoundItem, Item, ItemQuery, NumberedEntry, Task } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";

/** An unfinished task, as it is kept. */
export interface TaskRow {
  readonly task: Task;
  /** `waiting`: for its next attempt. `claimed`: an attempt may be under way. */
  readonly state: "waiting" | "claimed";
  /** Attempts begun. */
  readonly attempts: number;
  /** What `prepare` gave; absent before the first attempt. */
  readonly claim?: Json | undefined;
  readonly claimedAt?: number | undefined;
  readonly firstClaimedAt?: number | undefined;
  readonly firstDispatchAt?: number | undefined;
  readonly mayHaveSent: boolean;
  /** Running time spent up to the last time the row was written, in milliseconds. */
  readonly spentMs: number;
  /** When the next attempt is due; wall time. */
  readonly dueAt: number;
  readonly error?: Json | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Everything one input changes in one session. */
export interface SessionWrite {
  readonly session: string;
  /** Wall time in milliseconds. */
  readonly at: number;
  /** The client's input, remembered for ever with its reply. */
  readonly input?: { readonly id: string; readonly reply: Json | undefined } | undefined;
  readonly endedTask?: string | undefined;
  /** Whether the ended task may be run again: no attempt of it ever began. */
  readonly isTaskForgotten?: boolean | undefined;
  readonly doc?: Json | undefined;
  readonly put?: readonly Item[] | undefined;
  readonly append?: readonly Json[] | undefined;
  readonly tasks?: readonly TaskRow[] | undefined;
  readonly alarms?: readonly { readonly id: string; readonly at: number }[] | undefined;
  readonly dropAlarms?: readonly string[] | undefined;
}

/** An input that another process left for the owner. */
export interface LeftInput {
  readonly number: number;
  readonly session: string;
  readonly id: string;
  readonly body: Json;
}

/** What of an item says whether its session may go. */
export type KeptItem = Pick<Item, "kind" | "status">;

/** Sessions in the order in which they were made. */
export interface ForgetPage {
  /** Sessions in which something was written at or after this wall time stay. */
  readonly before: number;
  /** The last session of the page before; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/** How a store forgets old sessions. */
export interface Forgetting {
  readonly retainMs: number;
  /** Removes those of a page that are old, at rest, and of which every item may go; returns the page's last session, unless it was the last page. */
  forget(page: ForgetPage, mayForget: (item: KeptItem) => boolean): number | undefined;
}

/** What an owner finds in its journal. */
export interface OpenedJournal {
  readonly keyNamespace: string;
  readonly unfinished: readonly TaskRow[];
}

/**
 * Where the embedded engine keeps sessions. Reads see what was written before them, in the same transaction too.
 *
 * Methods throw `ToolkitError` with code `journal_unavailable` when the medium fails, which ends the transaction, and
 * `too_large` before anything of that write is done, which leaves the transaction as it was.
 */
export interface JournalStore {
  readonly traits: EngineTraits;
  /** Whether to wait for the end of an event-loop turn, so that its changes share one transaction. */
  readonly isGrouping: boolean;
  /** Takes ownership; refused with `journal_locked`. */
  open(options: { readonly now: number; sleep(ms: number): Promise<void> }): Promise<OpenedJournal>;
  /** Runs `work` and makes it durable as a whole, or throws and leaves nothing of it. */
  transact(work: () => void): void;
  /** Throws when this process may no longer run calls of the journal. */
  assertOwned(): void;

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined;
  isTaskKnown(session: string, taskId: string): boolean;
  doc(session: string): Json | undefined;
  item(session: string, id: string): Json | undefined;
  find(query: ItemQuery): readonly FoundItem[];
  history(session: string, from: number, max: number): readonly NumberedEntry[];
  /** Alarms due at `now`, earliest first. */
  dueAlarms(now: number, limit: number): readonly Alarm[];
  alarmAt(session: string, id: string): number | undefined;
  /** When the earliest alarm is due. */
  nextAlarmAt(): number | undefined;

  /** Returns the number of the first appended entry. */
  write(change: SessionWrite): number;
  saveTask(row: TaskRow): void;

  /** Calls back when other processes may have left inputs; returns how to stop. */
  watchLeftInputs?(onNews: () => void): () => void;
  leftInputs?(limit: number): readonly LeftInput[];
  /** Takes a left input away, or leaves why it was refused for the process that waits for it. */
  answerLeftInput?(number: number, refusal?: { readonly code: string; readonly message: string }): void;

  /** Left out: everything is kept for ever. */
  readonly forgetting?: Forgetting | undefined;

  close(): void;
}
