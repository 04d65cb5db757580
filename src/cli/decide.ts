/** `decide`: approves or rejects a question of a journal, whoever runs its calls. */

import { defineCommand } from "./command.ts";
import { misuse } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { journalFlag, observeJournal } from "./journal-flag.ts";
import { decidedByFlag, userOf } from "./user.ts";
import { postedVerdict, writeVerdict } from "./verdict.ts";

export const decide = defineCommand({
  name: "decide",
  summary: "Approve or reject a call that waits.",
  usage: "decide QUESTION approve|reject --journal FILE [--comment TEXT]",
  operands: { min: 2, max: 2 },
  flags: {
    ...journalFlag,
    comment: { type: "string", value: "TEXT", description: "Why; after a rejection the model reads it." },
    ...decidedByFlag,
    ...formatFlag,
  },
  examples: [`decide session-42/turn-3/response-1.0:q1 reject --comment "not before Monday" --journal calls.db`],
  async run({ args: [questionId = "", decision = ""], flags, env, stdout, stderr }) {
    if (decision !== "approve" && decision !== "reject")
      throw misuse(`decide takes approve or reject, not ${JSON.stringify(decision)}`);
    const decidedBy = userOf(flags.by, env);
    const comment = flags.comment === undefined ? {} : { comment: flags.comment };
    const verdict = await observeJournal("decide", flags.journal, ({ runner }) =>
      postedVerdict(() => runner.approvals.decide({ questionId, decision, decidedBy, ...comment })),
    );
    return writeVerdict(verdict, flags.format === "json" ? stdout : stderr, flags.format === "json");
  },
});
