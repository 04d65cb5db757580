/** The checks that a text must pass before a parser sees it: encoding, size, control characters and estimated depth. */
import type { Span } from "./tree.ts";
import { estimatedDepthLimit, limits } from "./limits.ts";
import type { Report } from "./read-fault.ts";
import type { TextSource } from "./text-source.ts";

// Control characters other than tab and line ends have no place in a text file.
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Whether a parser may see the text. Everything it finds is reported. Our own JSON reader counts its depth itself. */
export function guardText(source: TextSource, isJson: boolean, report: Report): boolean {
  if (source.byteLength > limits.bytes) {
    report({
      id: "DC1008",
      at: { pointer: "", span: { start: 0, end: 0 } },
      data: { limit: "bytes", given: source.byteLength, allowed: limits.bytes },
    });
    return false;
  }
  if (!source.isUtf8) {
    const index = Math.max(0, source.text.indexOf("\uFFFD"));
    reportSyntax(report, { start: index, end: index + 1 }, "the file is not UTF-8", "save the file as UTF-8");
    return false;
  }
  const match = control.exec(source.text);
  if (match !== null) {
    const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const span = { start: match.index, end: match.index + 1 };
    reportSyntax(report, span, `the control character U+${code} cannot stand in a manifest`, "remove it");
    return false;
  }
  return isJson || isShallow(source.text, report);
}

function reportSyntax(report: Report, span: Span, problem: string, help: string): void {
  report({ id: "DC1001", at: { pointer: "", span }, data: { problem, help } });
}

function isShallow(text: string, report: Report): boolean {
  const index = firstTooDeep(text);
  if (index === undefined) return true;
  report({
    id: "DC1008",
    at: { pointer: "", span: { start: index, end: Math.min(text.length, index + 1) } },
    data: { limit: "depth", given: estimatedDepthLimit, allowed: limits.depth },
  });
  return false;
}

/** Where the estimated depth passes the limit: brackets, block markers on one line and growing indentation together. */
function firstTooDeep(text: string): number | undefined {
  const indents: number[] = [];
  let brackets = 0;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const lead = /^( *)((?:[-?:][ \t]+)*)/.exec(text.slice(start, end));
    const indent = lead?.[1]?.length ?? 0;
    if (start + indent < end) {
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
    }
    const markers = (lead?.[2] ?? "").replaceAll(/[ \t]/g, "").length;
    for (let index = start; index < end; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit === 0x5b || unit === 0x7b) brackets += 1;
      else if ((unit === 0x5d || unit === 0x7d) && brackets > 0) brackets -= 1;
      if (brackets + markers + indents.length > estimatedDepthLimit) return index;
    }
    start = end + 1;
  }
  return undefined;
}
