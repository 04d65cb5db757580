/** Holds the definition of a function tool against what is documented, before anybody can call it. */

import type { EffectClass } from "../core/effect.ts";
import { ToolkitError } from "../core/error.ts";
import { isJsonObject } from "../core/json.ts";
import type { RetryPolicy } from "../core/retry.ts";
import type { FunctionTool } from "./function-tool.ts";
import { isApprovalRule } from "./approval-rule.ts";
import { requireKnownKeys } from "./known-keys.ts";

const toolKeys = [
  "name",
  "description",
  "inputSchema",
  "outputSchema",
  "policy",
  "inputValidator",
  "allowRepeat",
  "timeoutMs",
  "retry",
  "maxResultBytes",
  "execute",
];
const effects: readonly EffectClass[] = ["read", "idempotent_write", "non_idempotent_write", "unclassified"];
const maxTimeoutMs = 86_400_000;

/** Throws `invalid_definition` with the tool's name, the key and what would be right. */
export function checkFunctionTool(tool: FunctionTool): void {
  requireKnownKeys(tool, toolKeys, "a function tool");
  const refuse = (reason: string): never => {
    throw new ToolkitError("invalid_definition", `function tool ${JSON.stringify(tool.name)}: ${reason}`);
  };
  const demand = (isRight: boolean, reason: string): void => {
    if (!isRight) refuse(reason);
  };
  demand(
    typeof tool.name === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(tool.name),
    "name must be 1 to 64 letters, digits, _ or -",
  );
  demand(typeof tool.description === "string" && tool.description !== "", "description must say what the tool does");
  demand(isJsonObject(tool.inputSchema), "inputSchema must be a JSON Schema object");
  demand(typeof tool.execute === "function", "execute must be a function");
  demand(
    isWhole(tool.timeoutMs ?? 1, maxTimeoutMs),
    `timeoutMs must be a whole number from 1 to ${String(maxTimeoutMs)}`,
  );
  demand(isWhole(tool.maxResultBytes ?? 1, 4_194_304), "maxResultBytes must be a whole number from 1 to 4194304");
  checkPolicy(tool.policy, demand);
  checkRetry(tool.retry, demand);
}

type Demand = (isRight: boolean, reason: string) => void;

function checkPolicy(policy: FunctionTool["policy"], demand: Demand): void {
  if (policy === undefined) return;
  requireKnownKeys(policy, ["effect", "requiresApproval"], "a tool's policy");
  demand(
    policy.effect === undefined || effects.includes(policy.effect),
    `policy.effect must be one of ${effects.join(", ")}`,
  );
  const rule = policy.requiresApproval;
  demand(rule === undefined || isApprovalRule(rule), "policy.requiresApproval must be true, false or a function");
}

function checkRetry(retry: Partial<RetryPolicy> | undefined, demand: Demand): void {
  if (retry === undefined) return;
  requireKnownKeys(retry, ["attempts", "initial", "factor", "max", "total", "jitter"], "a tool's retry");
  const { attempts = 1, initial = 0, factor = 1, max = 0, total = 0, jitter = "full" } = retry;
  demand(isWhole(attempts, 20), "retry.attempts must be a whole number from 1 to 20");
  demand(
    [initial, max, total].every((ms) => Number.isFinite(ms) && ms >= 0),
    "retry.initial, max and total are milliseconds",
  );
  demand(Number.isFinite(factor) && factor >= 1, "retry.factor must be 1 or more");
  demand(jitter === "full" || jitter === "none", 'retry.jitter must be "full" or "none"');
}

function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
