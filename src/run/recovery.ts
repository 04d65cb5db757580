/** What a start leaves for people to look at. */

import type { Question } from "../core/approval.ts";
import type { CallRecord } from "../core/call.ts";
import type { Engine, FoundItem } from "../core/engine.ts";
import { handedOut } from "./handed-out.ts";
import type { CallDocument, QuestionDocument, ResponseDocument } from "./session.ts";

/** A response that is open and does not go on by itself. */
export interface HeldResponse {
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
  /** Wall time in milliseconds. */
  readonly lastEntryAt: number;
}

export interface RunnerRecovery {
  /** Calls of unknown outcome that nobody has settled. */
  readonly unknown: readonly CallRecord[];
  readonly held: readonly HeldResponse[];
  readonly questions: readonly Question[];
}

export async function recoveryOf(engine: Engine): Promise<RunnerRecovery> {
  const [unknown, held, questions] = await Promise.all([
    findAll(engine, "call", "outcome_unknown"),
    findAll(engine, "response", "held"),
    findAll(engine, "question", "open"),
  ]);
  return {
    unknown: unknown.map(({ value }) => handedOut((value as unknown as CallDocument).record)),
    held: held.map(({ value }) => {
      const { sessionId, turnId, responseId, lastEntryAt } = value as unknown as ResponseDocument;
      return { sessionId, turnId, responseId, lastEntryAt };
    }),
    questions: questions.map(({ value }) => handedOut((value as unknown as QuestionDocument).question)),
  };
}

/** Every item of a kind and status, page by page. */
export async function findAll(
  engine: Engine,
  kind: string,
  status: string | readonly string[] | undefined,
  session?: string,
): Promise<readonly FoundItem[]> {
  const all: FoundItem[] = [];
  const statuses = typeof status === "string" ? [status] : status;
  for (let after: FoundItem | undefined; ;) {
    const page = await engine.find({
      kind,
      status: statuses,
      session,
      ...(after === undefined ? {} : { after: { session: after.session, id: after.id } }),
    });
    all.push(...page);
    after = page.at(-1);
    if (page.length < 1_000 || after === undefined) return all;
  }
}
