/** Puts a question of the journal to the person behind an MCP client, and brings the answer back. Decides nothing. */

import type { Decision, Question, Verdict } from "../../core/approval.ts";
import type { CallRecord } from "../../core/call.ts";
import { isJsonObject } from "../../core/json.ts";
import type { RunnerApprovals } from "../../run/approvals.ts";
import type { SealedCall } from "./call-identity.ts";
import type { McpContext, McpInputRequired, McpSdk, McpServer, McpStateCodec } from "./sdk.ts";

/** The client's answers are found under this name. */
const answerKey = "approval";

const answerSchema = {
  type: "object" as const,
  properties: {
    decision: {
      type: "string",
      enum: ["approve", "reject"],
      description: "Whether the call may run exactly as shown.",
    },
    comment: { type: "string", description: "For the model, when it is rejected." },
  } as unknown as Record<string, never>,
  required: ["decision"],
};

export interface QuestionParts {
  readonly sdk: McpSdk;
  readonly codec: McpStateCodec;
  readonly approvals: RunnerApprovals;
}

/** The open question about a call. */
export async function questionAbout(record: CallRecord, approvals: RunnerApprovals): Promise<Question | undefined> {
  const open = await approvals.list({ sessionId: record.sessionId });
  return open.find((question) => question.key === record.key);
}

/** Whether the person behind the client can be asked through it: by a form, which is what an empty capability means. */
export function canAsk(server: McpServer, context: McpContext, sdk: McpSdk): boolean {
  const claimed = context.mcpReq.envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY];
  const capabilities = claimed ?? server.server.getClientCapabilities();
  const elicitation = isJsonObject(capabilities) ? capabilities["elicitation"] : undefined;
  return isJsonObject(elicitation) && ("form" in elicitation || !("url" in elicitation));
}

export async function askThroughClient(
  question: Question,
  call: Omit<SealedCall, "questionId">,
  context: McpContext,
  { sdk, codec }: QuestionParts,
): Promise<McpInputRequired> {
  const asked = sdk.inputRequired.elicit({ message: question.preview, requestedSchema: answerSchema });
  const requestState = await codec.mint({ ...call, questionId: question.questionId }, context);
  return sdk.inputRequired({ inputRequests: { [answerKey]: asked as never }, requestState });
}

/** What became of an answer: no answer, a decision that was taken, or the reason why not. */
export type Answered =
  | { readonly kind: "none" | "dismissed" }
  | { readonly kind: "decided"; readonly verdict: Verdict };

/** An answer counts only together with the signed state of its question. */
export async function takeAnswer(
  { questionId }: SealedCall,
  context: McpContext,
  decidedBy: string,
  { sdk, approvals }: QuestionParts,
): Promise<Answered> {
  const answer = sdk.inputResponse(context.mcpReq.inputResponses, answerKey);
  if (answer.kind !== "elicit") return { kind: "none" };
  if (answer.action === "cancel") return { kind: "dismissed" };
  const decision = decisionOf(answer.action, answer.content);
  if (decision === undefined) return { kind: "none" };
  return { kind: "decided", verdict: await approvals.decide({ questionId, decidedBy, ...decision }) };
}

function decisionOf(
  action: "accept" | "decline",
  content: Readonly<Record<string, unknown>> | undefined,
): Pick<Decision, "decision" | "comment"> | undefined {
  const comment = typeof content?.["comment"] === "string" ? { comment: content["comment"] } : {};
  if (action === "decline") return { decision: "reject", ...comment };
  const decision = content?.["decision"];
  return decision === "approve" || decision === "reject" ? { decision, ...comment } : undefined;
}
