/**
 * Reads what a module imports: static, re-exported, dynamic and type imports. Text only, so that it sees what the
 * compiler erases. Knows nothing of rooms.
 */

// A regular expression may hold quotes; without a parser, what stands before the slash tells it from a division.
const PATTERN = /(?<=[(,=:[!&|?{};\n]\s*|\breturn\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/;
const TEXT = /`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/;
const NO_CODE = new RegExp([COMMENT, PATTERN, TEXT].map((part) => part.source).join("|"), "g");
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\(|\bimport\.meta\.resolve\s*\()\s*"(\d+)"/g;

/** Every specifier of the source text, in order. Comments and templates cannot forge one. */
export function importsOf(source: string): readonly string[] {
  const texts: string[] = [];
  // Each quoted text becomes its number, so that a quote that holds the word `from` is no import.
  const skeleton = source.replace(NO_CODE, (part) => {
    if (part.startsWith("/") || part.startsWith("`")) return " ";
    texts.push(part.slice(1, -1));
    return `"${texts.length - 1}"`;
  });
  return [...skeleton.matchAll(SPECIFIER)].map((match) => texts[Number(match[1])] ?? "");
}

/** Whether the module exports a default, in any of the ways the language has. */
export function hasDefaultExport(source: string): boolean {
  const code = source.replace(NO_CODE, " ");
  return /^\s*export\s+default\b/m.test(code) || /^\s*export\s*(?:type\s*)?\{[^}]*\bas\s+default\b/m.test(code);
}
