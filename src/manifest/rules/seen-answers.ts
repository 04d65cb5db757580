/**
 * Which rule of a classification an answer or a fault would reach, asked of the same lines that a run uses.
 * It makes up the answers; what they mean is the business of the rules that ask.
 */
import { assertNever } from "../../core/assert-never.ts";
import { classify, meets } from "../../core/classification.ts";
import type { Observation } from "../../core/classification.ts";
import type { Json } from "../../core/json.ts";
import type {
  BodyTest,
  Classification,
  ClassificationRule,
  Condition,
  RequestFault,
} from "../../core/manifest-classify.ts";
import { TextMemo } from "../read/text-memo.ts";
import { pointerSteps } from "../read/tree.ts";
import type { DraftRelated } from "./finding-draft.ts";
import type { OperationContext } from "./rule-context.ts";

/** One rule with the place where it is written. */
export interface PlacedRule {
  readonly rule: ClassificationRule;
  readonly pointer: string;
}

/** The part of an observation that a probe varies. */
export type Probe = Pick<Observation, "status" | "fault" | "isResend">;

/** What can go wrong once bytes have left: then nobody knows whether the provider did its work. */
export const faultsAfterSend: readonly RequestFault[] = [
  "timeout",
  "reset",
  "truncated",
  "oversize",
  "invalidBody",
  "schemaMismatch",
];

/** Statuses that prove nothing about a write: redirects, 408 and whatever a gateway says in the provider's place. */
export function provesNothing(status: number): boolean {
  return status >= 500 || status === 408 || (status >= 300 && status < 400);
}

/** The rules of a declared request in their order; a handler is not classified. */
export function placedRules({ operation, classifyPointers }: OperationContext): readonly PlacedRule[] {
  if (operation.implementation.kind !== "request") return [];
  return operation.classification.rules.flatMap((rule, index) => {
    const pointer = classifyPointers[index];
    return pointer === undefined ? [] : [{ rule, pointer }];
  });
}

const everyStatus = [{ from: 200, to: 599 }];

/** Every status that a condition takes; all that a server may answer when it names none. */
export function statusesOf({ status, fault }: Pick<Condition, "status" | "fault">): readonly number[] {
  if (fault !== undefined) return [];
  return (status ?? everyStatus).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
}

/** Of the statuses that a condition takes, one of each kind that no rule of the list can tell apart. */
export function statusKindsOf(classification: Classification, when: Pick<Condition, "status">): readonly number[] {
  const stretches = stretchesOf(classification);
  return (when.status ?? everyStatus).flatMap(({ from, to }) => {
    const kinds = [from];
    for (let status = from + 1; status <= to; status += 1) {
      if (stretches[status] !== stretches[status - 1]) kinds.push(status);
    }
    return kinds;
  });
}

/** The first probe for which this rule is the one that counts. */
export function reachedBy(
  classification: Classification,
  rule: ClassificationRule,
  probes: readonly Probe[],
): Probe | undefined {
  return unlike(classification, probes).find((probe) =>
    madeUp(rule.when, probe).some((seen) => {
      // A pattern cannot be turned into an example, so nothing is said about what stands before such a rule.
      if (rule.when.body?.kind === "matches") return meets({ ...rule.when, body: undefined }, seen);
      return classify(classification, seen).rule === rule;
    }),
  );
}

/** The first probe that no rule takes. */
export function leftOver(classification: Classification, probes: readonly Probe[]): Probe | undefined {
  return unlike(classification, probes).find(
    (probe) => classify(classification, { ...probe, headers: {} }).rule === undefined,
  );
}

/** One probe of each kind that no rule can tell apart, so that a long list of rules is not asked about each status. */
function unlike(classification: Classification, probes: readonly Probe[]): readonly Probe[] {
  const stretches = stretchesOf(classification);
  const kinds = new Set<number | string>();
  return probes.filter(({ status, fault, isResend }) => {
    const stretch = status === undefined ? -1 : (stretches[status] ?? stretches.length);
    const number = stretch * 2 + Number(isResend);
    const kind = fault === undefined ? number : `${String(number)} ${fault}`;
    const isNew = !kinds.has(kind);
    if (isNew) kinds.add(kind);
    return isNew;
  });
}

const knownStretches = new WeakMap<Classification, Uint16Array>();

/** For each status the first one of the stretch in which all ranges of the list agree. */
function stretchesOf(classification: Classification): Uint16Array {
  const known = knownStretches.get(classification);
  if (known !== undefined) return known;
  const edges: number[] = [];
  for (const { when } of classification.rules) for (const { from, to } of when.status ?? []) edges.push(from, to + 1);
  const stretches = stretchesByEdges.of(edges.join(" "));
  knownStretches.set(classification, stretches);
  return stretches;
}

const stretchesByEdges = new TextMemo((edges) => {
  const stretches = new Uint16Array(600);
  const sorted = edges === "" ? [] : edges.split(" ").map(Number);
  for (const edge of sorted.toSorted((one, other) => one - other)) stretches.fill(edge, edge);
  return stretches;
});

/** Answers with this status or fault that hold the rule's own tests. */
function madeUp({ header, body }: Condition, probe: Probe): readonly Observation[] {
  const wanted = header === undefined ? undefined : headerValue(header);
  const headers = header === undefined || wanted === undefined ? {} : { [header.name]: wanted };
  return bodiesFor(body).map((made) => ({ ...probe, headers, body: made }));
}

function headerValue(header: NonNullable<Condition["header"]>): string | undefined {
  if (header.kind === "equals") return header.value;
  return header.exists ? "1" : undefined;
}

function bodiesFor(test: BodyTest | undefined): readonly (Json | undefined)[] {
  if (test === undefined) return [undefined];
  switch (test.kind) {
    case "equals":
      return [bodyWith(test.at, test.value)];
    case "in":
      return test.values.map((value) => bodyWith(test.at, value));
    case "exists":
      return [test.exists ? bodyWith(test.at, true) : {}];
    case "matches":
      return [undefined];
    default:
      return assertNever(test);
  }
}

function bodyWith(pointer: string, value: Json): Json {
  return pointerSteps(pointer).reduceRight<Json>((inner, step) => ({ [step]: inner }), value);
}

/** Whether a body test reads a word of the provider: something that is there, below the whole body. */
export function isProvidersWord(body: BodyTest | undefined): boolean {
  if (body === undefined) return false;
  return body.kind === "exists" ? body.exists && body.at !== "" : true;
}

/** For a rule that stands in the defaults: the write that takes it. */
export function takenBy({ pointer: at, name }: OperationContext, pointer: string): readonly DraftRelated[] {
  if (pointer.startsWith(`${at}/`)) return [];
  return [{ at: { pointer: at, on: "key" }, label: `the write \`${name}\` takes this rule` }];
}

/** The probe in words. */
export function describeProbe({ status, fault }: Probe): string {
  return fault === undefined ? `status ${status}` : `the fault \`${fault}\``;
}
