/** Runs a connector's examples: replays, comparisons, twins for safe writes, and what no example proves. */

import type { Example } from "../core/manifest-example.ts";
import type { Manifest, Operation } from "../core/manifest.ts";
import { CoverageCount, coverageFaults } from "./example-coverage.ts";
import type { ExampleFault, ExampleReport } from "./example-report.ts";
import { exampleSubject, type ConnectorWithCode, type ExampleSubject } from "./example-subject.ts";
import { compareInvalid, compareReplay, replayExample, type Replay } from "./replay-example.ts";

export interface TestConnectorOptions {
  /** Only examples whose `operation/name` holds this text; coverage is not judged then. */
  readonly filter?: string | undefined;
}

/** Two moments that differ in everything a payload may be tempted to hold. */
const FIRST_TIME = Date.parse("2026-03-10T12:00:00Z");
const SECOND_TIME = Date.parse("2031-07-04T01:02:03Z");

/**
 * Replays every example of a manifest on loopback and says what differs and what no example proves.
 *
 * Takes a checked manifest, or a connector (`{ manifest, connect }`) whose handlers run as they are. Sends nothing off
 * this machine. Example values: each secret is the text `example-<name>`, settings have their defaults, and the call's
 * key is always the same, so that derived keys can be written down. Running it twice gives the same.
 */
export async function testConnector(
  connector: Manifest | ConnectorWithCode,
  options: TestConnectorOptions = {},
): Promise<ExampleReport> {
  const subject = exampleSubject(connector);
  const count = new CoverageCount(subject.manifest);
  const operations = Object.values(subject.manifest.operations);
  const faults: ExampleFault[] = [];
  let run = 0;
  const failed = new Set<Example>();
  for (const operation of operations) {
    for (const example of operation.examples) {
      if (options.filter !== undefined && !`${operation.name}/${example.name}`.includes(options.filter)) continue;
      run += 1;
      const found = await runExample(subject, operation, example, count);
      if (found.length > 0) failed.add(example);
      faults.push(...found);
    }
  }
  const coverage = operations.map((operation) => count.of(operation));
  if (options.filter === undefined) {
    for (const [index, operation] of operations.entries()) {
      const covered = coverage[index];
      if (covered !== undefined) faults.push(...coverageFaults(operation, covered, count));
    }
  }
  return { connector: subject.manifest.connector.id, passed: run - failed.size, failed: failed.size, faults, coverage };
}

async function runExample(
  subject: ExampleSubject,
  operation: Operation,
  example: Example,
  count: CoverageCount,
): Promise<readonly ExampleFault[]> {
  if (!subject.canRun(operation)) {
    const message = "its handler is code, and only the manifest was given";
    return [{ kind: "not_run", severity: "warning", operation: operation.name, example: example.name, message }];
  }
  if (example.kind === "invalid") return compareInvalid(subject, operation, example);
  const replay = await replayExample(subject, operation, example, FIRST_TIME);
  if ("kind" in replay) return [replay];
  count.add(operation, replay);
  const faults = compareReplay(operation, example, replay);
  if (operation.effect !== "idempotent_write") return faults;
  const twin = await replayExample(subject, operation, example, SECOND_TIME);
  return "kind" in twin ? faults : [...faults, ...stabilityFaults(operation, example, replay, twin)];
}

/** A safe write sends the same bytes in every attempt and in every replay: its key is not its only identity. */
function stabilityFaults(operation: Operation, example: Example, one: Replay, other: Replay): readonly ExampleFault[] {
  const faults: ExampleFault[] = [];
  for (const [index, request] of one.received) {
    const twin = other.received.get(index);
    if (twin !== undefined && !withoutPort(twin.wire).equals(withoutPort(request.wire))) {
      const message = `request ${String(index + 1)} differs between two replays of one call`;
      faults.push({
        kind: "unstable_payload",
        rule: "DC6004",
        severity: "error",
        operation: operation.name,
        example: example.name,
        message,
      });
    }
  }
  return faults;
}

/** Each replay has a server of its own: its port is no part of the payload. */
function withoutPort(wire: Buffer): Buffer {
  return Buffer.from(wire.toString("latin1").replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1"), "latin1");
}
