/** Applies a classification to what was seen of an exchange. Pure: the run of an operation, the validator's probe grid and `diff` use the same lines. */

import { canonicalText } from "./canonical.ts";
import { atPointer } from "./json-pointer.ts";
import type { Json } from "./json.ts";
import type {
  BodyTest,
  Classification,
  ClassificationRule,
  ClassifiedOutcome,
  Condition,
  HeaderTest,
  RequestFault,
} from "./manifest-classify.ts";
import { assertNever } from "./assert-never.ts";

/** What was seen of one exchange. */
export interface Observation {
  readonly status?: number | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body; absent when there is none or it cannot be read. */
  readonly body?: Json | undefined;
  readonly fault?: RequestFault | undefined;
  /** Whether an earlier attempt of the call may have reached the provider. */
  readonly isResend: boolean;
}

/** The outcome, and the rule that chose it; none for `otherwise` and the built-in tail. */
export interface Classified {
  readonly outcome: ClassifiedOutcome | { readonly kind: "tail" };
  readonly rule: ClassificationRule | undefined;
}

/** The faults that happen before a byte is sent. They end as "not sent" and are never put to the rules. */
export function isBeforeDispatch(fault: RequestFault): boolean {
  return fault === "dns" || fault === "connect" || fault === "tls";
}

/**
 * The fault that an unreadable body makes of an answer.
 *
 * Only where the status says success: a gateway's HTML page with 502 is a 502, and rules on the status apply to it.
 */
export function faultOfUnreadableBody(status: number): RequestFault | undefined {
  return status >= 200 && status < 300 ? "invalidBody" : undefined;
}

/** The first rule whose tests all hold, else `otherwise`, else the tail. */
export function classify(classification: Classification, observation: Observation): Classified {
  const rule = classification.rules.find((candidate) => meets(candidate.when, observation));
  return { outcome: rule?.then ?? classification.otherwise, rule };
}

/** Whether every test of a condition holds. A fault is seen only by conditions that name it. */
export function meets(condition: Condition, seen: Observation): boolean {
  if (seen.fault === undefined ? condition.fault !== undefined : condition.fault?.includes(seen.fault) !== true) {
    return false;
  }
  if (condition.retried !== undefined && condition.retried !== seen.isResend) return false;
  if (condition.status !== undefined && !hasStatus(condition.status, seen.status)) return false;
  if (condition.header !== undefined && !headerHolds(condition.header, seen.headers)) return false;
  return condition.body === undefined || bodyHolds(condition.body, seen.body);
}

function hasStatus(ranges: NonNullable<Condition["status"]>, status: number | undefined): boolean {
  return status !== undefined && ranges.some(({ from, to }) => from <= status && status <= to);
}

function headerHolds(test: HeaderTest, headers: Readonly<Record<string, string>>): boolean {
  const value = Object.hasOwn(headers, test.name) ? headers[test.name] : undefined;
  return test.kind === "exists" ? (value !== undefined) === test.exists : value === test.value;
}

function bodyHolds(test: BodyTest, body: Json | undefined): boolean {
  const value = body === undefined ? undefined : atPointer(body, test.at);
  switch (test.kind) {
    case "exists":
      return (value !== undefined) === test.exists;
    case "equals":
      return value !== undefined && isEqual(value, test.value);
    case "in":
      return value !== undefined && test.values.some((candidate) => isEqual(value, candidate));
    case "matches":
      return typeof value === "string" && patternOf(test.pattern).test(value);
    default:
      return assertNever(test);
  }
}

function isEqual(one: Json, other: Json): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return canonicalText(one) === canonicalText(other);
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = new RegExp(source, "u");
    patterns.set(source, pattern);
  }
  return pattern;
}
