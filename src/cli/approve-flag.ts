/** `--approve`: who answers the questions of a command that runs calls. */

import type { Approver } from "../core/approval.ts";
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

/** `onLeft` is told when the person at the terminal leaves a question open. */
export function answeringOf(
  mode: ApproveMode,
  context: CommandContext,
  onLeft: (error: QuestionLeftOpenError) => void,
): Answering {
  const isAttended = context.stdin.isTTY === true && context.stderr.isTerminal;
  if (mode === "later" || (mode === "ask" && !isAttended)) return { approver: undefined, whenApprovalNeeded: "return" };
  const approver = mode === "ask" ? watched(createTerminalApprover({ input: context.stdin }), onLeft) : fixed(mode);
  return { approver, whenApprovalNeeded: "wait" };
}

function fixed(mode: "all" | "none"): Approver {
  const decidedBy = `--approve ${mode}`;
  return { ask: async () => ({ decision: mode === "all" ? "approve" : "reject", decidedBy }) };
}

function watched(approver: Approver, onLeft: (error: QuestionLeftOpenError) => void): Approver {
  return {
    async ask(question, options) {
      try {
        return await approver.ask(question, options);
      } catch (error) {
        if (error instanceof QuestionLeftOpenError) onLeft(error);
        throw error;
      }
    },
  };
}
