/** Tables of Markdown. */

/** A table; its cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Text that may stand in a cell. */
export function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

/** Text as it is typed, for a cell or a sentence. */
export function code(text: string): string {
  const quotes = text.includes("`") ? "``" : "`";
  return quotes + cell(text) + quotes;
}
