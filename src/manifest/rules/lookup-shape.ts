/** Finds lookups that cannot answer whether a write happened. */
import type { Lookup } from "../../core/manifest-idempotency.ts";
import type { RequestDeclaration } from "../../core/manifest-request.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { Operation } from "../../core/manifest.ts";
import { pointerSteps } from "../read/tree.ts";
import { bodyPlace, keyIn } from "./body-place.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaAt } from "./schema-pointer.ts";
import { placedRules } from "./seen-answers.ts";

/** What is wrong with a lookup; `name` is the operation, input, pointer or branch that it is about. */
export type LookupProblem =
  | "not-a-query"
  | "of-a-query"
  | "unbound"
  | "no-list"
  | "not-returned"
  | "marker-unread"
  | "marker-unwritten"
  | "marker-differs"
  | "found-no-success"
  | "not-declared";

export type LookupData = { readonly problem: LookupProblem; readonly name: string };

type Draft = FindingDraft<LookupData>;

/** A lookup in its operation; `at` is where it is written. */
interface Subject {
  readonly context: RuleContext;
  readonly each: OperationContext;
  readonly lookup: Lookup;
  readonly at: string;
}

/** Every lookup that asks the wrong thing, asks with too little, or looks where nothing is. */
export function findLookupFaults(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) => {
    const { lookup, kind, name } = each.operation;
    if (lookup === undefined) return undeclared(each);
    const at = `${each.pointer}/lookup`;
    if (kind === "query") return [draft(at, "of-a-query", name, "key")];
    const subject: Subject = { context, each, lookup, at };
    return [...askedOperation(subject), ...unbound(subject), ...marker(subject), ...found(subject)];
  });
}

function draft(pointer: string, problem: LookupProblem, name: string, on: "key" | "value" = "value"): Draft {
  return { at: { pointer, on }, data: { problem, name } };
}

/** Rules that ask a lookup which is not there. */
function undeclared(each: OperationContext): readonly Draft[] {
  return placedRules(each)
    .filter(({ rule }) => rule.then.kind === "lookup")
    .map(({ pointer }) => draft(`${pointer}/then/lookup`, "not-declared", each.name, "key"));
}

function queryOf({ context, lookup: { source } }: Subject): Operation | undefined {
  return source.kind === "operation" ? context.manifest.operations[source.operation] : undefined;
}

function askedOperation(subject: Subject): readonly Draft[] {
  const { lookup, at } = subject;
  const query = queryOf(subject);
  if (query === undefined) return [];
  if (query.kind === "mutation") return [draft(`${at}/operation`, "not-a-query", query.name)];
  return query.output === undefined ? [] : matchPlaces(query.output, lookup, at);
}

/** The list and the place in its items must be in what the query returns. */
function matchPlaces(output: ManifestSchema, { match }: Lookup, at: string): readonly Draft[] {
  let item: ManifestSchema | undefined = output;
  if (match.items !== undefined) {
    const list = schemaAt(output, match.items);
    if (list.kind === "open") return [];
    const isList = list.kind === "schema" && (list.schema.type === undefined || list.schema.type === "array");
    if (!isList) return [draft(`${at}/match/items`, "no-list", match.items)];
    item = list.schema.items;
  }
  if (item === undefined || schemaAt(item, match.at).kind !== "absent") return [];
  return [draft(`${at}/match/at`, "not-returned", match.at)];
}

/** An input without a value may make a provider answer with everything it has. */
function unbound(subject: Subject): readonly Draft[] {
  const { lookup, at } = subject;
  const query = queryOf(subject);
  if (query?.kind === "mutation") return [];
  const needed = query === undefined ? readByRequest(subject) : requiredInputs(query);
  const bound = Object.keys(lookup.bind);
  return needed.filter((name) => !bound.includes(name)).map((name) => draft(at, "unbound", name, "key"));
}

function requiredInputs({ input }: Operation): readonly string[] {
  return (input.required ?? []).filter((name) => input.properties?.[name]?.default === undefined);
}

/** The names that the lookup's own request reads. */
function readByRequest({ context, lookup: { source }, at }: Subject): readonly string[] {
  if (source.kind !== "request") return [];
  const pointer = `${at}/request`;
  const read = context
    .facts()
    .operatorsBelow(pointer)
    .flatMap(({ operator, operand }) =>
      operator === "$input" && operand.kind === "scalar" ? pointerSteps(String(operand.value)).slice(0, 1) : [],
    );
  return [...new Set([...pathInputs(source.request), ...read])];
}

function pathInputs({ path }: RequestDeclaration): readonly string[] {
  return path.parts.flatMap((part) => (part.kind === "input" ? [part.name] : []));
}

/** A marker is proof only when the write stores the key there and the match compares with the same key. */
function marker({ each, lookup, at }: Subject): readonly Draft[] {
  if (lookup.marker === undefined) return [];
  const wanted = keyIn(lookup.match.equals);
  if (wanted === undefined) return [draft(`${at}/match/equals`, "marker-unread", lookup.marker)];
  const { implementation, idempotency } = each.operation;
  if (implementation.kind === "handler") return [];
  const isKeyPlace =
    idempotency?.kind === "key" && idempotency.place.in === "body" && idempotency.place.at === lookup.marker;
  if (isKeyPlace)
    return idempotency.format === wanted.format ? [] : [draft(`${at}/match/equals`, "marker-differs", lookup.marker)];
  const place = bodyPlace(implementation.request.body, lookup.marker);
  if (place.kind === "open") return [];
  if (place.kind !== "taken" || keyIn(place.value) === undefined)
    return [draft(`${at}/marker`, "marker-unwritten", lookup.marker)];
  // Both were resolved by the same lines, so equal values have equal texts.
  return JSON.stringify(place.value) === JSON.stringify(lookup.match.equals)
    ? []
    : [draft(`${at}/match/equals`, "marker-differs", lookup.marker)];
}

/** A hit says that the write is there. */
function found({ context, each, lookup, at }: Subject): readonly Draft[] {
  const { branch } = lookup.found;
  const record = each.operation.branches[branch]?.record;
  if (record === undefined || record === "succeeded") return [];
  return [draft(context.locate(`${at}/found/branch`, `${at}/found`), "found-no-success", branch)];
}
