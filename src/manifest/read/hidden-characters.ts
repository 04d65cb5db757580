/** Characters that a reader of the text cannot see but a program can: zero-width, bidirectional and tag characters. */

/** Zero-width, joiners, bidirectional controls, invisible operators, tags, the byte order mark inside a text. */
const hidden = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu;

/** Chooses between the looks of the character before it: emoji are full of them. */
const isVariationSelector = /^[\u{FE00}-\u{FE0F}]$/u;

const beforeJoiner = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u;
const afterJoiner = /^\p{Extended_Pictographic}/u;

/** One hidden character and its place. */
export interface HiddenCharacter {
  readonly index: number;
  readonly length: number;
  /** Such as `U+200B`. */
  readonly codePoint: string;
}

/** Every hidden character of a text, but not the joiners that hold an emoji together. */
export function findHiddenCharacters(text: string): readonly HiddenCharacter[] {
  // All of them are outside Latin-1 but one; a text of ASCII is the common case.
  if (!/[^\u0000-\u007F]/.test(text)) return [];
  return [...text.matchAll(hidden)]
    .filter((match) => !isVariationSelector.test(match[0]))
    .filter((match) => !(match[0] === "\u200D" && joinsEmoji(text, match.index)))
    .map((match) => ({ index: match.index, length: match[0].length, codePoint: codePointName(match[0]) }));
}

function joinsEmoji(text: string, index: number): boolean {
  return (
    beforeJoiner.test(text.slice(Math.max(0, index - 2), index)) && afterJoiner.test(text.slice(index + 1, index + 3))
  );
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
