/** Text for a person's eyes: what could hide, reorder or imitate is written out. */

/** Control, format (bidirectional, zero-width, tags), invisible by default (variation selectors, fillers), separators, private and lone halves. */
const hidden = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0]/gu;

/** Makes hidden characters visible as `\u{…}`; a quote and a backslash are escaped, so that what is shown can be told from what was there. */
export function visible(text: string): string {
  return text.replace(/["\\]/g, (character) => `\\${character}`).replace(hidden, written);
}

/** The same for JSON text, which escapes quotes and backslashes itself. */
export function visibleJson(text: string): string {
  return text.replace(hidden, written);
}

function written(character: string): string {
  return character === "\n" ? "\\n" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
