/** Replays one example against the stand-in and compares what was sent and how the call ended. */

import { canonicalText } from "../core/canonical.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import type { Example } from "../core/manifest-example.ts";
import type { Operation } from "../core/manifest.ts";
import type { Outcome } from "../run/outcome.ts";
import type { ObservedExchange } from "./example-client.ts";
import type { ExampleFault } from "./example-report.ts";
import type { ExampleSubject, RunningExample } from "./example-subject.ts";
import { requestDifferences } from "./expected-request.ts";
import { RESULT_WARNING } from "../http/branch-ending.ts";
import { onlyTool, replayCall } from "./replay-call.ts";
import type { ReceivedRequest } from "./request-reader.ts";
import { createStandInProvider, type StandInProvider } from "./stand-in-provider.ts";

type CallExample = Extract<Example, { kind: "call" }>;

/** What a replay showed, for the comparison and for the count of what examples prove. */
export interface Replay {
  readonly outcome: Outcome;
  /** The branch it ended in: `uncertain` and `defect` stand for the endings that no rule named. */
  readonly branch: string;
  readonly observed: readonly ObservedExchange[];
  readonly received: ReadonlyMap<number, ReceivedRequest>;
  readonly begun: number;
}

/** Replays the example; the clock starts at `startAt`. Gives the fault when its input is no input. */
export async function replayExample(
  subject: ExampleSubject,
  operation: Operation,
  example: CallExample,
  startAt: number,
): Promise<Replay | ExampleFault> {
  const request = operation.implementation.kind === "request" ? operation.implementation.request : undefined;
  const provider = await createStandInProvider(example.exchange, request?.maxResponseBytes ?? 4_194_304);
  const running = await subject.start(operation, provider);
  try {
    const checked = (await onlyTool(running.source)).check(example.input);
    if (!checked.isValid) return inputFault(operation, example, checked.faults[0]?.pointer ?? "");
    return await replayed(running, provider, checked.value, startAt);
  } finally {
    await running.close();
    await provider.close();
  }
}

async function replayed(
  running: RunningExample,
  provider: StandInProvider,
  input: JsonObject,
  startAt: number,
): Promise<Replay> {
  const outcome = await replayCall({
    source: running.source,
    input,
    clock: skippingClock(startAt),
    onAttempt: running.onAttempt,
  });
  const branch = outcome.branch ?? (outcome.status === "outcome_unknown" ? "uncertain" : "defect");
  return { outcome, branch, observed: running.observed(), received: provider.received, begun: provider.begun() };
}

/** Everything that differs between the example and its replay. */
export function compareReplay(operation: Operation, example: CallExample, replay: Replay): readonly ExampleFault[] {
  return [
    ...endingFaults(operation, example, replay),
    ...exchangeFaults(operation, example, replay),
    ...firedFaults(operation, example, replay),
  ];
}

function endingFaults(
  operation: Operation,
  example: CallExample,
  { outcome, branch }: Replay,
): readonly ExampleFault[] {
  const { result } = example;
  const place = { severity: "error", operation: operation.name, example: example.name } as const;
  const isSameRecord = result.record === undefined || result.record === outcome.status;
  if (branch !== result.branch || !isSameRecord) {
    const said = `${result.branch}${result.record === undefined ? "" : ` (${result.record})`}`;
    const why = outcome.error === undefined ? "" : `: ${outcome.error.message}`;
    const message = `it ended in ${branch} (${outcome.status}), the example says ${said}${why}`;
    return [{ kind: "ending_differs", rule: "DC9003", ...place, message }];
  }
  const faults: ExampleFault[] = [];
  if (canonicalText(result.output ?? null) !== canonicalText(outcome.output ?? null)) {
    const message = `the output is ${canonicalText(outcome.output ?? null)}, the example says ${canonicalText(result.output ?? null)}`;
    faults.push({ kind: "output_differs", rule: "DC9002", ...place, message });
  }
  const isMismatchMeant = example.exchange.some(({ respond }) => respond.fault === "schemaMismatch");
  const warnings = (outcome.warnings ?? []).filter((warning) => warning.startsWith(RESULT_WARNING));
  for (const warning of isMismatchMeant ? [] : warnings) {
    faults.push({ kind: "output_differs", rule: "DC9002", ...place, message: warning });
  }
  return faults;
}

