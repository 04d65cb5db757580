/** What people and applications said, on its way into the fold: without the secrets that the journal's owner knows. */

import type { Verdict } from "../core/approval.ts";
import type { EngineInput } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { ClientInput, DecideInput, SettleInput } from "./client-input.ts";
import type { Redactor } from "./redact.ts";

/** The same input where nothing was said. A process that only left it for the owner knows no secrets. */
export function withoutSecrets(input: EngineInput, redactor: () => Redactor): EngineInput {
  if (input.from !== "client") return input;
  const body = input.body as unknown as ClientInput;
  if (body.kind !== "decide" && body.kind !== "settle") return input;
  const cleaned = body.kind === "decide" ? cleanDecision(body, redactor()) : cleanSettlement(body, redactor());
  return { ...input, body: cleaned as unknown as Json };
}

/** Why edited arguments that another process left are not taken: the owner knows more secrets than it did. The question stays open. */
export function secretEdit(input: EngineInput, redactor: () => Redactor): Verdict | undefined {
  if (input.from !== "client") return undefined;
  const body = input.body as unknown as ClientInput;
  if (body.kind !== "decide" || body.edit === undefined || !redactor().finds(body.edit.arguments)) return undefined;
  return {
    accepted: false,
    code: "invalid_edit",
    message: "the edited arguments hold a known secret; nothing changed",
  };
}

function cleanDecision(input: DecideInput, redactor: Redactor): DecideInput {
  const decidedBy = redactor.text(input.decidedBy).value;
  const comment = input.comment === undefined ? undefined : redactor.text(input.comment).value;
  return { ...input, decidedBy, comment };
}

function cleanSettlement(input: SettleInput, redactor: Redactor): SettleInput {
  const output = input.output === undefined ? undefined : redactor.json(input.output).value;
  const reason = redactor.text(input.reason).value;
  return { ...input, reason, settledBy: redactor.text(input.settledBy).value, output };
}
