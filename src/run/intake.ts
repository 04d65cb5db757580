/**
 * Resolves the calls of a response before anything runs: names, arguments, effect, approval.
 * What it decides is recorded, so that folding stays pure and a later change of policy changes later calls only.
 */

import { allOf } from "../core/all-of.ts";
import { closestName } from "../core/closest-name.ts";
import { callIdAt } from "../core/call.ts";
import type { CallError } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { maxJsonBytes, parseJsonText } from "../core/json-text.ts";
import { defaultRetryPolicy } from "../core/retry.ts";
import type { InputCheck, InputFault } from "../core/tool.ts";
import { mustAsk } from "./approval-rule.ts";
import type { CheckTools } from "./check-arguments.ts";
import { checkArguments, isCheckedBeyondSchema } from "./check-arguments.ts";
import type { CheckedCalls } from "./checked-calls.ts";
import { digestOf } from "./digest.ts";
import { sizeOfJson } from "./json-size.ts";
import { toPlainJson } from "./plain-json.ts";
import { previewOf } from "./preview.ts";
import type { Redactor } from "./redact.ts";
import type { RequestedCall, ResponseRequest } from "./request.ts";
import type { CallFacts, ResolvedCall } from "./session.ts";
import { keyOf } from "./session.ts";
import type { ResolvedTool, Toolbox } from "./toolbox.ts";
import { invalidArgumentsError, unknownToolError } from "./wording.ts";

export interface IntakeTools extends CheckTools {
  readonly toolbox: Toolbox;
  /** Remembers what was checked; left out where nothing runs. */
  readonly checked?: CheckedCalls;
}

type Place = Pick<ResponseRequest, "sessionId" | "turnId" | "responseId">;

/** Resolves every call; synchronous unless a validator or an approval predicate is not. */
export function resolveCalls(
  place: Place,
  calls: readonly RequestedCall[],
  tools: IntakeTools,
): readonly ResolvedCall[] | Promise<readonly ResolvedCall[]> {
  return allOf(calls.map((call, position) => resolveCall(place, call, position, tools)));
}

function resolveCall(
  place: Place,
  call: RequestedCall,
  position: number,
  tools: IntakeTools,
): ResolvedCall | Promise<ResolvedCall> {
  const callId = callIdAt(place.responseId, position);
  const tool = tools.toolbox.get(call.name);
  if (tool === undefined) return unknownTool(call, callId, position, tools);
  const checked = checkArguments(call.arguments, tool, tools);
  if (checked instanceof Promise) {
    return checked.then(async (input) => resolveChecked(place, call, callId, position, tool, input, tools));
  }
  return resolveChecked(place, call, callId, position, tool, checked, tools);
}

function unknownTool(call: RequestedCall, callId: string, position: number, tools: IntakeTools): ResolvedCall {
  const names = [...tools.toolbox.keys()];
  const given = tools.redactor.text(call.name).value;
  return {
    callId,
    modelCallId: call.id ?? "",
    tool: given,
    arguments: keptArguments(call.arguments, tools.redactor),
    effect: "unclassified",
    requiresApproval: false,
    facts: { ...unknownFacts, position },
    warnings: [],
    refusal: unknownToolError(given, closestName(given, names), names),
  };
}

const unknownFacts: CallFacts = {
  position: 0,
  isOrdered: true,
  mechanism: "none",
  hasLookup: false,
  timeoutMs: 0,
  retry: defaultRetryPolicy,
  downtimeCounts: false,
};

/** The arguments of a call that never runs, kept for the record without secrets. */
function keptArguments(args: string | JsonObject, redactor: Redactor): JsonObject | string {
  if (typeof args === "string") {
    const reading = parseJsonText(args);
    if (reading.isValid && isJsonObject(reading.value)) return redactor.json(reading.value).value as JsonObject;
    return startOf(args, redactor);
  }
  const { value } = toPlainJson(args);
  if (sizeOfJson(value) > maxJsonBytes) return startOf(JSON.stringify(value), redactor);
  return redactor.json(value).value as JsonObject;
}

