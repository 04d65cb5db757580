/** Sets of characters in regular expressions, as ranges of code points. */

/** Ranges with both ends included; they may overlap. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export const anyCharacter: CharacterSet = [[0, last]];

/** `.` without the flag `s`. */
export const anyButLineEnds: CharacterSet = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

const digits: CharacterSet = [[0x30, 0x39]];
const wordCharacters: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const spaces: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const classes: ReadonlyMap<string, CharacterSet> = new Map([
  ["d", digits],
  ["D", complement(digits)],
  ["w", wordCharacters],
  ["W", complement(wordCharacters)],
  ["s", spaces],
  ["S", complement(spaces)],
]);

/** The set of `\d`, `\W` and so on; `undefined` for any other letter. */
export function classSet(letter: string): CharacterSet | undefined {
  return classes.get(letter);
}

/** Every character that is not in the set. */
export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set.toSorted((one, other) => one[0] - other[0])) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next > last ? gaps : [...gaps, [next, last]];
}

/** The characters that are in both. */
export function intersection(one: CharacterSet, other: CharacterSet): CharacterSet {
  return one.flatMap(([from, to]) =>
    other.flatMap((range): CharacterSet => {
      const common = [Math.max(from, range[0]), Math.min(to, range[1])] as const;
      return common[0] <= common[1] ? [common] : [];
    }),
  );
}

/** Whether some character is in both. */
export function intersects(one: CharacterSet, other: CharacterSet): boolean {
  return one.some(([from, to]) => other.some((range) => from <= range[1] && range[0] <= to));
}

/** Whether every character of the set lies in one range. */
export function isWithin(set: CharacterSet, from: number, to: number): boolean {
  return set.every((range) => from <= range[0] && range[1] <= to);
}
