/** What a response would do: which calls would run, ask, be refused, repeated or skipped. Nothing is connected or sent. */

import type { CallError } from "../core/call.ts";
import type { EffectClass } from "../core/effect.ts";
import type { JsonObject } from "../core/json.ts";
import { systemClock } from "../core/system-clock.ts";
import { createRedactor } from "../run/redact.ts";
import { resolveCalls } from "../run/intake.ts";
import type { ResponseRequest } from "../run/request.ts";
import type { ResolvedCall } from "../run/session.ts";
import { createToolboxLoader } from "../run/toolbox.ts";
import { createInputChecker } from "../tools/input-checker.ts";
import type { Output } from "./command.ts";
import { openManifest } from "./connector-argument.ts";
import { offeredTools } from "./offered-tools.ts";
import { type Color, paint, writeLine } from "./output.ts";
import { writeTable } from "./table.ts";

/** What would become of a call, as far as it is known before the calls in front of it have run. */
export interface PlannedCall {
  readonly position: number;
  readonly tool: string;
  readonly would: "run" | "ask" | "be refused" | "be a repeat" | "be skipped";
  readonly effect: EffectClass;
  readonly arguments: JsonObject | string;
  readonly error?: CallError;
}

export async function planResponse(
  request: ResponseRequest,
  connectors: readonly string[],
): Promise<readonly PlannedCall[]> {
  const manifests = await Promise.all(connectors.map(openManifest));
  const toolbox = createToolboxLoader({
    sources: [offeredTools(manifests)],
    policies: {},
    defaultEffect: "unclassified",
    checker: createInputChecker(),
    warn: () => undefined,
  });
  const tools = { toolbox: await toolbox({}), redactor: createRedactor([]), clock: systemClock };
  return toPlan(await resolveCalls(request, request.calls, tools));
}

/** Follows the order of writes: after a refused one the later ones are skipped, an equal earlier one stands for a later one. */
function toPlan(calls: readonly ResolvedCall[]): readonly PlannedCall[] {
  const seen = new Set<string>();
  let isStopped = false;
  return calls.map((call, position) => {
    const { facts, refusal, tool, effect } = call;
    const planned = { position, tool, effect, arguments: call.arguments };
    if (isStopped && facts.isOrdered) return { ...planned, would: "be skipped" };
    if (refusal !== undefined) {
      isStopped ||= facts.isOrdered;
      return { ...planned, would: "be refused", error: refusal };
    }
    const { equality } = facts;
    if (equality !== undefined && seen.has(equality) && facts.allowRepeat !== true)
      return { ...planned, would: "be a repeat" };
    if (equality !== undefined) seen.add(equality);
    return { ...planned, would: call.requiresApproval ? "ask" : "run" };
  });
}

const colors: Readonly<Record<PlannedCall["would"], Color>> = {
  run: "green",
  ask: "yellow",
  "be refused": "red",
  "be a repeat": "dim",
  "be skipped": "dim",
};

export function writePlan(output: Output, plan: readonly PlannedCall[]): void {
  const rows = plan.map(({ position, would, tool, effect }) => [
    String(position),
    paint(output, colors[would], would),
    tool,
    effect,
  ]);
  writeTable(output, ["#", "would", "tool", "effect"], rows);
  for (const { position, error } of plan) {
    if (error !== undefined)
      writeLine(output, `${String(position)}: ${error.message} ${JSON.stringify(error.faults ?? "")}`);
  }
}
