/** Brings open questions to the approvers and their answers back. A question is carried once; what becomes of it is decided by the fold. */

import type { Approver, Decision, Question, Verdict } from "../core/approval.ts";
import { handedOut } from "./handed-out.ts";
import type { QuestionDocument } from "./session.ts";

export interface QuestionDesk {
  /** Looks at a question as committed: carries it while it is open, calls it back when it is not. */
  see(document: QuestionDocument): void;
  /** Calls every question back. */
  close(): void;
}

export interface DeskOptions {
  readonly approvers: readonly Approver[];
  decide(decision: Decision): Promise<Verdict>;
  /** An approver threw or its decision was refused; the question stays open. */
  trouble(question: Question, reason: string): void;
}

/** A program that answers with the same invalid edit again and again is stopped here; a person has long given up. */
const maxAsks = 20;

export function createQuestionDesk(options: DeskOptions): QuestionDesk {
  const carried = new Map<string, AbortController>();
  let isClosed = false;

  const carry = async (approver: Approver, question: Question, signal: AbortSignal): Promise<void> => {
    try {
      let refusal: string | undefined;
      for (let asked = 1; ; asked += 1) {
        const answer = await approver.ask(handedOut(question), { signal, refusal });
        if (signal.aborted) return;
        const { questionId } = question;
        if (answer.questionId !== undefined && answer.questionId !== questionId) {
          return options.trouble(question, "the approver answered another question than the one it was asked");
        }
        const verdict = await options.decide({ ...answer, questionId });
        if (verdict.accepted) return;
        if (verdict.code !== "invalid_edit" || asked === maxAsks) return options.trouble(question, verdict.message);
        refusal = verdict.message;
      }
    } catch (error) {
      if (!signal.aborted) options.trouble(question, error instanceof Error ? error.message : "the approver failed");
    }
  };

  return {
    see({ question, state }) {
      const { questionId } = question;
      if (state !== "open") {
        carried.get(questionId)?.abort();
        carried.delete(questionId);
        return;
      }
      if (isClosed || options.approvers.length === 0 || carried.has(questionId)) return;
      const controller = new AbortController();
      carried.set(questionId, controller);
      for (const approver of options.approvers) void carry(approver, question, controller.signal);
    },
    close() {
      isClosed = true;
      for (const controller of carried.values()) controller.abort();
      carried.clear();
    },
  };
}
