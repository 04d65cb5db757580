/** One line for a fault that an example showed: what, where in the file, and the next step. It judges nothing. */

import { readFileSync } from "node:fs";
import { assertNever } from "../core/assert-never.ts";
import { checkManifest } from "../manifest/check-manifest.ts";
import { placeSpan } from "../manifest/rules/create-context.ts";
import { ruleOf } from "../manifest/rules/registry.ts";
import type { ExampleFault, ExampleFaultKind } from "../testing/example-report.ts";
import type { Output } from "./command.ts";
import { paint } from "./output.ts";

/** Where the example stands, or the operation that lacks one: `file:line`, or the file alone when it cannot be read. */
export function examplePlaces(path: string): (fault: ExampleFault) => string {
  let checked: ReturnType<typeof checkManifest> | undefined;
  return ({ operation, example }) => {
    checked ??= checkManifest(readFileSync(path), path);
    const { root, source } = checked;
    if (root?.kind !== "map") return path;
    const pointer = `/operations/${operation}${example === undefined ? "" : `/examples/${example}`}`;
    return `${path}:${String(source.rangeOf(placeSpan(root, { pointer, on: "key" })).start.line)}`;
  };
}

export function exampleFaultLine(output: Output, place: string, fault: ExampleFault): string {
  const severity = paint(output, fault.severity === "error" ? "red" : "yellow", fault.severity);
  const rule = fault.rule === undefined ? "" : `[${fault.rule}]`;
  const subject = fault.example === undefined ? fault.operation : `${fault.operation}/${fault.example}`;
  const kind = fault.kind.replaceAll("_", "-");
  return `${severity}${rule} ${kind}: ${subject}: ${fault.message}; ${nextStep(fault)}  ${place}`;
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
