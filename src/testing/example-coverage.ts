/** Counts what the examples of an operation prove: branches, rules of its classification, cells of the probe grid. */

import { classify } from "../core/classification.ts";
import type { RequestFault } from "../core/manifest-classify.ts";
import type { Manifest, Operation } from "../core/manifest.ts";
import { readAnswer } from "../http/answer.ts";
import type { ObservedExchange } from "./example-client.ts";
import type { ExampleFault, OperationCoverage, Proof } from "./example-report.ts";
import type { Replay } from "./replay-example.ts";

/** The status codes of the probe grid. */
const STATUSES = [200, 204, 301, 400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429, 500, 502, 503, 504] as const;

const FAULTS: readonly RequestFault[] = [
  "dns",
  "connect",
  "tls",
  "timeout",
  "reset",
  "truncated",
  "oversize",
  "invalidBody",
  "schemaMismatch",
];

/** Gathers proofs while examples run; a lookup's exchanges count for the query that was asked. */
export class CoverageCount {
  readonly #manifest: Manifest;
  readonly #branches = new Map<string, Set<string>>();
  readonly #rules = new Map<string, Set<string>>();
  readonly #cells = new Map<string, Set<string>>();

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  add(operation: Operation, replay: Replay): void {
    entry(this.#branches, operation.name).add(replay.branch);
    for (const observed of replay.observed) this.#addExchange(observed);
  }

  of(operation: Operation): OperationCoverage {
    // The implicit branches are proved by the toolkit's own tests.
    const branches = Object.values(operation.branches).filter(({ implicit }) => !implicit);
    const rules =
      operation.implementation.kind === "request"
        ? operation.classification.rules.map((_rule, index) => String(index + 1))
        : [];
    const cells = [...STATUSES.map(String), ...FAULTS];
    return {
      operation: operation.name,
      examples: operation.examples.length,
      branches: proof(
        branches.map(({ id }) => id),
        entry(this.#branches, operation.name),
      ),
      rules: proof(rules, entry(this.#rules, operation.name)),
      cells: proof(cells, entry(this.#cells, operation.name)),
    };
  }

  /** Whether a rule, which several operations may share as a default, is proved by any of them. */
  isRuleProved(operation: Operation, number: string): boolean {
    const text = ruleText(operation, number);
    return Object.values(this.#manifest.operations).some((other) =>
      [...entry(this.#rules, other.name)].some((proved) => ruleText(other, proved) === text),
    );
  }

  #addExchange({ outcome, operation: name, isResend, exchange }: ObservedExchange): void {
    const operation = this.#manifest.operations[name];
    if (operation === undefined || operation.implementation.kind !== "request" || outcome.kind === "refused") return;
    const cells = entry(this.#cells, name);
    if (exchange?.respond.fault !== undefined) cells.add(exchange.respond.fault);
    if (outcome.kind === "fault") {
      const { fault, head } = outcome;
      this.#addRule(operation, { status: head?.status, headers: head?.headers ?? {}, fault, isResend });
      return;
    }
    const { scope, plainBody, fault } = readAnswer(outcome, operation.implementation.request.response);
    if (fault === undefined) cells.add(String(scope.status));
    this.#addRule(operation, { status: scope.status, headers: scope.headers, body: plainBody, fault, isResend });
  }

  #addRule(operation: Operation, observation: Parameters<typeof classify>[1]): void {
    const { rule } = classify(operation.classification, observation);
    const index = rule === undefined ? -1 : operation.classification.rules.indexOf(rule);
    if (index !== -1) entry(this.#rules, operation.name).add(String(index + 1));
  }
}

/** What is missing, as findings. */
export function coverageFaults(
  operation: Operation,
  coverage: OperationCoverage,
  count: CoverageCount,
): readonly ExampleFault[] {
  const place = { severity: "warning", operation: operation.name } as const;
  if (operation.examples.length === 0) {
    const branches = coverage.branches.unproved.join(", ");
    return [
      { kind: "branch_unproved", rule: "DC9004", ...place, message: `it has no example; nothing proves ${branches}` },
    ];
  }
  const faults: ExampleFault[] = coverage.branches.unproved.map((branch) => ({
    kind: "branch_unproved",
    rule: "DC9004",
    ...place,
    message: `no example ends in the branch ${branch}`,
  }));
  for (const number of coverage.rules.unproved) {
    if (count.isRuleProved(operation, number)) continue;
    faults.push({
      kind: "rule_unproved",
      rule: "DC9004",
      ...place,
      message: `no example is decided by rule ${number} of classify`,
    });
  }
  const isWrite =
    operation.kind === "mutation" && operation.agent.exposed && operation.implementation.kind === "request";
  if (isWrite && !coverage.cells.proved.some((cell) => cell === "reset" || cell === "timeout")) {
    faults.push({
      kind: "fault_unproved",
      rule: "DC9005",
      ...place,
      message: "no example loses the answer (fault: reset or timeout)",
    });
  }
  return faults;
}

function ruleText(operation: Operation, number: string): string {
  return JSON.stringify(operation.classification.rules[Number(number) - 1]);
}

function proof(all: readonly string[], proved: ReadonlySet<string>): Proof {
  return { proved: all.filter((each) => proved.has(each)), unproved: all.filter((each) => !proved.has(each)) };
}

function entry(map: Map<string, Set<string>>, name: string): Set<string> {
  const known = map.get(name) ?? new Set<string>();
  map.set(name, known);
  return known;
}
