/** `reconcile`: asks the providers how calls of unknown outcome ended. Sends no write. */

import { assertNever } from "../core/assert-never.ts";
import { visible, visibleJson } from "../core/visible-text.ts";
import type { ReconcileReport } from "../run/reconcile.ts";
import { defineCommand } from "./command.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { connectionFlags } from "./connection-flags.ts";
import { formatFlag } from "./format-flag.ts";
import { journalFlag, observeJournal } from "./journal-flag.ts";
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
    await refuseUnderWay(flags.journal);
    const setup = {
      connectors: flags.connector,
      flags: { ...flags, approve: "later" as const },
      approve: "later" as const,
      isPassive: true as const,
    };
    return withRunSession(setup, context, async ({ runner }) => {
      const reports = await runner.calls.reconcile(key === undefined ? {} : { key });
      if (flags.format === "json") writeJson(stdout, reports);
      else if (reports.length === 0) writeLine(stderr, "no call has an unknown outcome");
      else
        writeTable(
          stdout,
          ["key", "result", "because"],
          reports.map((report) => rowOf(report).map(visibleJson)),
        );
      return reports.every(({ kind }) => kind === "settled") ? exitCodes.fine : exitCodes.incomplete;
    });
  },
});

/** Opening the journal would end what was under way, and try again what may be: that would be a write. */
async function refuseUnderWay(journal: string | undefined): Promise<void> {
  const [first] = await observeJournal("reconcile", journal, ({ runner }) => runner.calls.list({ status: "running" }));
  if (first === undefined) return;
  const message = `${visible(first.key)} is under way, or was when its process died; dex-connectors recover ends it first`;
  throw new CommandError(exitCodes.incomplete, message);
}

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
