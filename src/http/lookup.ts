/** Asks the provider whether an earlier write happened. Sends reads only, and never counts them as a dispatch of the write. */

import { canonicalText } from "../core/canonical.ts";
import { atPointer } from "../core/json-pointer.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Ending } from "../core/ending.ts";
import type { Lookup } from "../core/manifest-idempotency.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Operation } from "../core/manifest.ts";
import type { ToolAttempt } from "../core/tool.ts";
import { NO_ADDITIONS } from "./additions.ts";
import { setAt } from "./body.ts";
import { sendRequest, type DeclaredCall } from "./declared-call.ts";
import { evaluate, isPresent, readsKey, type AnswerScope } from "./value.ts";

/** What a lookup found. */
export type Finding =
  /** Exactly one hit. `isProof`: by a value that only this call can have written. */
  | { readonly kind: "found"; readonly item: AnswerScope; readonly isProof: boolean }
  /** None, in an answer that was complete. */
  | { readonly kind: "absent" }
  | { readonly kind: "several"; readonly count: number }
  /** The lookup itself did not end well. */
  | { readonly kind: "unsettled"; readonly reason: string }
  | { readonly kind: "too_early"; readonly waitMs: number };

/** Runs a query of the connector for the lookup. */
export type QueryRunner = (operation: string, input: JsonObject, attempt: ToolAttempt) => Promise<Ending>;

/** More pages than this leave the question open. */
const MAX_PAGES = 20;

/** Looks the call's effect up; `lastDispatchAt` is wall time. */
export async function lookUp(
  call: DeclaredCall,
  lookup: Lookup,
  lastDispatchAt: number | undefined,
  runQuery: QueryRunner,
): Promise<Finding> {
  const waitMs = (lastDispatchAt ?? call.attempt.clock.now()) + lookup.waitBeforeMs - call.attempt.clock.now();
  if (lookup.waitBeforeMs > 0 && waitMs > 0) return { kind: "too_early", waitMs };
  const bound = bindInput(call, lookup);
  if (typeof bound === "string") return { kind: "unsettled", reason: bound };
  const wanted = evaluate(lookup.match.equals, call.scope);
  if (!isPresent(wanted)) return { kind: "unsettled", reason: "the value to look for is empty" };
  const searched = await search(call, lookup, bound, wanted as Json, runQuery);
  return searched.kind === "hits" ? toFinding(searched, lookup) : searched;
}

interface Hits {
  readonly kind: "hits";
  readonly hits: readonly Json[];
  /** Not so with a part that could not be read, or a next page that may not be asked for: either may hold what is looked for. */
  readonly isWhole: boolean;
}

/** What a search came to, or why it came to nothing. */
type Search = Hits | Extract<Finding, { kind: "unsettled" }>;

function toFinding({ hits, isWhole }: Hits, lookup: Lookup): Finding {
  const [hit] = hits;
  if (hit === undefined) return isWhole ? { kind: "absent" } : { kind: "unsettled", reason: NOT_WHOLE };
  if (hits.length > 1) return { kind: "several", count: hits.length };
  const isProof = lookup.marker !== undefined && readsKey(lookup.match.equals);
  return { kind: "found", item: { status: 200, headers: {}, body: hit }, isProof };
}

/** The bound inputs, or why they cannot be used: a provider may answer an empty filter with everything it has. */
function bindInput(call: DeclaredCall, lookup: Lookup): JsonObject | string {
  const members: [string, Json][] = [];
  for (const [name, value] of Object.entries(lookup.bind)) {
    const bound = evaluate(value, call.scope);
    if (!isPresent(bound)) return `the lookup's input ${name} is empty`;
    members.push([name, bound as Json]);
  }
  return Object.fromEntries(members);
}

