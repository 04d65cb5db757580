/**
 * Where in its session a line lies: entries by their numbers, everything else by a short digest of its name. Part of the
 * file's format.
 */

/** What a line may be. */
export const PART = { doc: 1, input: 2, item: 3, task: 4, entry: 5 } as const;

/** Slots below are those of entries; those from here on end with the part. All fit into the six bytes that SQLite takes. */
export const FIRST_NAMED = 2 ** 46;

const DOT = 46;
const COLON = 58;

/**
 * The slot of a named line. Two names may share one, so the name itself is compared as well. Names that end alike lie
 * together, whatever their parts: `response/t/r1`, `call/s/t/r1.0` and `question/s/t/r1.0:q1` are written in one moment.
 */
export function slotOf(part: number, name: string): number {
  const begin = name.lastIndexOf("/") + 1;
  let end = begin;
  while (end < name.length && !isEnd(name.charCodeAt(end))) end += 1;
  const group = digest(name, begin, end) >>> 13;
  const own = digest(name, 0, name.length) >>> 8;
  return FIRST_NAMED + group * 2 ** 27 + own * 8 + part;
}

function isEnd(unit: number): boolean {
  return unit === DOT || unit === COLON;
}

/** FNV-1a of UTF-16 units, with its upper bits stirred once more. */
function digest(text: string, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = begin; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}

/** The slot of the session's document, of which there is one. */
export const docSlot = slotOf(PART.doc, "");
