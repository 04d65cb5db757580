/** What the main job prints: headings, lists and a table, colored only on a terminal. */
import { styleText } from "node:util";
import { type CallRecord, type RunnerTool, toModelResult } from "dex-connectors";
import type { Message } from "./workspace.ts";

export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

export function heading(text: string): void {
  // styleText leaves the codes out where stdout is no terminal, and follows NO_COLOR and FORCE_COLOR.
  say(`\n${styleText("bold", text)}`);
}

export function sayTools(tools: readonly RunnerTool[]): void {
  for (const tool of tools) {
    const asks = tool.requiresApproval === false ? "runs at once" : "asks a person first";
    say(`  ${tool.name.padEnd(28)} ${tool.effect.padEnd(20)} ${asks}`);
    say(`  ${" ".repeat(28)} ${tool.description}`);
  }
}

export function sayRecords(records: readonly CallRecord[]): void {
  const rows = records.map((record, index) => [
    String(index),
    record.tool,
    record.status,
    record.skipped === true ? "skipped" : (record.branch ?? record.error?.code ?? ""),
    String(record.attempts),
  ]);
  const table = [["#", "tool", "status", "ended in", "attempts"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    say(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()}`,
    );
}

/** For each call exactly what the model is given. */
export function sayModelResults(records: readonly CallRecord[]): void {
  for (const [index, record] of records.entries()) {
    say(`  ${String(index)} ${record.tool}`);
    say(`    ${JSON.stringify(toModelResult(record))}`);
  }
}

export function sayThread(messages: readonly Message[], nameOf: (user: string) => string): void {
  for (const [index, message] of messages.entries()) {
    const reactions = (message.reactions ?? []).map(({ name, count }) => `:${name}: ${String(count)}`).join(" ");
    say(
      `  ${index === 0 ? "" : "  "}${nameOf(message.user)}: ${message.text}${reactions === "" ? "" : `   [${reactions}]`}`,
    );
  }
}