function exchangeFaults(operation: Operation, example: CallExample, replay: Replay): readonly ExampleFault[] {
  const place = { severity: "error", operation: operation.name, example: example.name } as const;
  const faults: ExampleFault[] = [];
  if (replay.begun !== example.exchange.length) {
    const message = `${String(replay.begun)} requests were sent, the example has ${String(example.exchange.length)} exchanges`;
    faults.push({ kind: "exchange_count", ...place, message });
  }
  for (const [index, { expect }] of example.exchange.entries()) {
    const received = replay.received.get(index);
    if (expect === undefined || received === undefined) continue;
    for (const difference of requestDifferences(expect, received)) {
      faults.push({ kind: "request_differs", ...place, message: `request ${String(index + 1)}: ${difference}` });
    }
  }
  return faults;
}

/** A fault that did not happen proves nothing, whatever the call ended in. */
function firedFaults(operation: Operation, example: CallExample, replay: Replay): readonly ExampleFault[] {
  const faults: ExampleFault[] = [];
  for (const [index, { outcome, exchange }] of replay.observed.entries()) {
    const declared = exchange?.respond.fault;
    if (declared === undefined || declared === "schemaMismatch") continue;
    const happened =
      outcome.kind === "fault" ? outcome.fault : outcome.kind === "response" ? "invalidBody" : outcome.kind;
    if (happened === declared) continue;
    const message = `exchange ${String(index + 1)} declares the fault ${declared}, on the wire it was ${happened}`;
    faults.push({
      kind: "fault_not_fired",
      severity: "error",
      operation: operation.name,
      example: example.name,
      message,
    });
  }
  const isMismatchMeant = example.exchange.some(({ respond }) => respond.fault === "schemaMismatch");
  if (isMismatchMeant && (replay.outcome.warnings ?? []).length === 0 && replay.outcome.status === "succeeded") {
    const message = "the example declares schemaMismatch, and the output fits its schema";
    faults.push({
      kind: "fault_not_fired",
      severity: "error",
      operation: operation.name,
      example: example.name,
      message,
    });
  }
  return faults;
}

/** An example of an input that the schema must refuse at a place. */
export async function compareInvalid(
  subject: ExampleSubject,
  operation: Operation,
  example: Extract<Example, { kind: "invalid" }>,
): Promise<readonly ExampleFault[]> {
  const provider = await createStandInProvider([], 0);
  const running = await subject.start(operation, provider);
  try {
    const checked = isJsonObject(example.input) ? (await onlyTool(running.source)).check(example.input) : undefined;
    if (checked?.isValid === false && checked.faults.some(({ pointer }) => pointer === example.pointer)) return [];
    const places =
      checked?.isValid === false ? checked.faults.map(({ pointer }) => pointer || "the whole").join(", ") : "nothing";
    const message = `the schema finds fault with ${places}, the example says ${example.pointer}`;
    const place = { severity: "error", operation: operation.name, example: example.name } as const;
    return [{ kind: "input_judged_otherwise", rule: "DC9001", ...place, message }];
  } finally {
    await running.close();
    await provider.close();
  }
}

function inputFault(operation: Operation, example: CallExample, pointer: string): ExampleFault {
  const message = `the input is refused by the operation's schema at ${pointer || "the whole"}`;
  return {
    kind: "input_judged_otherwise",
    rule: "DC9001",
    severity: "error",
    operation: operation.name,
    example: example.name,
    message,
  };
}

/** Time that passes by sleeping only: waits of hours are over at once, and nothing depends on how busy the machine is. */
function skippingClock(startAt: number): Clock {
  let time = startAt;
  return {
    now: () => time,
    monotonic: () => time,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.reject(new Error("stopped"));
      time += ms;
      return Promise.resolve();
    },
  };
}
