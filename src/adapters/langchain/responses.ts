/** The responses of the model on their way to the runner, and the questions that a paused graph carries. */

import type { Question, Verdict } from "../../core/approval.ts";
import type { CallRecord } from "../../core/call.ts";
import { isJsonObject } from "../../core/json.ts";
import { BatchGathering, releaseGraceMs } from "../../run/batch-gather.ts";
import type { NamedBatch } from "../../run/batch-repeat.ts";
import type { BatchShell, Standing } from "../../run/batch.ts";
import { isPending } from "../../run/batch.ts";
import type { RunnerApprovals } from "../../run/approvals.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { Interrupt } from "./host.ts";
import type { GraphResponse } from "./response-of.ts";
import { Turnstile } from "./turnstile.ts";

/** What a paused graph holds for a call: the question, or the write it stands behind. */
export type LangChainPause =
  | { readonly kind: "approval"; readonly question: Question; readonly refused?: string }
  /** Nothing to answer: resume it together with the others. */
  | { readonly kind: "waiting"; readonly key: string; readonly tool: string };

const noResponse =
  "the graph's state has no message of the model with this very call; give the tools to createAgent, keep the conversation in `messages`, and leave the arguments of a call as the model wrote them";

const heldBack =
  "the graph did not run all calls of this response (a middleware answered one or changed its arguments, or maxConcurrency is set), so their order cannot be kept";

/** A response while calls of it are inside. */
interface OpenResponse {
  readonly turnstile: Turnstile;
  /** What of it is run, once that is known. */
  readonly gathered: Promise<Gathered>;
  users: number;
  records: readonly CallRecord[];
}

/** `isComplete`: every call of it has arrived, or it was handed over before. */
interface Gathered {
  readonly batch: NamedBatch;
  readonly gathering: BatchGathering;
  readonly isComplete: Promise<boolean>;
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

  /** How the call stands. Where a person must decide and the graph can pause, LangGraph's own signal is thrown instead. */
  async run(
    response: GraphResponse | undefined,
    call: RequestedCall,
    signal: AbortSignal | undefined,
  ): Promise<Standing> {
    if (response === undefined) return this.#parts.shell.refuse(call, noResponse);
    const { id } = response.whole;
    const open = this.#open.get(id) ?? this.#opened(response);
    this.#open.set(id, open);
    open.users += 1;
    try {
      return await this.#enter(open, call, signal);
    } finally {
      open.users -= 1;
      if (open.users === 0) this.#open.delete(id);
    }
  }

  #opened(response: GraphResponse): OpenResponse {
    return { turnstile: new Turnstile(), gathered: this.#gather(response), users: 0, records: [] };
  }

  /** A response that was handed over before is met whole, whatever the graph has answered since. */
  async #gather({ whole, open }: GraphResponse): Promise<Gathered> {
    const { shell } = this.#parts;
    // Whoever cannot read the journal is told so by what is done next.
    const isKnown = async (batch: NamedBatch): Promise<boolean> => shell.isKnown(batch).catch(() => true);
    const batch = whole === open || (await isKnown(whole)) ? whole : open;
    const gathering = new BatchGathering(batch.ordinal);
    for (const call of batch.calls) gathering.announce(call);
    gathering.close();
    const isComplete = isKnown(batch).then((known) => known || gathering.allReleased(releaseGraceMs));
    return { batch, gathering, isComplete };
  }

  async #enter(open: OpenResponse, call: RequestedCall, signal: AbortSignal | undefined): Promise<Standing> {
    const { batch, gathering, isComplete } = await open.gathered;
    const position = gathering.releaseEqual(call)?.position;
    if (position === undefined) return this.#parts.shell.refuse(call, noResponse);
    // Nothing runs before every call is there: what a middleware holds back is not to run behind its back.
    if (!(await isComplete)) return this.#parts.shell.refuse(call, heldBack);
    const record = await open.turnstile.pass(position, async () => this.#stand(batch, position, open, signal));
    return { record, isRepeat: batch.isRepeat };
  }

  async #stand(
    batch: NamedBatch,
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
      if (pause === undefined) return record;
      refused = await this.#decide(interrupt(pause), pause);
    }
  }

  /** `undefined` where no question can be read: the runner was closed. */
  async #pauseOf(
    { key, tool, sessionId }: CallRecord,
    refused: string | undefined,
  ): Promise<LangChainPause | undefined> {
    const questions = await this.#parts.approvals.list({ sessionId }).catch(() => undefined);
    if (questions === undefined) return undefined;
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
    try {
      const verdict: Verdict = await this.#parts.approvals.decide(
        answer as unknown as Parameters<RunnerApprovals["decide"]>[0],
      );
      return verdict.accepted ? undefined : verdict.message;
    } catch (error) {
      return `the decision could not be taken: ${error instanceof Error ? error.message : "the runner failed"}`;
    }
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
