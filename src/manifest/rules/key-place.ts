/** Finds keys that their place cannot carry, or that something else overwrites. */
import { assertNever } from "../../core/assert-never.ts";
import type { KeyIdempotency, KeyPlace } from "../../core/manifest-idempotency.ts";
import type { RequestDeclaration } from "../../core/manifest-request.ts";
import { childPointer } from "../read/tree.ts";
import { bodyPlace } from "./body-place.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** `short`: the key does not fit; `taken`: it has another value; `no-body`: the body has no such place. */
export type KeyPlaceData = {
  readonly problem: "short" | "taken" | "no-body";
  readonly place: string;
  readonly length: number;
};

type Draft = FindingDraft<KeyPlaceData>;

const uuidLength = 36;

/** Every key that is cut, has no place, or has a place with two owners. */
export function findKeyPlaceFaults(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) => {
    const { idempotency, implementation } = each.operation;
    if (idempotency?.kind !== "key") return [];
    const short = tooShort(each);
    if (implementation.kind === "handler") return short;
    return [...short, ...placeFaults(context, each, { key: idempotency, request: implementation.request })];
  });
}

function tooShort({ source, pointer }: OperationContext): readonly Draft[] {
  const key = source.idempotency?.key;
  const length = key?.maxLength;
  if (key?.format !== "uuid" || length === undefined || length >= uuidLength) return [];
  return [{ at: { pointer: `${pointer}/idempotency/key/maxLength` }, data: { problem: "short", place: "", length } }];
}

function placeFaults(
  context: RuleContext,
  each: OperationContext,
  { key, request }: { readonly key: KeyIdempotency; readonly request: RequestDeclaration },
): readonly Draft[] {
  const place = key.place.in === "body" ? key.place.at : key.place.name;
  const at = { pointer: `${each.pointer}/idempotency/key/${key.place.in === "body" ? "at" : "name"}` };
  if (key.place.in === "body" && bodyPlace(request.body, place).kind === "none") {
    return [{ at, data: { problem: "no-body", place, length: 0 } }];
  }
  const other = boundAt(each, key.place, request) ?? secretAt(context, each, key.place);
  if (other === undefined) return [];
  const related = [{ at: { pointer: context.locate(...other) }, label: "the other value" }];
  return [{ at, data: { problem: "taken", place, length: 0 }, related }];
}

/** Where the request writes to the key's place by itself. */
function boundAt(
  { pointer, source }: OperationContext,
  place: KeyPlace,
  request: RequestDeclaration,
): readonly string[] | undefined {
  switch (place.in) {
    case "header": {
      if (!request.headers.some(({ name }) => name === place.name)) return undefined;
      const written = Object.keys(source.request?.headers ?? {}).find((name) => name.toLowerCase() === place.name);
      return written === undefined ? ["/defaults/headers"] : [childPointer(`${pointer}/request/headers`, written)];
    }
    case "query":
      if (!request.query.some(({ name }) => name === place.name)) return undefined;
      return [childPointer(`${pointer}/request/query`, place.name)];
    case "body": {
      if (bodyPlace(request.body, place.at).kind !== "taken") return undefined;
      const kind = request.body?.kind ?? "json";
      const inside = kind === "graphql" ? place.at : `/${kind}${place.at}`;
      return [`${pointer}/request/body${inside}`];
    }
    default:
      return assertNever(place);
  }
}

/** The auth method that writes its secret to the key's place. */
function secretAt(
  { manifest }: RuleContext,
  { operation }: OperationContext,
  place: KeyPlace,
): readonly string[] | undefined {
  if (operation.authorization.kind === "none") return undefined;
  const method = operation.authorization.methods.find((id) => {
    const secret = manifest.authMethods[id]?.place;
    if (secret === undefined) return false;
    if (secret.in === "basic") return place.in === "header" && place.name === "authorization";
    if (secret.in === "body") return place.in === "body" && secret.at === place.at;
    return place.in === secret.in && place.name.toLowerCase() === secret.name.toLowerCase();
  });
  return method === undefined ? undefined : [`/auth/methods/${method}/place`, `/auth/methods/${method}`];
}
