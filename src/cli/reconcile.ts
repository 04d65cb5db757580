/** `reconcile`: asks the providers how calls of unknown outcome ended. Sends no write. */

import { assertNever } from "../core/assert-never.ts";
import type { ReconcileReport } from "../run/reconcile.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { connectionFlags } from "./connection-flags.ts";
import { formatFlag } from "./format-flag.ts";
import { existingJournal, journalFlag } from "./journal-flag.ts";
import { writeJson, writeLine } from "./output.ts";
import { withRunSession } from "./run-session.ts";
import { writeTable } from "./table.ts";

export const reconcile = defineCommand({
  name: "reconcile",
  summary: "Ask providers how calls of unknown outcome ended.",
  usage: "reconcile [KEY] --connector <manifest> --journal FILE",
  operands: { min: 0, max: 1 },
  flags: {
    connector: { type: "string", multiple: true, value: "MANIFEST", description: "Whose calls are looked up." },
    ...connectionFlags,
    ...journalFlag,
    ...formatFlag,
  },
  examples: ["reconcile --connector slack --connection support-slack --journal calls.db"],
  async run(context) {
    const {
      args: [key],
      flags,
      stdout,
      stderr,
    } = context;
    if (flags.connector.length === 0) throw misuse("reconcile needs to know who looks: --connector MANIFEST");
    existingJournal("reconcile", flags.journal);
    const setup = {
      connectors: flags.connector,
      flags: { ...flags, approve: "later" as const },
      approve: "later" as const,
    };
    return withRunSession(setup, context, async ({ runner }) => {
      const reports = await runner.calls.reconcile(key === undefined ? {} : { key });
      if (flags.format === "json") writeJson(stdout, reports);
      else if (reports.length === 0) writeLine(stderr, "no call has an unknown outcome");
      else writeTable(stdout, ["key", "result", "because"], reports.map(rowOf));
      return reports.every(({ kind }) => kind === "settled") ? exitCodes.fine : exitCodes.incomplete;
    });
  },
});

function rowOf(report: ReconcileReport): readonly string[] {
  switch (report.kind) {
    case "settled":
      return [report.key, report.status, report.evidence];
    case "state_matches":
      return [report.key, "open, a person settles it", report.evidence];
    case "open":
      return [report.key, "open", report.reason];
    case "too_early":
      return [report.key, "open", `too early; ask again in ${String(Math.ceil(report.askAgainInMs / 1000))} s`];
    default:
      return assertNever(report);
  }
}
