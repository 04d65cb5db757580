/** A tool as the runner applies it, for hosts and for `tools`. */

import type { EffectClass } from "../core/effect.ts";
import type { Tool } from "../core/tool.ts";
import type { Toolbox } from "./toolbox.ts";

/** A tool with effect and approval decided; `requiresApproval` may still be a predicate over the arguments. */
export type RunnerTool = Tool & { readonly effect: EffectClass; readonly warnings: readonly string[] };

export function listRunnerTools(toolbox: Toolbox): readonly RunnerTool[] {
  return [...toolbox.values()].map((resolved) => ({
    ...resolved.tool,
    effect: resolved.effect,
    requiresApproval: resolved.approval,
    warnings: resolved.warnings,
  }));
}
