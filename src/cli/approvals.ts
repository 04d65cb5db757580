/** `approvals`: the questions that wait for somebody. */

import type { Question } from "../core/approval.ts";
import { visible } from "../core/visible-text.ts";
import type { Output } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { shellWord } from "./conclusion.ts";
import { formatFlag } from "./format-flag.ts";
import { existingJournal, journalFlag, observeJournal } from "./journal-flag.ts";
import { paint, writeJson, writeLine } from "./output.ts";

export const approvals = defineCommand({
  name: "approvals",
  summary: "List the calls that wait for a person, with what would run.",
  usage: "approvals --journal FILE",
  flags: { ...journalFlag, ...formatFlag },
  examples: ["approvals --journal calls.db"],
  async run({ flags, stdout, stderr }) {
    const journal = existingJournal("approvals", flags.journal);
    const questions = await observeJournal("approvals", journal, ({ runner }) => runner.approvals.list());
    if (flags.format === "json") writeJson(stdout, questions);
    else if (questions.length === 0) writeLine(stderr, "nobody is waited for");
    else for (const question of questions) writeQuestion(stdout, question, journal);
    return exitCodes.fine;
  },
});

function writeQuestion(output: Output, question: Question, journal: string): void {
  writeLine(output, paint(output, "bold", visible(question.questionId)));
  for (const line of question.preview.split("\n")) writeLine(output, `  ${line}`);
  writeLine(
    output,
    `  asked ${new Date(question.askedAt).toISOString()}, expires ${new Date(question.expiresAt).toISOString()}`,
  );
  writeLine(
    output,
    `  dex-connectors decide ${shellWord(question.questionId)} approve --journal ${shellWord(journal)}`,
  );
}
