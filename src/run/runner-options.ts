/** The options of a runner: shapes, defaults and the check that refuses unknown keys. */

import type { Approver } from "../core/approval.ts";
import type { Clock } from "../core/clock.ts";
import type { EffectClass } from "../core/effect.ts";
import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { ToolPolicy, ToolSource } from "../core/tool.ts";
import type { FoldRules } from "./fold-rules.ts";
import { defaultFoldRules } from "./fold-rules.ts";

export interface ToolRunnerOptions {
  readonly toolSources: readonly ToolSource[];
  /** Keeps the calls. Default: the memory engine, which forgets. */
  readonly engine?: Engine;
  /** Carries questions to a person; without one they wait for `approvals.decide`. Several: the first valid decision wins. */
  readonly approver?: Approver | readonly Approver[];
  /** By tool name. An `effect` is ignored, with a warning, for connector tools. */
  readonly toolPolicies?: Readonly<Record<string, ToolPolicy>>;
  /** For tools without a policy or trusted hints. Default `unclassified`. */
  readonly defaultEffect?: EffectClass;
  readonly clock?: Clock;
  /** How young a response must be to go on by itself after a restart, in milliseconds. Default 10 minutes. */
  readonly resumeWithinMs?: number;
  /** How long a question waits, in milliseconds: 1 s to 30 d. Default 24 h. */
  readonly approvalDeadlineMs?: number;
  /** What happens to a write that equals one of unknown outcome: it is refused (default) or put to a person. */
  readonly onEqualUnknown?: "refuse" | "ask";
}

const minApprovalDeadlineMs = 1_000;
const maxApprovalDeadlineMs = 30 * 24 * 60 * 60_000;

const keys: ReadonlySet<string> = new Set<keyof ToolRunnerOptions>([
  "toolSources",
  "engine",
  "approver",
  "toolPolicies",
  "defaultEffect",
  "clock",
  "resumeWithinMs",
  "approvalDeadlineMs",
  "onEqualUnknown",
]);

const effects: ReadonlySet<string> = new Set<EffectClass>([
  "read",
  "idempotent_write",
  "non_idempotent_write",
  "unclassified",
]);

/** Throws `invalid_configuration` for an unknown key or a value outside its range. */
export function checkRunnerOptions(options: ToolRunnerOptions): void {
  for (const key of Object.keys(options)) {
    if (!keys.has(key)) refuse(key, `one of ${[...keys].join(", ")}`);
  }
  if (!Array.isArray(options.toolSources)) refuse("toolSources", "a list of tool sources");
  checkEffect("defaultEffect", options.defaultEffect);
  for (const [name, policy] of Object.entries(options.toolPolicies ?? {})) checkPolicy(`toolPolicies.${name}`, policy);
  const { approvalDeadlineMs: deadline, resumeWithinMs: resume, onEqualUnknown } = options;
  if (deadline !== undefined && !(deadline >= minApprovalDeadlineMs && deadline <= maxApprovalDeadlineMs)) {
    refuse("approvalDeadlineMs", `${String(minApprovalDeadlineMs)} to ${String(maxApprovalDeadlineMs)} milliseconds`);
  }
  if (resume !== undefined && !(resume >= 0)) refuse("resumeWithinMs", "0 or more milliseconds");
  if (onEqualUnknown !== undefined && onEqualUnknown !== "refuse" && onEqualUnknown !== "ask") {
    refuse("onEqualUnknown", `"refuse" or "ask"`);
  }
}

function checkPolicy(place: string, policy: ToolPolicy): void {
  for (const key of Object.keys(policy)) {
    if (key !== "effect" && key !== "requiresApproval") refuse(`${place}.${key}`, "effect or requiresApproval");
  }
  checkEffect(`${place}.effect`, policy.effect);
  const { requiresApproval: rule } = policy;
  if (rule !== undefined && typeof rule !== "boolean" && typeof rule !== "function") {
    refuse(`${place}.requiresApproval`, "true, false or a predicate");
  }
}

function checkEffect(place: string, effect: string | undefined): void {
  if (effect !== undefined && !effects.has(effect)) refuse(place, `one of ${[...effects].join(", ")}`);
}

function refuse(place: string, expected: string): never {
  throw new ToolkitError("invalid_configuration", `${place}: expected ${expected}`, { details: { place, expected } });
}

export function foldRulesOf(options: ToolRunnerOptions, startedAt: number): FoldRules {
  return {
    startedAt,
    resumeWithinMs: options.resumeWithinMs ?? defaultFoldRules.resumeWithinMs,
    approvalDeadlineMs: options.approvalDeadlineMs ?? defaultFoldRules.approvalDeadlineMs,
    onEqualUnknown: options.onEqualUnknown ?? defaultFoldRules.onEqualUnknown,
  };
}
