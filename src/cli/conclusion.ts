/** The end of a command that ran calls: what still waits, what a person can do about it, and the exit code. */

import type { Question } from "../core/approval.ts";
import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import { visible, visibleJson } from "../core/visible-text.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { writeLine } from "./output.ts";
import type { RunSession } from "./run-session.ts";

/** Says what waits and how to go on, and gives the exit code. */
export async function conclude(
  records: readonly CallRecord[],
  session: RunSession,
  journal: string | undefined,
  context: CommandContext,
): Promise<number> {
  const live = records.filter(({ status }) => !isFinal(status));
  if (live.length === 0)
    return records.every(({ status }) => status === "succeeded") ? exitCodes.fine : exitCodes.findings;
  const left = session.left();
  const questions = left?.questions ?? (await session.runner.approvals.list());
  const keys = new Set(live.map(({ key }) => key));
  const say = (line: string): void => {
    writeLine(context.stderr, line);
  };
  say(live.length === 1 ? "one call has not run:" : `${String(live.length)} calls have not run:`);
  for (const record of live) say(`  ${record.status}  ${visible(record.tool)}  ${visible(record.key)}`);
  for (const line of advice(
    questions.filter(({ key }) => keys.has(key)),
    journal,
  ))
    say(line);
  return left?.why === "interrupted" ? exitCodes.interrupted : exitCodes.incomplete;
}

function advice(questions: readonly Question[], journal: string | undefined): readonly string[] {
  if (journal === undefined) {
    return ["Without a journal they are gone with this command; use --journal FILE to decide later, or --approve all."];
  }
  return [
    ...questions.map(
      (question) => `  dex-connectors decide ${shellWord(question.questionId)} approve --journal ${shellWord(journal)}`,
    ),
    "They stay in the journal; dex-connectors recover goes on with what was decided (after ten minutes: --resume).",
  ];
}

/** Quoted so that it can be pasted into a shell as it is; what hides in it is written out, as bash and zsh read it. */
export function shellWord(text: string): string {
  if (visibleJson(text) !== text) return `$'${text.replace(/[^ -&(-[\]-~]/gu, escapedCharacter)}'`;
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function escapedCharacter(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
