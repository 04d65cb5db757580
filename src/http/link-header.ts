/** Reads the next page out of a Link header (RFC 8288). Looks at each character once: providers write what they like. */

/** The target of `rel="next"` in a Link header, or the text itself when it is no Link header. */
export function nextTarget(text: string): string | undefined {
  if (!isLinkHeader(text)) return text;
  let at = 0;
  for (;;) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    if (close === -1) return undefined;
    at = endOf(text, close + 1, ",");
    if (leadsToNext(text.slice(close + 1, at))) return text.slice(open + 1, close);
  }
}

/** Whether a Link header names a next page. */
export function hasNextLink(header: string | undefined): boolean {
  return header !== undefined && isLinkHeader(header) && nextTarget(header) !== undefined;
}

function isLinkHeader(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Whether one of a link's parameters is `rel` with `next` among its relations. */
function leadsToNext(parameters: string): boolean {
  for (let at = 0; at < parameters.length;) {
    const end = endOf(parameters, at, ";");
    const [name = "", ...value] = parameters.slice(at, end).split("=");
    if (name.trim().toLowerCase() === "rel") return relations(value.join("=")).includes("next");
    at = end + 1;
  }
  return false;
}

/** Of two `rel` the first counts, as the RFC says. */
function relations(value: string): readonly string[] {
  return value.replaceAll('"', " ").trim().toLowerCase().split(/\s+/);
}

/** Where the part that begins at `from` ends: at the separator, which does not count within quotes (nor does an escaped quote end them), or at the end. */
function endOf(text: string, from: number, separator: string): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\" && isQuoted) at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) return at;
  }
  return text.length;
}
