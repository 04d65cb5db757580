/** `--approve`: who answers the questions of a command that runs calls. */

import type { Approver, Question } from "../core/approval.ts";
import { createTerminalApprover } from "../approvers/terminal.ts";
import { QuestionLeftOpenError } from "../approvers/terminal/question-left-open.ts";
import type { CommandContext, FlagSpecs } from "./command.ts";

export const approveFlag = {
  approve: {
    type: "string",
    choices: ["ask", "all", "none", "later"],
    description: "Asks in the terminal (default), approves or rejects every question, or leaves them for later.",
  },
} as const satisfies FlagSpecs;

export type ApproveMode = (typeof approveFlag.approve.choices)[number];

/** How questions are answered; without an approver they stay open and the command returns when nothing else can run. */
export interface Answering {
  readonly approver: Approver | undefined;
  readonly whenApprovalNeeded: "wait" | "return";
}

export interface AnsweringOptions {
  /** The questions that are this command's to answer. A journal may hold others, which stay as they are. */
  isOwn(question: Question): boolean;
  /** The person at the terminal left a question open. */
  onLeft(error: QuestionLeftOpenError): void;
}

export function answeringOf(mode: ApproveMode, context: CommandContext, options: AnsweringOptions): Answering {
  const isAttended = context.stdin.isTTY === true && context.stderr.isTerminal;
  if (mode === "later" || (mode === "ask" && !isAttended)) return { approver: undefined, whenApprovalNeeded: "return" };
  const approver = mode === "ask" ? watched(createTerminalApprover({ input: context.stdin }), options) : fixed(mode);
  return { approver: onlyOwn(approver, options), whenApprovalNeeded: "wait" };
}

function fixed(mode: "all" | "none"): Approver {
  const decidedBy = `--approve ${mode}`;
  // The model reads a rejection's comment, and must not take it for the word of a person.
  return mode === "all"
    ? { ask: async () => ({ decision: "approve", decidedBy }) }
    : { ask: async () => ({ decision: "reject", decidedBy, comment: "the command was told to approve nothing" }) };
}

function watched(approver: Approver, answering: AnsweringOptions): Approver {
  return {
    async ask(question, options) {
      try {
        return await approver.ask(question, options);
      } catch (error) {
        if (error instanceof QuestionLeftOpenError) answering.onLeft(error);
        throw error;
      }
    },
  };
}

/** Leaves the questions of others alone: they are neither shown nor answered. */
function onlyOwn(approver: Approver, answering: AnsweringOptions): Approver {
  return {
    ask: (question, options) =>
      answering.isOwn(question) ? approver.ask(question, options) : untilAborted(options.signal),
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(signal.reason as Error);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
