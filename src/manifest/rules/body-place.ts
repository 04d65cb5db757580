/** Finds what a declared body holds at a pointer, before anything is sent. */
import { assertNever } from "../../core/assert-never.ts";
import type { RequestBody } from "../../core/manifest-request.ts";
import type { ManifestValue } from "../../core/manifest-value.ts";
import { isJsonObject } from "../../core/json.ts";
import { pointerSteps } from "../read/tree.ts";

/** `text` has no places; `open` is decided by the arguments; `free` can be written to. */
export type BodyPlace =
  | { readonly kind: "taken"; readonly value: ManifestValue }
  | { readonly kind: "free" }
  | { readonly kind: "open" }
  | { readonly kind: "none" };

/** What stands at a pointer of the body that the request declares. */
export function bodyPlace(body: RequestBody | undefined, pointer: string): BodyPlace {
  if (body === undefined) return { kind: "none" };
  switch (body.kind) {
    case "json":
      return placeIn(body.value, pointerSteps(pointer));
    case "form":
      return placeIn({ kind: "map", entries: body.fields }, pointerSteps(pointer));
    case "graphql":
      return placeIn(graphqlBody(body), pointerSteps(pointer));
    case "text":
      return { kind: "none" };
    default:
      return assertNever(body);
  }
}

function graphqlBody({ document, variables }: Extract<RequestBody, { kind: "graphql" }>): ManifestValue {
  const query = { name: "query", value: { kind: "literal", value: document } } as const;
  return { kind: "map", entries: variables === undefined ? [query] : [query, { name: "variables", value: variables }] };
}

function placeIn(value: ManifestValue, [step, ...rest]: readonly string[]): BodyPlace {
  if (step === undefined) return { kind: "taken", value };
  if (value.kind === "map") {
    const entry = value.entries.find(({ name }) => name === step);
    return entry === undefined ? { kind: "free" } : placeIn(entry.value, rest);
  }
  if (value.kind === "list") {
    const item = value.items[Number(step)];
    return item === undefined ? { kind: "free" } : placeIn(item, rest);
  }
  if (value.kind !== "literal") return { kind: "open" };
  if (!isJsonObject(value.value) && !Array.isArray(value.value)) return { kind: "none" };
  const members = new Map(Object.entries(value.value));
  const member = members.get(step);
  return member === undefined ? { kind: "free" } : placeIn({ kind: "literal", value: member }, rest);
}

/** The key that a value is made of, if it is made of one. */
export function keyIn(value: ManifestValue): Extract<ManifestValue, { kind: "key" }> | undefined {
  switch (value.kind) {
    case "key":
      return value;
    case "concat":
      return value.parts.map(keyIn).find((key) => key !== undefined);
    case "encode":
      return keyIn(value.of);
    default:
      return undefined;
  }
}
