/** Builds request bodies. What the toolkit itself adds (a key, a secret) is set at its place before the body becomes bytes. */

import { assertNever } from "../core/assert-never.ts";
import { pointerParts } from "../core/json-pointer.ts";
import type { RequestBody } from "../core/manifest-request.ts";
import type { BodyAddition } from "./additions.ts";
import { BuildFault } from "./build-fault.ts";
import { withPair } from "./query.ts";
import { evaluate, scalarText, type ValueScope } from "./value.ts";
import { isList, isMap, type WireJson } from "./wire-json.ts";

export interface BuiltBody {
  readonly text: string;
  readonly contentType: string;
}

/** The body's text. Throws `BuildFault` where an addition has no place. */
export function buildBody(
  body: RequestBody | undefined,
  additions: readonly BodyAddition[],
  scope: ValueScope,
): BuiltBody | undefined {
  if (body === undefined && additions.length === 0) return undefined;
  if (body === undefined) throw new BuildFault("a value belongs into the body, but the request declares none");
  switch (body.kind) {
    case "json":
      return json(evaluate(body.value, scope), additions);
    case "graphql":
      return json(graphql(body.document, body.variables && evaluate(body.variables, scope)), additions);
    case "form":
      return form(body, additions, scope);
    case "text":
      return text(body, additions, scope);
    default:
      return assertNever(body);
  }
}

function json(value: WireJson | undefined, additions: readonly BodyAddition[]): BuiltBody {
  const whole = additions.reduce<WireJson>((tree, addition) => setAt(tree, addition), value ?? {});
  return { text: JSON.stringify(whole), contentType: "application/json" };
}

function graphql(document: string, variables: WireJson | undefined): WireJson {
  return variables === undefined ? { query: document } : { query: document, variables };
}

function text(
  body: Extract<RequestBody, { kind: "text" }>,
  additions: readonly BodyAddition[],
  scope: ValueScope,
): BuiltBody {
  if (additions.length > 0) throw new BuildFault("a text body has no place for a key or a secret");
  const value = evaluate(body.value, scope);
  return { text: value === undefined ? "" : scalarText(value, "the text body"), contentType: body.type };
}

function form(
  body: Extract<RequestBody, { kind: "form" }>,
  additions: readonly BodyAddition[],
  scope: ValueScope,
): BuiltBody {
  const fields = evaluate({ kind: "map", entries: body.fields }, scope) ?? {};
  const whole = additions.reduce<WireJson>((tree, addition) => setAt(tree, addition), fields);
  const pairs: [string, string][] = [];
  if (isMap(whole)) {
    for (const [name, value] of Object.entries(whole)) collect(name, value, body.arrays, pairs);
  }
  const written = pairs.reduce((query, [name, value]) => withPair(query, name, value), "");
  return { text: written, contentType: "application/x-www-form-urlencoded" };
}

/** `a[b]` for members; lists as `a[]` (or `a[0][b]` where items are structures), or the name repeated. */
function collect(
  name: string,
  value: WireJson | undefined,
  arrays: "brackets" | "repeat",
  into: [string, string][],
): void {
  if (value === undefined) return;
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      collect(itemName(name, index, item, arrays), item, arrays, into);
    }
  } else if (isMap(value)) {
    for (const [member, inner] of Object.entries(value)) collect(`${name}[${member}]`, inner, arrays, into);
  } else {
    into.push([name, value === null ? "" : scalarText(value, `the form field ${name}`)]);
  }
}

function itemName(name: string, index: number, item: WireJson, arrays: "brackets" | "repeat"): string {
  if (isMap(item) || isList(item)) return `${name}[${String(index)}]`;
  return arrays === "brackets" ? `${name}[]` : name;
}

/** A copy with the value set; objects on the way are made, an existing value is replaced. */
export function setAt(tree: WireJson, addition: BodyAddition): WireJson {
  return setParts(tree, pointerParts(addition.at), addition);
}

function setParts(tree: WireJson, parts: readonly string[], addition: BodyAddition): WireJson {
  const [name, ...rest] = parts;
  if (name === undefined) return addition.value;
  if (isList(tree)) {
    const index = Number(name);
    if (!Number.isInteger(index) || index < 0 || index > tree.length) throw noPlace(addition.at);
    return tree.toSpliced(index, 1, setParts(tree[index] ?? {}, rest, addition));
  }
  if (!isMap(tree)) throw noPlace(addition.at);
  const inner = Object.hasOwn(tree, name) ? tree[name] : undefined;
  return { ...tree, [name]: setParts(inner ?? {}, rest, addition) };
}

function noPlace(at: string): BuildFault {
  return new BuildFault(`the body has no place ${at}`);
}
