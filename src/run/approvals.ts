/** Questions for people, and their decisions on the way to the fold. */

import type { Decision, Question, Verdict, VerdictCode } from "../core/approval.ts";
import { parseCallKey } from "../core/call.ts";
import { isJsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import { isSameConnection } from "../core/tool.ts";
import type { ResolvedEdit } from "./client-input.ts";
import { closedVerdict } from "./fold-question.ts";
import { handedOut } from "./handed-out.ts";
import type { CheckTools } from "./check-arguments.ts";
import { checkArguments } from "./check-arguments.ts";
import { argumentFacts } from "./intake.ts";
import { findAll } from "./recovery.ts";
import type { PostInput, RunnerContext } from "./runner-context.ts";
import type { QuestionDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import type { ResolvedTool } from "./toolbox.ts";
import { toolsIfListed } from "./toolbox.ts";

export interface RunnerApprovals {
  /** Open questions, oldest first. */
  list(filter?: { readonly sessionId?: string }): Promise<readonly Question[]>;
  /** Decides one question. Never throws for what a person did: a decision that changes nothing is told why. */
  decide(decision: Decision): Promise<Verdict>;
}

export type ApprovalParts = Pick<RunnerContext, "engine" | "clock" | "post" | "toolbox" | "redactor" | "checked"> & {
  readonly ready: () => Promise<void>;
};

export function createApprovals(parts: ApprovalParts): RunnerApprovals {
  return {
    async list(filter = {}) {
      await parts.ready();
      const found = await findAll(parts.engine, "question", "open", filter.sessionId);
      return found.map(({ value }) => handedOut((value as unknown as QuestionDocument).question));
    },
    async decide(decision) {
      const fault = decisionFault(decision);
      if (fault !== undefined) return fault;
      await parts.ready();
      const known = await find(parts, decision.questionId);
      if (known === undefined) {
        return refused("unknown_question", `there is no question ${decision.questionId}`);
      }
      return known.state === "open" ? decide(parts, known, decision) : closedVerdict(known, decision);
    },
  };
}

async function find({ engine }: ApprovalParts, questionId: string): Promise<QuestionDocument | undefined> {
  const place = parseCallKey(questionId.replace(/:q[0-9]+$/, ""));
  if (place === undefined) return undefined;
  return (await engine.item(place.sessionId, itemIds.question(questionId))) as unknown as QuestionDocument | undefined;
}

async function decide(parts: ApprovalParts, known: QuestionDocument, decision: Decision): Promise<Verdict> {
  const { engine, clock, post, checked } = parts;
  const { question } = known;
  const sessionId = parseCallKey(question.key)?.sessionId ?? "";
  // Someone who only decides has no tools to compare: the attempt does it. A rejection runs nothing.
  const isApproved = decision.decision === "approve";
  const toolbox = isApproved ? await toolsIfListed(parts.toolbox, { sessionId }) : undefined;
  const tool = toolbox?.get(question.tool);
  const change = await reaskIfChanged(question, tool, post);
  if (change !== undefined) return changedVerdict(parts, decision, change);
  const redactor = parts.redactor();
  const edit = await resolveEdit(decision, tool, { redactor, clock });
  if ("accepted" in edit) return edit;
  if (edit.edit !== undefined) checked.note(question.key, edit.edit.digest, redactor);
  const reply = await post(sessionId, `decide/${crypto.randomUUID()}`, {
    kind: "decide",
    questionId: question.questionId,
    decision: decision.decision,
    decidedBy: decision.decidedBy,
    comment: decision.comment,
    leftAt: engine.traits.isObserver ? clock.now() : undefined,
    edit: edit.edit,
  });
  return reply as unknown as Verdict;
}

/** The question was withdrawn, unless its deadline was first. */
async function changedVerdict(parts: ApprovalParts, decision: Decision, change: string): Promise<Verdict> {
  const now = await find(parts, decision.questionId);
  if (now?.state === "expired") return closedVerdict(now, decision);
  return refused("withdrawn", `${change} while the question waited; it is asked anew`);
}

/** Withdraws a question whose tool is no longer what was asked about, and asks anew about what it is now; says what changed. */
export async function reaskIfChanged(
  question: Question,
  tool: ResolvedTool | undefined,
  post: PostInput,
): Promise<string | undefined> {
  const place = parseCallKey(question.key);
  const reason = tool === undefined ? undefined : changeOf(question, tool.tool);
  if (tool === undefined || reason === undefined || place === undefined) return undefined;
  const { questionId } = question;
  const { connector } = tool.tool;
  await post(place.sessionId, `reask/${questionId}`, {
    kind: "reask",
    questionId,
    reason,
    connectorVersion: connector?.version,
    connection: connector?.connection,
    facts: argumentFacts(tool, question.arguments, true),
  });
  return reason;
}

/** A decision that is not of the documented form changes nothing either. */
function decisionFault(decision: Decision): Verdict | undefined {
  if (!isJsonObject(decision)) return refused("unknown_question", "expected an object with questionId and decision");
  const { questionId, decision: word, decidedBy, comment, arguments: _, ...unknown } = decision;
  const [unknownKey] = Object.keys(unknown);
  // Edited arguments under a misspelled name would approve what was meant to be changed.
  if (unknownKey !== undefined) return refused("invalid_edit", `${unknownKey}: a decision has no such member`);
  if (typeof questionId !== "string") return refused("unknown_question", "questionId: expected a text");
  if (word !== "approve" && word !== "reject")
    return refused("invalid_edit", 'decision: expected "approve" or "reject"');
  if (typeof decidedBy !== "string" || decidedBy === "") {
    return refused("invalid_edit", "decidedBy: expected the name of who decides");
  }
  return comment === undefined || typeof comment === "string"
    ? undefined
    : refused("invalid_edit", "comment: expected a text");
}

function refused(code: VerdictCode, message: string): Verdict {
  return { accepted: false, code, message };
}

/** What about the tool is no longer as it was when the question was asked. One that is gone is refused when the call's turn comes. */
function changeOf(question: Question, tool: Tool): string | undefined {
  const { connector } = tool;
  if (!isSameConnection(question.connection, connector?.connection))
    return `the connection of ${question.tool} changed`;
  return connector?.version === question.connectorVersion ? undefined : `the connector of ${question.tool} changed`;
}

/** Checks edited arguments like a model's own; an invalid edit leaves the question open. */
async function resolveEdit(
  decision: Decision,
  tool: ResolvedTool | undefined,
  tools: CheckTools,
): Promise<{ readonly edit: ResolvedEdit | undefined } | Verdict> {
  if (decision.arguments === undefined || decision.decision === "reject") return { edit: undefined };
  if (tool === undefined) {
    const message = "edited arguments can only be checked by a runner that has the tool; nothing changed";
    return { accepted: false, code: "invalid_edit", message };
  }
  const checked = await checkArguments(decision.arguments, tool, tools);
  if (!checked.isValid) {
    const places = checked.faults.map(
      (fault) => `${fault.pointer === "" ? "the arguments" : fault.pointer}: ${fault.expected}`,
    );
    return { accepted: false, code: "invalid_edit", message: `the edited arguments are invalid: ${places.join("; ")}` };
  }
  return { edit: { arguments: checked.value, ...argumentFacts(tool, checked.value, true) } };
}
