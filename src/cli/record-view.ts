/** Records for a person: one line each, or one in full. Text of providers and models is shown with what hides in it made visible. */

import type { CallRecord, CallStatus } from "../core/call.ts";
import { visible, visibleJson } from "../core/visible-text.ts";
import type { Output } from "./command.ts";
import { type Color, paint, writeLine } from "./output.ts";
import { writeTable } from "./table.ts";

export function writeRecords(output: Output, records: readonly CallRecord[]): void {
  const rows = records.map((record) => [
    paint(output, colorOf(record.status), record.status),
    visible(record.tool),
    endingOf(record),
    new Date(record.createdAt).toISOString(),
    visible(record.key),
  ]);
  writeTable(output, ["status", "tool", "ended in", "made", "key"], rows);
}

export function writeRecord(output: Output, record: CallRecord): void {
  const { connection } = record;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["key", visible(record.key)],
    ["tool", visible(record.tool)],
    ["connection", connection && visible(`${connection.connector}/${connection.name}`)],
    ["status", paint(output, colorOf(record.status), record.status)],
    ["ended in", endingOf(record) || undefined],
    ["effect", record.effect],
    ["approval", record.requiresApproval ? "asked" : "not asked"],
    ["attempts", String(record.attempts)],
    ["made", new Date(record.createdAt).toISOString()],
    ["finished", record.finishedAt === undefined ? undefined : new Date(record.finishedAt).toISOString()],
    ["arguments", valueText(record.arguments)],
    ["proposed", record.proposedArguments && valueText(record.proposedArguments)],
    ["repeat of", record.repeatOf && visible(record.repeatOf)],
    ["error", record.error && valueText(record.error.message)],
    ...factsOf(record),
    ["warnings", record.warnings.length === 0 ? undefined : visible(record.warnings.join("; "))],
    ["output", record.output === undefined ? undefined : valueText(record.output)],
  ];
  for (const [name, text] of lines) {
    if (text !== undefined) writeLine(output, `${paint(output, "dim", name.padEnd(10))}  ${text}`);
  }
}

/** What a repair needs: faults of the arguments, valid values, how long to wait. */
function factsOf({ error }: CallRecord): readonly (readonly [string, string])[] {
  if (error === undefined) return [];
  const { code: _code, message: _message, didNotRun: _didNotRun, retryable: _retryable, ...facts } = error;
  return Object.entries(facts).map(([name, fact]) => [visible(name), valueText(fact ?? null)]);
}

function endingOf(record: CallRecord): string {
  if (record.skipped === true) return "skipped";
  return visible(record.branch ?? record.error?.code ?? "");
}

/** A text as it is, anything else as JSON in one line; what hides in it is visible. */
function valueText(value: unknown): string {
  return visibleJson(typeof value === "string" ? value : JSON.stringify(value));
}

function colorOf(status: CallStatus): Color {
  switch (status) {
    case "succeeded":
      return "green";
    case "failed":
    case "rejected":
      return "red";
    case "outcome_unknown":
    case "awaiting_approval":
      return "yellow";
    default:
      return "dim";
  }
}