/** The beginning of arguments that are no object, or too long for one. */
function startOf(text: string, redactor: Redactor): string {
  return redactor.text(text).value.slice(0, 4_096);
}

function resolveChecked(
  place: Place,
  call: RequestedCall,
  callId: string,
  position: number,
  tool: ResolvedTool,
  input: InputCheck,
  tools: IntakeTools,
): ResolvedCall | Promise<ResolvedCall> {
  if (!input.isValid) {
    const args = keptArguments(call.arguments, tools.redactor);
    const refusal = invalidArguments(input.faults, tools.redactor);
    return resolved(call, callId, tool, args, tool.approval !== false, factsOf(tool, position, noFacts), refusal);
  }
  const args = input.value;
  const finish = (isAsked: boolean): ResolvedCall => {
    const facts = factsOf(tool, position, argumentFacts(tool, args, isAsked));
    if (isCheckedBeyondSchema(tool, tools.redactor)) tools.checked?.note(key, facts.digest, tools.redactor);
    return resolved(call, callId, tool, args, isAsked, facts, undefined);
  };
  const { sessionId, turnId } = place;
  const key = keyOf(sessionId, turnId, callId);
  const asks = mustAsk(tool.approval, args, { key, sessionId, turnId, tool: tool.tool.name }, tools.clock);
  return asks instanceof Promise ? asks.then(finish) : finish(asks);
}

/** Each field is there from the start, so that all calls have one shape. */
function resolved(
  call: RequestedCall,
  callId: string,
  { tool, effect }: ResolvedTool,
  args: JsonObject | string,
  requiresApproval: boolean,
  facts: CallFacts,
  refusal: CallError | undefined,
): ResolvedCall {
  return {
    callId,
    modelCallId: call.id ?? "",
    tool: tool.name,
    connection: tool.connector?.connection,
    arguments: args,
    effect,
    requiresApproval,
    facts,
    warnings: noWarnings,
    refusal,
  };
}

const noWarnings: readonly string[] = [];

/** What is recorded of a tool with a call of it. */
function factsOf(
  { tool, isOrdered, execution }: ResolvedTool,
  position: number,
  ofArguments: ArgumentFacts,
): CallFacts {
  const { connector } = tool;
  return {
    position,
    isOrdered,
    connectorVersion: connector?.version,
    mechanism: connector?.mechanism ?? "none",
    hasLookup: connector?.hasLookup ?? false,
    lookupWaitMs: connector?.lookupWaitMs,
    timeoutMs: execution.timeoutMs,
    retry: execution.retry,
    downtimeCounts: execution.downtimeCounts,
    digest: ofArguments.digest,
    preview: ofArguments.preview,
    equality: ofArguments.equality,
    allowRepeat: tool.allowRepeat === true ? true : undefined,
    maxResultBytes: tool.maxResultBytes,
  };
}

export type ArgumentFacts = Pick<CallFacts, "digest" | "preview" | "equality">;

const noFacts: ArgumentFacts = {};

/** What follows from the arguments; made again when a person edits them. */
export function argumentFacts({ tool, hasEquality }: ResolvedTool, args: JsonObject, isAsked: boolean): ArgumentFacts {
  if (!isAsked && !hasEquality) return noFacts;
  const { name, connector } = tool;
  const connection = connector?.connection;
  return {
    digest: digestOf(args),
    preview: previewOf(name, connection, args, connector?.previewTemplate),
    equality: hasEquality ? digestOf([name, connection?.connector ?? "", connection?.name ?? "", args]) : undefined,
  };
}

function invalidArguments(faults: readonly InputFault[], redactor: Redactor): CallError {
  // What was given is shown cut, so the end of a secret may be missing.
  const cleaned = redactor.pieces(faults as unknown as Json).value;
  return invalidArgumentsError(cleaned, faults.length);
}
