/** A fault that an example showed, for people and for programs: what, where in the file, and the next step. It judges nothing. */

import { readFileSync } from "node:fs";
import { assertNever } from "../core/assert-never.ts";
import type { TextRange } from "../core/finding.ts";
import { checkManifest } from "../manifest/check-manifest.ts";
import { placeSpan } from "../manifest/rules/create-context.ts";
import { ruleOf } from "../manifest/rules/registry.ts";
import type { ExampleFault, ExampleFaultKind } from "../testing/example-report.ts";
import type { Output } from "./command.ts";
import { paint } from "./output.ts";

/** Where a fault is to be mended, in the terms of the findings of `validate`. */
export interface ExamplePlace {
  /** The example, or the operation that lacks one. */
  readonly pointer: string;
  /** Absent when the file has no such place, or cannot be understood. */
  readonly range: TextRange | undefined;
}

/** Gives the place of each fault in a manifest's file. */
export function examplePlaces(path: string): (fault: ExampleFault) => ExamplePlace {
  let checked: ReturnType<typeof checkManifest> | undefined;
  return ({ operation, example }) => {
    checked ??= checkManifest(readFileSync(path), path);
    const { root, source } = checked;
    const pointer = `/operations/${operation}${example === undefined ? "" : `/examples/${example}`}`;
    const range = root?.kind === "map" ? source.rangeOf(placeSpan(root, { pointer, on: "key" })) : undefined;
    return { pointer, range };
  };
}

/** A fault for programs: with its place and the next step beside what the replay found. */
export function placedFault(fault: ExampleFault, { pointer, range }: ExamplePlace): object {
  return { ...fault, pointer, ...range, help: nextStep(fault) };
}

export function exampleFaultLine(output: Output, path: string, place: ExamplePlace, fault: ExampleFault): string {
  const severity = paint(output, fault.severity === "error" ? "red" : "yellow", fault.severity);
  const rule = fault.rule === undefined ? "" : `[${fault.rule}]`;
  const subject = fault.example === undefined ? fault.operation : `${fault.operation}/${fault.example}`;
  const kind = fault.kind.replaceAll("_", "-");
  const where = place.range === undefined ? path : `${path}:${String(place.range.start.line)}`;
  return `${severity}${rule} ${kind}: ${subject}: ${fault.message}; ${nextStep(fault)}  ${where}`;
}

function nextStep({ kind, rule, message }: ExampleFault): string {
  // DC9001 has a wording for data of its own; here the replay's words say it.
  if (rule === undefined || rule === "DC9001") return stepOf(kind);
  return ruleOf(rule).text({ message }).help;
}

function stepOf(kind: ExampleFaultKind): string {
  switch (kind) {
    case "request_differs":
      return "correct `request`, or what the example expects of it";
    case "exchange_count":
      return "list every request of the call under `exchange`, re-sends and lookups included";
    case "fault_not_fired":
      return "declare the fault that happens, or an answer";
    case "input_judged_otherwise":
      return "correct the example's `input`, its `invalid`, or the schema";
    case "not_run":
      return "test the connector from a program, with testConnector of dex-connectors/testing";
    case "ending_differs":
    case "output_differs":
    case "unstable_payload":
    case "branch_unproved":
    case "rule_unproved":
    case "fault_unproved":
      return "run `dex-connectors explain` with the rule's number";
    default:
      return assertNever(kind);
  }
}
