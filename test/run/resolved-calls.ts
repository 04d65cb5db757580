/** Calls as intake would resolve them, for tests that begin behind it. */

import type { EffectClass } from "../../src/core/effect.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { defaultRetryPolicy } from "../../src/core/retry.ts";
import type { SubmitInput } from "../../src/run/client-input.ts";
import { digestOf } from "../../src/run/digest.ts";
import type { ResolvedCall } from "../../src/run/session.ts";
import { unknownToolError } from "../../src/run/wording.ts";
import { SESSION } from "./fold-driver.ts";

export interface CallSpec {
  readonly effect?: EffectClass;
  /** A write of a connector. Default: whatever is not a read. */
  readonly isOrdered?: boolean;
  readonly mustAsk?: boolean;
  /** Calls of one text are equal writes; left out, the rule does not apply. */
  readonly equality?: string | undefined;
  readonly allowRepeat?: boolean;
  readonly isRefused?: boolean;
}

export const read: CallSpec = { effect: "read" };
export const write: CallSpec = { effect: "non_idempotent_write" };
export const repeatable: CallSpec = { effect: "idempotent_write" };

function resolvedCall(responseId: string, position: number, spec: CallSpec): ResolvedCall {
  const effect = spec.effect ?? "non_idempotent_write";
  const args: JsonObject = { text: spec.equality ?? `${responseId}.${String(position)}` };
  return {
    callId: `${responseId}.${String(position)}`,
    modelCallId: "",
    tool: "tool",
    arguments: args,
    effect,
    requiresApproval: spec.mustAsk === true,
    facts: {
      position,
      isOrdered: spec.isOrdered ?? effect !== "read",
      mechanism: effect === "idempotent_write" ? "key" : "none",
      hasLookup: false,
      timeoutMs: 1_000,
      retry: defaultRetryPolicy,
      downtimeCounts: false,
      digest: digestOf(args),
      preview: "preview",
      ...(spec.equality === undefined ? {} : { equality: spec.equality }),
      ...(spec.allowRepeat === true ? { allowRepeat: true } : {}),
    },
    warnings: [],
    ...(spec.isRefused === true ? { refusal: unknownToolError("tool", undefined, []) } : {}),
  };
}

export function submitOf(turnId: string, responseId: string, specs: readonly CallSpec[]): SubmitInput {
  const calls = specs.map((spec, position) => resolvedCall(responseId, position, spec));
  const digest = digestOf(specs.map((spec) => JSON.stringify(spec)));
  return { kind: "submit", sessionId: SESSION, turnId, responseId, digest, calls, isCancelled: false };
}

export function keyAt(turnId: string, responseId: string, position: number): string {
  return `${SESSION}/${turnId}/${responseId}.${String(position)}`;
}
