/** A plain table: columns as wide as their widest cell, nothing cut. */

import { stripVTControlCharacters } from "node:util";
import type { Output } from "./command.ts";
import { paint, writeLine } from "./output.ts";

export function writeTable(output: Output, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => widthOf(row[column] ?? ""))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd();
  writeLine(output, paint(output, "dim", line(head)));
  for (const row of rows) writeLine(output, line(row));
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
