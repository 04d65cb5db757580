/** How entries become lines: those of one change share a line, and what follows without anything new is added to it. */

import type { JournalReader } from "./reader.ts";
import type { Lines } from "./lines.ts";
import type { LastEntries, SessionState } from "./session-states.ts";

/** A longer line is begun anew: adding to one writes all of it again. */
const MAX_LENGTH = 2_000;

export class EntryLines {
  readonly #lines: Lines;
  readonly #reader: JournalReader;

  constructor(lines: Lines, reader: JournalReader) {
    this.#lines = lines;
    this.#reader = reader;
  }

  /**
   * Returns the number of the first entry. `isApart`: other lines are new too, so a new one lies beside them; else the
   * lines that change are mostly those beside the last entries.
   */
  append(state: SessionState, session: number, entries: readonly string[], isApart: boolean): number {
    if (entries.length === 0) return 0;
    const firstOfAll = (state.nextEntry ??= this.#reader.nextEntry(session));
    let line = isApart ? undefined : state.lastEntries;
    let isChanged = false;
    for (const entry of entries) {
      if (line !== undefined && line.text.length + entry.length <= MAX_LENGTH) {
        line = { ...line, text: `${line.text.slice(0, -1)},${entry}]` };
      } else {
        if (line !== undefined && isChanged) this.#put(session, line);
        line = { number: this.#lines.number(), first: state.nextEntry, text: `[${entry}]` };
      }
      isChanged = true;
      state.nextEntry += 1;
    }
    if (line !== undefined) this.#put(session, line);
    // A long line is never added to, so it need not be kept.
    state.lastEntries = line !== undefined && line.text.length <= MAX_LENGTH ? line : undefined;
    return firstOfAll;
  }

  #put(session: number, { number, first, text }: LastEntries): void {
    this.#lines.put({ number, session, slot: first, key: null, kind: null, status: null, at: null, value: text });
  }
}
