/** The difference of two texts as a unified patch with one hunk. */

const contextLines = 3;

/** A patch that `patch -p1` and `git apply` take; empty when the texts are equal. */
export function unifiedPatch(path: string, before: string, after: string): string {
  if (before === after) return "";
  const old = toLines(before);
  const now = toLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < old.length - start && tail < now.length - start && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const from = Math.max(0, start - contextLines);
  const after3 = Math.min(contextLines, tail);
  const oldEnd = old.length - tail;
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, oldEnd).map((line) => `-${line}`),
    ...now.slice(start, now.length - tail).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + after3).map((line) => ` ${line}`),
  ];
  const oldCount = oldEnd + after3 - from;
  const newCount = now.length - tail + after3 - from;
  const head = `--- a/${path}\n+++ b/${path}\n@@ -${from + 1},${oldCount} +${from + 1},${newCount} @@\n`;
  return head + lines.map(endLine).join("");
}

/** Lines with their line ends, so that a text without a last one stays told apart. */
function toLines(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

function endLine(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`;
}
