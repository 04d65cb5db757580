/** The words around a question: what will run, folded to fit a screen, with every hidden part countable and reachable. */

import type { Question } from "../../core/approval.ts";
import type { JsonObject } from "../../core/json.ts";
import { visible } from "../../core/visible-text.ts";

/** A line of more characters is folded to its beginning and its end. */
const foldedLineLength = 600;
const shownEnd = 120;

/** The question as a person first sees it; `isFolded` tells whether a part is left out. */
export function questionText(question: Question): { readonly text: string; readonly isFolded: boolean } {
  const lines = question.preview.split("\n");
  const folded = lines.map(foldLine);
  return {
    text: [
      "",
      "A tool call waits for your decision:",
      ...folded.map((line) => `  ${line}`),
      `  (call ${visible(question.key)}; the question expires ${new Date(question.expiresAt).toISOString()})`,
      "",
    ].join("\n"),
    isFolded: folded.some((line, index) => line !== lines[index]),
  };
}

/** Everything, unfolded. */
export function wholeQuestionText(question: Question): string {
  return `${question.preview
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n")}\n`;
}

function foldLine(line: string): string {
  if (line.length <= foldedLineLength) return line;
  const start = line.slice(0, foldedLineLength - shownEnd);
  const hidden = line.length - foldedLineLength;
  const count = hidden === 1 ? "1 character" : `${String(hidden)} characters`;
  return `${start} … [${count} not shown; m shows all] … ${line.slice(-shownEnd)}`;
}

/** Edited arguments as they would run, hidden characters made visible. */
export function argumentsText(args: JsonObject): string {
  const lines = Object.entries(args).map(([name, value]) => {
    const text = typeof value === "string" ? `"${visible(value)}"` : visible(JSON.stringify(value) ?? "null");
    return `  ${visible(name)}: ${text}`;
  });
  return `With these arguments it would run:\n${lines.length === 0 ? "  (none)" : lines.join("\n")}\n`;
}
