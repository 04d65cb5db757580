/** `doctor`: what a person checks first when something is wrong, on one screen. It changes nothing and shows no secret. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isToolkitError } from "../core/error.ts";
import type { CommandContext, Output } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { connectionStates } from "./connections-check.ts";
import { formatFlag } from "./format-flag.ts";
import { journalFlag } from "./journal-flag.ts";
import { type Color, paint, writeJson, writeLine } from "./output.ts";
import { packageVersion } from "./package-version.ts";

/** One thing that was looked at. */
export interface Examination {
  readonly subject: string;
  readonly verdict: "good" | "note" | "bad";
  readonly detail: string;
}

export const doctor = defineCommand({
  name: "doctor",
  summary: "Look at Node, journal, connections and clock.",
  usage: "doctor [--journal FILE]",
  flags: { ...journalFlag, ...formatFlag },
  examples: ["doctor --journal calls.db"],
  async run({ flags, env, stdout }) {
    const found = [
      nodeState(),
      clockState(),
      ...(await journalStates(flags.journal)),
      ...(await connectionExaminations(env)),
    ];
    if (flags.format === "json") writeJson(stdout, found);
    else for (const examination of found) writeExamination(stdout, examination);
    return found.some(({ verdict }) => verdict === "bad") ? exitCodes.findings : exitCodes.fine;
  },
});

function nodeState(): Examination {
  const { node, sqlite = "none" } = process.versions;
  const detail = `${node} on ${process.platform} ${process.arch}, SQLite ${sqlite}, dex-connectors ${packageVersion()}`;
  return { subject: "node", verdict: "good", detail };
}

/** A clock before this package was made cannot be right. */
const earliestSensibleTime = Date.UTC(2026, 0, 1);

function clockState(): Examination {
  const now = Date.now();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const detail = `${new Date(now).toISOString()} (${timeZone})`;
  return now < earliestSensibleTime
    ? { subject: "clock", verdict: "bad", detail: `${detail} is in the past: deadlines and key windows would be wrong` }
    : { subject: "clock", verdict: "good", detail };
}

async function journalStates(path: string | undefined): Promise<readonly Examination[]> {
  if (path === undefined)
    return [{ subject: "journal", verdict: "note", detail: "not looked at; give --journal FILE" }];
  if (!existsSync(path)) return [{ subject: "journal", verdict: "bad", detail: `there is no file ${path}` }];
  return [await journalContent(path), await journalOwner(path), await journalSync(path)];
}

async function journalContent(path: string): Promise<Examination> {
  const { observeJournal } = await import("./journal-flag.ts");
  try {
    const counts = await observeJournal("doctor", path, async ({ runner }) => {
      const [records, questions] = await Promise.all([runner.calls.list(), runner.approvals.list()]);
      const unknown = records.filter(({ status }) => status === "outcome_unknown").length;
      const newest = Math.max(0, ...records.map(({ createdAt, finishedAt }) => finishedAt ?? createdAt));
      return { calls: records.length, questions: questions.length, unknown, newest };
    });
    if (counts.newest > Date.now()) {
      const detail = `its newest entry is of ${new Date(counts.newest).toISOString()}, later than this machine's clock`;
      return { subject: "journal", verdict: "bad", detail };
    }
    const detail = `${path} (calls: ${String(counts.calls)}, of unknown outcome: ${String(counts.unknown)}, open questions: ${String(counts.questions)})`;
    return { subject: "journal", verdict: counts.unknown > 0 ? "note" : "good", detail };
  } catch (error) {
    return { subject: "journal", verdict: "bad", detail: messageOf(error) };
  }
}

/** Takes the owner's lock and gives it back at once; somebody who has it is named. */
async function journalOwner(path: string): Promise<Examination> {
  const { OwnerLock } = await import("../engines/sqlite/owner-lock.ts");
  try {
    const lock = await OwnerLock.take(resolve(path), 0, () => Promise.resolve());
    lock.release();
    return { subject: "lock", verdict: "good", detail: "free: nobody runs calls of this journal now" };
  } catch (error) {
    const isLocked = isToolkitError(error) && error.code === "journal_locked";
    return { subject: "lock", verdict: isLocked ? "note" : "bad", detail: messageOf(error) };
  }
}

/** How long this disk takes to make a write durable; every claim waits for it. */
async function journalSync(path: string): Promise<Examination> {
  const { open, rm } = await import("node:fs/promises");
  const probe = resolve(dirname(path), `.dex-connectors-sync-${String(process.pid)}`);
  try {
    const file = await open(probe, "wx", 0o600);
    try {
      await file.write("sync");
      const begin = performance.now();
      await file.sync();
      const tookMs = performance.now() - begin;
      const detail = `a write is durable after ${tookMs.toFixed(1)} ms in ${dirname(resolve(path))}`;
      return { subject: "sync", verdict: "good", detail };
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
  } catch (error) {
    return { subject: "sync", verdict: "bad", detail: messageOf(error) };
  }
}

async function connectionExaminations(env: CommandContext["env"]): Promise<readonly Examination[]> {
  try {
    const states = await connectionStates(env);
    if (states.length === 0) return [{ subject: "connections", verdict: "note", detail: "none is set up" }];
    return states.map(({ connector, name, isComplete, faults }) => ({
      subject: "connection",
      verdict: isComplete ? "good" : "bad",
      detail: `${connector}/${name}${isComplete ? " is complete" : `: ${faults.join("; ")}`}`,
    }));
  } catch (error) {
    return [{ subject: "connections", verdict: "bad", detail: messageOf(error) }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const colors: Readonly<Record<Examination["verdict"], Color>> = { good: "green", note: "yellow", bad: "red" };

function writeExamination(output: Output, { subject, verdict, detail }: Examination): void {
  writeLine(output, `${paint(output, colors[verdict], verdict.padEnd(4))}  ${subject.padEnd(11)}  ${detail}`);
}
