/** Puts a call to a person inside one fold: the question, its deadline, and the call that waits for it. */

import { visible } from "../core/visible-text.ts";
import type { Draft } from "./draft.ts";
import { withCallState, withRecord } from "./draft.ts";
import { callAt } from "./end-call.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { ResponseDocument } from "./session.ts";
import { documentVersion, questionIdOf } from "./session.ts";
import { equalCallNotice } from "./wording-people.ts";

/** `earlier` names equal calls of unknown outcome that the person must see. */
export function ask(
  draft: Draft,
  response: ResponseDocument,
  position: number,
  rules: FoldRules,
  earlier?: readonly string[],
): void {
  const call = callAt(draft, response, position);
  const { record, facts } = call;
  const questionId = questionIdOf(record.key, call.questions + 1);
  const preview = facts.preview ?? "";
  const question = {
    questionId,
    key: record.key,
    tool: record.tool,
    connection: record.connection,
    connectorVersion: facts.connectorVersion,
    arguments: typeof record.arguments === "string" ? {} : record.arguments,
    digest: facts.digest ?? "",
    askedAt: draft.now,
    expiresAt: draft.now + rules.approvalDeadlineMs,
    preview:
      earlier === undefined ? preview : `${earlier.map((key) => equalCallNotice(visible(key))).join("\n")}\n${preview}`,
  };
  draft.setQuestion({
    v: documentVersion,
    question,
    turnId: response.turnId,
    responseId: response.responseId,
    position,
    state: "open",
    ...(earlier === undefined ? {} : { earlier }),
  });
  draft.setAlarm(questionId, question.expiresAt);
  draft.setCall({ ...withRecord(call, { status: "awaiting_approval" }), questionId, questions: call.questions + 1 });
  draft.setResponse(withCallState(response, position, { status: "awaiting_approval" }, draft.now));
  draft.emit({ kind: "asked", at: draft.now, key: record.key, questionId });
}
