/** Where in its session a line lies: by what it is and by a short digest of its key. Part of the file's format. */

/** What a line may be. */
export const PART = { doc: 1, input: 2, item: 3, task: 4, entry: 5 } as const;

/** Slots of one part; all of them fit into the six bytes that SQLite takes for such a number. */
const SPAN = 2 ** 44;

/** The slot of a named line. Two names may share one, so the name itself is compared as well. */
export function slotOf(part: number, key: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < key.length; index += 1) {
    const unit = key.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return part * SPAN + (high >>> 20) * 2 ** 32 + (low >>> 0);
}

/** The slot of the session's document, of which there is one. */
export const docSlot = PART.doc * SPAN;

/** The slot of a line of entries, by the number of its first entry. */
export function entrySlot(number: number): number {
  return PART.entry * SPAN + number;
}

export function entryNumber(slot: number): number {
  return slot - PART.entry * SPAN;
}

/** The first and the last slot of a part. */
export function slotsOf(part: number): readonly [first: number, last: number] {
  return [part * SPAN, (part + 1) * SPAN - 1];
}
