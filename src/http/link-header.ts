/** Reads the next page out of a Link header (RFC 8288). */

/** The target of `rel="next"` in a Link header, or the text itself when it is no Link header. */
export function nextTarget(text: string): string | undefined {
  if (!text.trimStart().startsWith("<")) return text;
  for (const link of text.split(/,(?=\s*<)/)) {
    const match = /^\s*<([^>]*)>(.*)$/.exec(link);
    if (match !== null && /;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i.test(match[2] ?? ""))
      return match[1];
  }
  return undefined;
}

/** Whether a Link header names a next page. */
export function hasNextLink(header: string | undefined): boolean {
  return header !== undefined && header.trimStart().startsWith("<") && nextTarget(header) !== undefined;
}
