/** Questions for people, and their decisions on the way to the fold. */

import type { Decision, Question, Verdict } from "../core/approval.ts";
import { parseCallKey } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolContext } from "../core/tool.ts";
import type { ClientInput, ResolvedEdit } from "./client-input.ts";
import { argumentFacts, checkArguments } from "./intake.ts";
import { findAll } from "./recovery.ts";
import type { Redactor } from "./redact.ts";
import type { QuestionDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import type { ResolvedTool, Toolbox } from "./toolbox.ts";

export interface RunnerApprovals {
  /** Open questions, oldest first. */
  list(filter?: { readonly sessionId?: string }): Promise<readonly Question[]>;
  /** Decides one question. Never throws for what a person did: a decision that changes nothing is told why. */
  decide(decision: Decision): Promise<Verdict>;
}

export interface ApprovalParts {
  readonly engine: Engine;
  post(session: string, id: string, body: ClientInput): Promise<Json | undefined>;
  toolbox(context: ToolContext): Toolbox | Promise<Toolbox>;
  redactor(): Redactor;
  ready(): Promise<void>;
}

export function createApprovals(parts: ApprovalParts): RunnerApprovals {
  const { engine, post } = parts;

  const find = async (questionId: string): Promise<QuestionDocument | undefined> => {
    const place = parseCallKey(questionId.replace(/:q[0-9]+$/, ""));
    if (place === undefined) return undefined;
    return (await engine.item(place.sessionId, itemIds.question(questionId))) as unknown as
      | QuestionDocument
      | undefined;
  };

  const decide = async (decision: Decision): Promise<Verdict> => {
    checkDecision(decision);
    await parts.ready();
    const { questionId } = decision;
    const known = await find(questionId);
    const place = known && parseCallKey(known.question.key);
    if (known === undefined || place === undefined) {
      return { accepted: false, code: "unknown_question", message: `there is no question ${questionId}` };
    }
    const { sessionId } = place;
    const toolbox = await parts.toolbox({ sessionId });
    const tool = known.state === "open" ? toolbox.get(known.question.tool) : undefined;
    // Without any tools (someone who only decides) nothing can be compared here; the runner that owns them does it.
    // A rejection runs nothing, so it needs no comparison.
    const isCompared = known.state === "open" && toolbox.size > 0 && decision.decision === "approve";
    const change = isCompared ? changeOf(known.question, tool) : undefined;
    if (change !== undefined) {
      await post(sessionId, `reask/${questionId}`, {
        kind: "reask",
        questionId,
        reason: change,
        connectorVersion: tool?.tool.connector?.version,
      });
      return { accepted: false, code: "withdrawn", message: `${change} while the question waited; it is asked anew` };
    }
    const edit = await resolveEdit(decision, tool, parts.redactor());
    if ("accepted" in edit) return edit;
    const reply = await post(sessionId, `decide/${crypto.randomUUID()}`, {
      kind: "decide",
      questionId,
      decision: decision.decision,
      decidedBy: decision.decidedBy,
      comment: decision.comment,
      edit: edit.edit,
    });
    return reply as unknown as Verdict;
  };

  return {
    async list(filter = {}) {
      await parts.ready();
      const found = await findAll(engine, "question", "open", filter.sessionId);
      return found.map(({ value }) => (value as unknown as QuestionDocument).question);
    },
    decide,
  };
}

function checkDecision(decision: Decision): void {
  const { questionId, decision: word, decidedBy, comment } = decision;
  const wrong =
    typeof questionId !== "string"
      ? "questionId: expected a text"
      : word !== "approve" && word !== "reject"
        ? `decision: expected "approve" or "reject"`
        : typeof decidedBy !== "string" || decidedBy === ""
          ? "decidedBy: expected the name of who decides"
          : comment !== undefined && typeof comment !== "string"
            ? "comment: expected a text"
            : undefined;
  if (wrong !== undefined) throw new ToolkitError("invalid_request", wrong);
}

/** What about the tool is no longer as it was when the question was asked. */
function changeOf(question: Question, tool: ResolvedTool | undefined): string | undefined {
  if (tool === undefined) return `the tool ${question.tool} is gone`;
  const { connector } = tool.tool;
  if (connector?.version !== question.connectorVersion) return `the connector of ${question.tool} changed`;
  const { connection } = question;
  const isSame =
    connector?.connection.name === connection?.name && connector?.connection.connector === connection?.connector;
  return isSame ? undefined : `the connection of ${question.tool} changed`;
}

/** Checks edited arguments like a model's own; an invalid edit leaves the question open. */
async function resolveEdit(
  decision: Decision,
  tool: ResolvedTool | undefined,
  redactor: Redactor,
): Promise<{ readonly edit: ResolvedEdit | undefined } | Verdict> {
  if (decision.arguments === undefined || decision.decision === "reject") return { edit: undefined };
  if (tool === undefined) {
    const message = "edited arguments can only be checked by a runner that has the tool; nothing changed";
    return { accepted: false, code: "invalid_edit", message };
  }
  const checked = await checkArguments(decision.arguments, tool, redactor);
  if (!checked.isValid) {
    const places = checked.faults.map(
      (fault) => `${fault.pointer === "" ? "the arguments" : fault.pointer}: ${fault.expected}`,
    );
    return { accepted: false, code: "invalid_edit", message: `the edited arguments are invalid: ${places.join("; ")}` };
  }
  return { edit: { arguments: checked.value, ...argumentFacts(tool, checked.value, true) } };
}