async function search(
  call: DeclaredCall,
  lookup: Lookup,
  input: JsonObject,
  wanted: Json,
  runQuery: QueryRunner,
): Promise<Search> {
  const { source } = lookup;
  if (source.kind === "request") return searchRequest(call, lookup, source.request, input, wanted);
  const query = call.connection.manifest.operations[source.operation];
  if (query === undefined) return { kind: "unsettled", reason: `there is no query ${source.operation}` };
  const hits: Json[] = [];
  let isWhole = true;
  let pageInput: JsonObject | undefined = input;
  for (let page = 0; pageInput !== undefined; page += 1) {
    if (page === MAX_PAGES) return { kind: "unsettled", reason: `the lookup has more than ${String(MAX_PAGES)} pages` };
    const ending = await runQuery(source.operation, pageInput, quiet(call.attempt));
    if (ending.kind !== "branch") return { kind: "unsettled", reason: "the lookup did not get an answer" };
    if (ending.record !== "succeeded") {
      if (lookup.absentBranches.includes(ending.branch)) return { kind: "hits", hits, isWhole };
      return { kind: "unsettled", reason: `the lookup ended in ${ending.branch}` };
    }
    if (ending.output === undefined) return { kind: "unsettled", reason: "the lookup's answer could not be read" };
    const found = matches(ending.output, lookup, wanted);
    if (found === undefined) return { kind: "unsettled", reason: OTHER_SHAPE };
    hits.push(...found);
    isWhole &&= ending.warnings === undefined;
    pageInput = nextInput(query, pageInput, ending.output);
  }
  return { kind: "hits", hits, isWhole };
}

async function searchRequest(
  call: DeclaredCall,
  lookup: Lookup,
  request: RequestDeclaration,
  input: JsonObject,
  wanted: Json,
): Promise<Search> {
  const inner: DeclaredCall = { ...call, attempt: quiet(call.attempt), scope: { ...call.scope, input } };
  const sent = await sendRequest(inner, request, () => NO_ADDITIONS);
  const body = sent.kind === "seen" && sent.observation.fault === undefined ? sent.observation.body : undefined;
  const status = sent.kind === "seen" ? (sent.observation.status ?? 0) : 0;
  if (body === undefined || status < 200 || status > 299) {
    return { kind: "unsettled", reason: "the lookup did not get a readable answer" };
  }
  const hits = matches(body, lookup, wanted);
  return hits === undefined ? { kind: "unsettled", reason: OTHER_SHAPE } : { kind: "hits", hits, isWhole: true };
}

const NOT_WHOLE = "the lookup's answer is not whole, so that nothing was found in it proves nothing";
const OTHER_SHAPE = "the lookup's answer does not hold what it is searched for";

/** The items with the value; `undefined` where the answer has another shape: an error in a 200, for one, says nothing of absence. */
function matches(output: Json, lookup: Lookup, wanted: Json): readonly Json[] | undefined {
  const { items: place, at } = lookup.match;
  const items = place === undefined ? singleItem(output, at) : listAt(output, place);
  if (items === undefined) return undefined;
  const text = canonicalText(wanted);
  return items.filter((item) => {
    const value = atPointer(item, at);
    return value !== undefined && canonicalText(value) === text;
  });
}

/** The whole answer as the one item; none where it says `null` on the way to the value. */
function singleItem(output: Json, at: string): readonly Json[] | undefined {
  const steps = at.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  if (steps.some((step) => atPointer(output, step) === null)) return [];
  return atPointer(output, at) === undefined ? undefined : [output];
}

function listAt(output: Json, place: string): readonly Json[] | undefined {
  const found = atPointer(output, place);
  return Array.isArray(found) ? (found as readonly Json[]) : undefined;
}

/** The input of the next page; `undefined` behind the last. */
function nextInput(query: Operation, input: JsonObject, output: Json): JsonObject | undefined {
  if (query.pagination === undefined) return undefined;
  const cursor = atPointer(output, query.pagination.output);
  if (!isPresent(cursor)) return undefined;
  return setAt(input, { at: query.pagination.input, value: cursor }) as JsonObject;
}

/** An attempt whose sends are not those of the write. */
function quiet(attempt: ToolAttempt): ToolAttempt {
  return { ...attempt, isResend: false, beginDispatch: () => ({ provenNotSent() {} }) };
}
