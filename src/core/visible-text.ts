/** Text for a person's eyes: what could hide, reorder or imitate is written out. */

/** Makes control, format (bidirectional and zero-width) and separator characters visible as `\u{…}`; a quote and a backslash are escaped. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}"\\\u00a0\u3164\u115f\u1160\uffa0]/gu, (character) => {
    if (character === "\n") return "\\n";
    if (character === '"' || character === "\\") return `\\${character}`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
