/** `recover`: ends what was in flight when a journal's owner died, goes on with what is young or decided, lists the rest. */

import type { CallRecord } from "../core/call.ts";
import type { ResponseReference, ToolRunner } from "../run/runner.ts";
import type { RunnerRecovery } from "../run/recovery.ts";
import { visibleJson } from "../core/visible-text.ts";
import type { CommandContext } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { existingJournal } from "./journal-flag.ts";
import { writeJson, writeLine } from "./output.ts";
import { runFlags, type RunSession, withRunSession } from "./run-session.ts";

export const recover = defineCommand({
  name: "recover",
  summary: "End what was in flight, go on with what may, list the rest.",
  usage: "recover --connector <manifest> --journal FILE [--resume]",
  flags: {
    connector: { type: "string", multiple: true, value: "MANIFEST", description: "Whose calls may go on." },
    resume: { type: "boolean", description: "Lets responses go on that are too old to go on by themselves." },
    ...runFlags,
    ...formatFlag,
  },
  examples: ["recover --connector slack --connection support-slack --journal calls.db"],
  async run(context) {
    const { flags } = context;
    if (flags.connector.length === 0) throw misuse("recover needs to know whose calls may go on: --connector MANIFEST");
    existingJournal("recover", flags.journal);
    const setup = { connectors: flags.connector, flags, approve: "later" } as const;
    return withRunSession(setup, context, async (session) => {
      await goOn(session, flags.resume);
      const recovery = await session.runner.recover();
      if (flags.format === "json") writeJson(context.stdout, recovery);
      else writeRecovery(context, recovery);
      const { unknown, held, questions } = recovery;
      return unknown.length + held.length + questions.length === 0 ? exitCodes.fine : exitCodes.incomplete;
    });
  },
});

/** Waits for every open response that goes on by itself, and for the held ones when told to. */
async function goOn({ runner, whenApprovalNeeded }: RunSession, resumeHeld: boolean): Promise<void> {
  const { held } = await runner.recover();
  const heldNames = new Set(held.map(nameOf));
  const open = (await openResponses(runner)).filter((response) => resumeHeld || !heldNames.has(nameOf(response)));
  await Promise.all(open.map((response) => runner.resumeResponse({ ...response, whenApprovalNeeded })));
}

async function openResponses(runner: ToolRunner): Promise<readonly ResponseReference[]> {
  const live = await runner.calls.list({ status: ["waiting", "awaiting_approval", "running"] });
  return [...new Map(live.map((record) => [nameOf(record), referenceOf(record)])).values()];
}

function referenceOf({ sessionId, turnId, responseId }: CallRecord): ResponseReference {
  return { sessionId, turnId, responseId };
}

function nameOf({ sessionId, turnId, responseId }: ResponseReference): string {
  return JSON.stringify([sessionId, turnId, responseId]);
}

function writeRecovery({ stdout }: CommandContext, { unknown, held, questions }: RunnerRecovery): void {
  const lines = [
    ...unknown.map(({ key, tool }) => `unknown outcome  ${tool}  ${key}`),
    ...held.map(
      ({ sessionId, turnId, responseId, lastEntryAt }) =>
        `held response    ${sessionId} ${turnId} ${responseId}, last entry ${new Date(lastEntryAt).toISOString()} (--resume lets it go on)`,
    ),
    ...questions.map(({ questionId, tool }) => `open question    ${tool}  ${questionId}`),
  ];
  for (const line of lines.length === 0 ? ["nothing is left to do"] : lines) writeLine(stdout, visibleJson(line));
}
