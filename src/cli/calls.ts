/** `calls`: what a journal holds. */

import { closestName } from "../core/closest-name.ts";
import type { CallStatus } from "../core/call.ts";
import type { CallFilter } from "../run/calls.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { journalFlag, observeJournal } from "./journal-flag.ts";
import { writeJson, writeLine } from "./output.ts";
import { writeRecords } from "./record-view.ts";

const statuses = [
  "succeeded",
  "failed",
  "rejected",
  "outcome_unknown",
  "waiting",
  "awaiting_approval",
  "running",
] as const satisfies readonly CallStatus[];

export const calls = defineCommand({
  name: "calls",
  summary: "List the calls of a journal.",
  usage: "calls --journal FILE [--status S] [--session S]",
  flags: {
    ...journalFlag,
    status: { type: "string", multiple: true, value: "STATUS", description: `Only these: ${statuses.join(", ")}.` },
    session: { type: "string", value: "ID", description: "Only of this session." },
    ...formatFlag,
  },
  examples: ["calls --journal calls.db --status outcome_unknown"],
  async run({ flags, stdout, stderr }) {
    const status = flags.status.map(statusOf);
    const filter: CallFilter = {
      ...(status.length === 0 ? {} : { status }),
      ...(flags.session === undefined ? {} : { sessionId: flags.session }),
    };
    const records = await observeJournal("calls", flags.journal, ({ runner }) => runner.calls.list(filter));
    if (flags.format === "json") writeJson(stdout, records);
    else if (records.length > 0) writeRecords(stdout, records);
    else writeLine(stderr, "no such calls");
    return exitCodes.fine;
  },
});

function statusOf(text: string): CallStatus {
  const status = statuses.find((candidate) => candidate === text);
  if (status !== undefined) return status;
  const closest = closestName(text, statuses);
  throw misuse(`--status takes ${statuses.join(", ")}${closest === undefined ? "" : `; did you mean ${closest}?`}`);
}
