/** `settle`: a person says how a call of unknown outcome ended. */

import { defineCommand } from "./command.ts";
import { misuse } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { jsonInput } from "./json-input.ts";
import { journalFlag, observeJournal } from "./journal-flag.ts";
import { decidedByFlag, userOf } from "./user.ts";
import { postedVerdict, writeVerdict } from "./verdict.ts";

export const settle = defineCommand({
  name: "settle",
  summary: "Say how a call of unknown outcome ended.",
  usage: "settle KEY succeeded|failed|rejected --reason TEXT --journal FILE",
  operands: { min: 2, max: 2 },
  flags: {
    ...journalFlag,
    reason: { type: "string", value: "TEXT", description: "How it is known; kept with the call." },
    output: { type: "string", value: "JSON|@FILE", description: "The result, where there is one." },
    override: { type: "boolean", description: "Replaces an earlier settlement; the history keeps both." },
    ...decidedByFlag,
    ...formatFlag,
  },
  examples: [`settle session-42/turn-3/response-1.0 succeeded --reason "seen in the channel" --journal calls.db`],
  async run({ args: [key = "", status = ""], flags, env, stdout, stderr }) {
    if (status !== "succeeded" && status !== "failed" && status !== "rejected") {
      throw misuse(`settle takes succeeded, failed or rejected, not ${JSON.stringify(status)}`);
    }
    const { reason } = flags;
    if (reason === undefined || reason === "") throw misuse("settle needs how it is known: --reason TEXT");
    const settlement = {
      key,
      status,
      reason,
      settledBy: userOf(flags.by, env),
      ...(flags.output === undefined ? {} : { output: await jsonInput("--output", flags.output) }),
      ...(flags.override ? { override: true } : {}),
    } as const;
    const verdict = await observeJournal("settle", flags.journal, ({ runner }) =>
      postedVerdict(() => runner.calls.settle(settlement)),
    );
    return writeVerdict(verdict, flags.format === "json" ? stdout : stderr, flags.format === "json");
  },
});
