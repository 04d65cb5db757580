/** What every part of one opened engine shares. */

import type { Clock } from "../../core/clock.ts";
import type { Probe, Program } from "../../core/engine.ts";
import type { CommitLoop } from "./commit-loop.ts";
import type { Listeners } from "./listeners.ts";
import type { JournalStore } from "./store.ts";

export interface Runtime {
  readonly program: Program;
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly loop: CommitLoop;
  readonly listeners: Listeners;
  readonly probe: Probe | undefined;
  /** `closing`: attempts under way may end, none begins. */
  phase: "open" | "closing" | "closed";
  /** Looks, after this event-loop turn, when the engine has to wake up next. */
  reviewWakeup(): void;
  /** Alarms of the store changed: the earliest may be another one. */
  alarmsChanged(): void;
}
