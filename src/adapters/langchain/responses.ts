/** The responses of the model on their way to the runner, and the questions that a paused graph carries. */

import type { Question, Verdict } from "../../core/approval.ts";
import type { CallRecord } from "../../core/call.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Batch } from "../../run/batch-id.ts";
import { batchResponseId } from "../../run/batch-id.ts";
import type { BatchShell } from "../../run/batch.ts";
import { isPending, refusedRecord } from "../../run/batch.ts";
import type { RunnerApprovals } from "../../run/approvals.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { Interrupt } from "./host.ts";
import { positionsOf } from "./response-of.ts";
import { Turnstile } from "./turnstile.ts";

/** What a paused graph holds for a call: the question, or the write it stands behind. */
export type LangChainPause =
  | { readonly kind: "approval"; readonly question: Question; readonly refused?: string }
  /** Nothing to answer: resume it together with the others. */
  | { readonly kind: "waiting"; readonly key: string; readonly tool: string };

const noResponse =
  "the graph's state has no message of the model with this call; give the tools to createAgent, or keep the conversation in `messages`";

/** A response while calls of it are inside. */
interface OpenResponse {
  readonly turnstile: Turnstile;
  users: number;
  records: readonly CallRecord[];
}

export interface ResponsesParts {
  readonly shell: BatchShell;
  readonly approvals: RunnerApprovals;
  /** Absent: calls wait inside the tool. */
  readonly interrupt: Interrupt | undefined;
}

export class GraphResponses {
  readonly #parts: ResponsesParts;
  readonly #open = new Map<string, OpenResponse>();

  constructor(parts: ResponsesParts) {
    this.#parts = parts;
  }

  /** The call's record. Where a person must decide and the graph can pause, LangGraph's own signal is thrown instead. */
  async run(batch: Batch | undefined, call: RequestedCall, signal: AbortSignal | undefined): Promise<CallRecord> {
    const position = batch === undefined ? -1 : (positionsOf(call, batch)[0] ?? -1);
    if (batch === undefined || position === -1) return refusedRecord(this.#parts.shell, call, noResponse);
    const id = batchResponseId(batch);
    const response = this.#open.get(id) ?? { turnstile: new Turnstile(), users: 0, records: [] };
    this.#open.set(id, response);
    response.users += 1;
    try {
      return await response.turnstile.pass(position, async () => this.#stand(batch, position, response, signal));
    } finally {
      response.users -= 1;
      if (response.users === 0) this.#open.delete(id);
    }
  }

  async #stand(
    batch: Batch,
    position: number,
    response: OpenResponse,
    signal: AbortSignal | undefined,
  ): Promise<CallRecord> {
    const { shell, interrupt } = this.#parts;
    const whenApprovalNeeded = interrupt === undefined ? "wait" : "return";
    let refused: string | undefined;
    for (;;) {
      // What one of the calls has seen ended need not be asked for again.
      const seen = response.records[position];
      if (seen === undefined || isPending(seen))
        response.records = await shell.settle(batch, { whenApprovalNeeded, signal });
      const record = response.records[position];
      if (record === undefined) throw new Error(`the runner gave no record for call ${String(position)}`);
      if (interrupt === undefined || !isPending(record)) return record;
      const pause = await this.#pauseOf(record, refused);
      refused = await this.#decide(interrupt(pause), pause);
    }
  }

  async #pauseOf({ key, tool, sessionId }: CallRecord, refused: string | undefined): Promise<LangChainPause> {
    const questions = await this.#parts.approvals.list({ sessionId });
    const question = questions.find((open) => open.key === key);
    if (question === undefined) return { kind: "waiting", key, tool };
    return { kind: "approval", question, ...(refused === undefined ? {} : { refused }) };
  }

  /**
   * A resume value decides only when it names the question; anything else just lets the call look again. What looks like a
   * decision and is none is told with the next pause.
   */
  async #decide(answer: unknown, pause: LangChainPause): Promise<string | undefined> {
    if (pause.kind !== "approval") return undefined;
    if (!isJsonObject(answer) || answer["questionId"] !== pause.question.questionId) {
      return misunderstanding(answer, pause.question);
    }
    const verdict: Verdict = await this.#parts.approvals.decide(
      answer as unknown as Parameters<RunnerApprovals["decide"]>[0],
    );
    return verdict.accepted ? undefined : verdict.message;
  }
}

/** Words and keys that somebody resumes with who means to decide. */
const decisionWords = new Set(["approve", "approved", "reject", "rejected", "decision", "decisions", "yes", "no"]);

/** Why a resume value decided nothing, where it seems to have been meant to. */
function misunderstanding(answer: unknown, { questionId }: Question): string | undefined {
  if (isJsonObject(answer) && typeof answer["questionId"] === "string") {
    return `the resume value decides question ${answer["questionId"]}, and this pause is about ${questionId}: resume each pause by its own id`;
  }
  const words = isJsonObject(answer) ? Object.keys(answer) : [answer];
  if (!words.some((word) => typeof word === "boolean" || decisionWords.has(String(word).toLowerCase())))
    return undefined;
  return `the resume value decided nothing: it has to be { questionId: "${questionId}", decision: "approve" or "reject", decidedBy }`;
}
