/** Finds headers that the toolkit or an auth method writes by itself, and headers that take any text. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { patternGraph } from "./pattern-graph.ts";
import { isWithin } from "./pattern-set.ts";
import { anchorsOf, parsePattern, partsBelow } from "./pattern-syntax.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaAt } from "./schema-pointer.ts";
import type { FoundOperator } from "./tree-facts.ts";

/** `owner`: who writes the header: the connection, an auth method, or a server that takes it for another method. */
export type ReservedData = { readonly header: string; readonly owner: "connection" | "auth" | "method" };

/** Headers that describe the connection or the way; a request that sets them is refused or read as another one. */
const connectionHeaders: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "content-length",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "via",
  "forwarded",
  "http2-settings",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "accept-encoding",
]);
const methodHeaders: ReadonlySet<string> = new Set(["x-http-method-override", "x-http-method", "x-method-override"]);
const credentialHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "cookie2",
  "set-cookie",
]);

/** One header name as it is written. */
interface WrittenHeader {
  readonly name: string;
  readonly pointer: string;
  readonly on: "key" | "value";
  /** An auth method may write credentials. */
  readonly isAuth: boolean;
}

export function findReservedHeaders(context: RuleContext): readonly FindingDraft<ReservedData>[] {
  return writtenHeaders(context).flatMap(({ name, pointer, on, isAuth }) => {
    const owner = ownerOf(name.toLowerCase(), isAuth, authHeaders(context));
    return owner === undefined ? [] : [{ at: { pointer, on }, data: { header: name, owner } }];
  });
}

function ownerOf(name: string, isAuth: boolean, taken: ReadonlySet<string>): ReservedData["owner"] | undefined {
  if (connectionHeaders.has(name) || name.startsWith("sec-")) return "connection";
  if (methodHeaders.has(name)) return "method";
  return !isAuth && (credentialHeaders.has(name) || taken.has(name)) ? "auth" : undefined;
}

function authHeaders({ manifest }: RuleContext): ReadonlySet<string> {
  const places = Object.values(manifest.authMethods).map(({ place }) => place);
  return new Set(places.flatMap((place) => (place?.in === "header" ? [place.name.toLowerCase()] : [])));
}

function writtenHeaders(context: RuleContext): readonly WrittenHeader[] {
  const maps = ["/defaults/headers", ...context.operations.flatMap(headerMaps)];
  const requested = maps.flatMap((at): readonly WrittenHeader[] => {
    const node = context.nodeAt(at);
    if (node?.kind !== "map") return [];
    return [...node.entries.keys()].map((name) => {
      return { name, pointer: childPointer(at, name), on: "key", isAuth: false };
    });
  });
  return [...requested, ...context.operations.flatMap(writtenByDeclarations), ...writtenByAuth(context)];
}

function headerMaps({ pointer }: OperationContext): readonly string[] {
  return [`${pointer}/request/headers`, `${pointer}/lookup/request/headers`];
}

/** The headers that a key or a page's cursor is written to. A key beside credentials is judged with keys. */
function writtenByDeclarations({ pointer, source }: OperationContext): readonly WrittenHeader[] {
  const places = [
    { at: `${pointer}/idempotency/key/name`, place: source.idempotency?.key },
    { at: `${pointer}/pagination/send/name`, place: source.pagination?.send },
  ];
  return places.flatMap(({ at, place }): readonly WrittenHeader[] => {
    if (place?.in !== "header" || place.name === undefined) return [];
    return [{ name: place.name, pointer: at, on: "value", isAuth: true }];
  });
}

function writtenByAuth({ source }: RuleContext): readonly WrittenHeader[] {
  return Object.entries(source.auth?.methods ?? {}).flatMap(([id, { place }]): readonly WrittenHeader[] => {
    if (place?.in !== "header" || place.name === undefined) return [];
    const pointer = `${childPointer("/auth/methods", id)}/place/name`;
    return [{ name: place.name, pointer, on: "value", isAuth: true }];
  });
}

