/** Tells approval rules from other values. */

import type { ApprovalRule } from "../core/tool.ts";

/** Whether a value can be an approval rule: true, false or a predicate. */
export function isApprovalRule(rule: unknown): rule is ApprovalRule {
  return typeof rule === "boolean" || typeof rule === "function";
}
