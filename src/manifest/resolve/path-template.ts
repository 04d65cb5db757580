/** A path with holes → its parts. */
import type { PathPart, PathTemplate } from "../../core/manifest-request.ts";

const hole = /\{(?:(config)\.)?([A-Za-z_][A-Za-z0-9_]*)(\*)?\}/g;

/** Splits a template at `{input}`, `{input*}` and `{config.name}`. A brace that is no hole stays in a text part. */
export function parsePathTemplate(template: string): PathTemplate {
  const parts: PathPart[] = [];
  let end = 0;
  for (const match of template.matchAll(hole)) {
    if (match.index > end) parts.push({ kind: "text", text: template.slice(end, match.index) });
    parts.push(toPart(match));
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push({ kind: "text", text: template.slice(end) });
  return { template, parts };
}

function toPart(match: RegExpMatchArray): PathPart {
  const name = match[2] ?? "";
  if (match[1] === "config") return { kind: "config", name };
  return { kind: "input", name, manySegments: match[3] === "*" };
}