/** `shape`: the argument is no single text. */
export type HeaderTextData = {
  readonly header: string;
  readonly input: string;
  readonly problem: "free" | "shape";
};

/** Headers with an argument that may hold anything. */
export function findHeadersFromText(context: RuleContext): readonly FindingDraft<HeaderTextData>[] {
  return context.operations.flatMap((each) => {
    const own = headerMaps(each).flatMap((at) => freeHeaders(context, each, at));
    const shared = each.source.request === undefined ? [] : freeHeaders(context, each, "/defaults/headers");
    return [...own, ...shared];
  });
}

function freeHeaders(
  context: RuleContext,
  each: OperationContext,
  at: string,
): readonly FindingDraft<HeaderTextData>[] {
  const node = context.nodeAt(at);
  if (node?.kind !== "map") return [];
  return [...node.entries.values()].flatMap((entry) => {
    return plainInputs(context, childPointer(at, entry.key)).flatMap(({ operand, pointer }) => {
      const input = operand.kind === "scalar" && typeof operand.value === "string" ? operand.value : "";
      const problem = problemOf(each, input);
      if (problem === undefined) return [];
      const place = { pointer: inputPlace(each, input), on: "key" as const };
      const related = [{ at: place, label: "the argument that it takes" }];
      return [{ at: { pointer }, data: { header: entry.key, input, problem }, related }];
    });
  });
}

/** The arguments of a value, without those that are encoded in letters and digits. */
function plainInputs({ facts }: RuleContext, at: string): readonly FoundOperator[] {
  const found = facts().operatorsBelow(at);
  const encoded = found.filter(({ operator, operand }) => operator === "$encode" && !isJsonEncoding(operand));
  return found.filter(
    ({ operator, pointer }) =>
      operator === "$input" && !encoded.some((outer) => pointer.startsWith(`${outer.pointer}/`)),
  );
}

function isJsonEncoding(operand: TreeNode): boolean {
  const as = operand.kind === "map" ? operand.entries.get("as")?.value : undefined;
  return as?.kind === "scalar" && as.value === "json";
}

function inputPlace({ pointer }: OperationContext, input: string): string {
  return `${pointer}/input${input.replaceAll("/", "/properties/")}`;
}

function problemOf({ operation }: OperationContext, input: string): HeaderTextData["problem"] | undefined {
  const pointed = schemaAt(operation.input, input);
  if (pointed.kind === "absent") return undefined;
  if (pointed.kind === "open") return "free";
  const { schema } = pointed;
  const fixed = schema.const === undefined ? schema.enum : [schema.const];
  if (fixed !== undefined)
    return fixed.every((value) => typeof value !== "object" && isVisible(String(value))) ? undefined : "free";
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const isUnion = schema.oneOf !== undefined || schema.anyOf !== undefined;
  if (isUnion || types.some((type) => type === "object" || type === "array")) return "shape";
  return types.includes("string") && !isVisibleText(schema) ? "free" : undefined;
}

const visibleFormats: ReadonlySet<string> = new Set(["date-time", "date", "time", "uuid", "ipv4", "ipv6", "hostname"]);

function isVisible(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

/** Whether a format or a pattern over the whole text lets visible ASCII pass only. */
function isVisibleText({ format, pattern }: ManifestSchema): boolean {
  if (format !== undefined && visibleFormats.has(format)) return true;
  const parsed = pattern === undefined ? undefined : parsePattern(pattern);
  if (parsed === undefined) return false;
  const anchors = anchorsOf(parsed);
  if (!anchors.start || !anchors.end) return false;
  if (partsBelow(parsed).some(({ kind }) => kind === "lookaround" || kind === "backreference")) return false;
  return patternGraph(parsed)?.sets.every((set) => isWithin(set, 0x20, 0x7e)) === true;
}
