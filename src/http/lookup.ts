/** Asks the provider whether an earlier write happened. Sends reads only, and never counts them as a dispatch of the write. */

import { atPointer } from "../core/json-pointer.ts";
import { setMember, type Json, type JsonObject } from "../core/json.ts";
import type { Ending } from "../core/ending.ts";
import type { Lookup } from "../core/manifest-idempotency.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Operation } from "../core/manifest.ts";
import type { ToolAttempt } from "../core/tool.ts";
import { NO_ADDITIONS } from "./additions.ts";
import { setAt } from "./body.ts";
import { BuildFault } from "./build-fault.ts";
import { sendRequest, type DeclaredCall } from "./declared-call.ts";
import { hasNextLink } from "./link-header.ts";
import { evaluate, isPresent, readsKey, wireAt, type AnswerScope } from "./value.ts";
import { isEqualTo, isList, type WireJson } from "./wire-json.ts";

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
  const values = boundValues(call, lookup);
  if (typeof values === "string") return { kind: "unsettled", reason: `the lookup did not run: ${values}` };
  const searched = await search(call, lookup, values, runQuery);
  return searched.kind === "hits" ? toFinding(searched, lookup) : searched;
}

interface Hits {
  readonly kind: "hits";
  readonly hits: readonly WireJson[];
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

/** What the call gives to its lookup. */
interface BoundValues {
  readonly input: JsonObject;
  readonly wanted: Json;
}

/** The values, or why they cannot be used: a provider may answer an empty filter with everything it has. */
function boundValues(call: DeclaredCall, lookup: Lookup): BoundValues | string {
  try {
    const input: Record<string, Json> = {};
    for (const [name, value] of Object.entries(lookup.bind)) {
      const bound = evaluate(value, call.scope);
      if (!isPresent(bound)) return `the lookup's input ${name} is empty`;
      setMember(input, name, bound as Json);
    }
    const wanted = evaluate(lookup.match.equals, call.scope);
    return isPresent(wanted) ? { input, wanted: wanted as Json } : "the value to look for is empty";
  } catch (error) {
    if (error instanceof BuildFault) return error.message;
    throw error;
  }
}

async function search(
  call: DeclaredCall,
  lookup: Lookup,
  { input, wanted }: BoundValues,
  runQuery: QueryRunner,
): Promise<Search> {
  const { source } = lookup;
  if (source.kind === "request") return searchRequest(call, lookup, source.request, { input, wanted });
  const query = call.connection.manifest.operations[source.operation];
  if (query === undefined) return { kind: "unsettled", reason: `there is no query ${source.operation}` };
  const hits: WireJson[] = [];
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

/** One answer is read, with all of its digits. It knows no pages: a link to a next one says that it is not whole. */
async function searchRequest(
  call: DeclaredCall,
  lookup: Lookup,
  request: RequestDeclaration,
  { input, wanted }: BoundValues,
): Promise<Search> {
  const inner: DeclaredCall = { ...call, attempt: quiet(call.attempt), scope: { ...call.scope, input } };
  const sent = await sendRequest(inner, request, () => NO_ADDITIONS);
  if (sent.kind === "defect") return { kind: "unsettled", reason: `the lookup did not run: ${sent.reason}` };
  const answer = sent.kind === "seen" && sent.observation.fault === undefined ? sent.answer : undefined;
  if (answer?.body === undefined || answer.status < 200 || answer.status > 299) {
    return { kind: "unsettled", reason: "the lookup did not get a readable answer" };
  }
  const hits = matches(answer.body, lookup, wanted);
  if (hits === undefined) return { kind: "unsettled", reason: OTHER_SHAPE };
  return { kind: "hits", hits, isWhole: !hasNextLink(answer.headers["link"]) };
}

const NOT_WHOLE = "the lookup's answer is not whole, so that nothing was found in it proves nothing";
const OTHER_SHAPE = "the lookup's answer does not hold what it is searched for";

/** The items with the value; `undefined` where the answer has another shape: an error in a 200, for one, says nothing of absence. */
function matches(output: WireJson, lookup: Lookup, wanted: Json): readonly WireJson[] | undefined {
  const { items: place, at } = lookup.match;
  const items = place === undefined ? singleItem(output, at) : listAt(output, place);
  return items?.filter((item) => isEqualTo(wireAt(item, at), wanted));
}

/** The whole answer as the one item; none where it says `null` on the way to the value. */
function singleItem(output: WireJson, at: string): readonly WireJson[] | undefined {
  const steps = at.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  if (steps.some((step) => wireAt(output, step) === null)) return [];
  return wireAt(output, at) === undefined ? undefined : [output];
}

function listAt(output: WireJson, place: string): readonly WireJson[] | undefined {
  const found = wireAt(output, place);
  return found !== undefined && isList(found) ? found : undefined;
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
