/** What the toolkit adds to the declared parts of a request: the key, secrets, page cursors. */

import { assertNever } from "../core/assert-never.ts";
import type { KeyPlace } from "../core/manifest-idempotency.ts";
import type { WireJson } from "./wire-json.ts";

/** A value to set in the body, by JSON Pointer. */
export interface BodyAddition {
  readonly at: string;
  readonly value: WireJson;
}

export interface Additions {
  /** Name, value, name, value, …; names in lower case. */
  readonly headers: readonly string[];
  readonly query: readonly (readonly [string, string])[];
  readonly body: readonly BodyAddition[];
  /** Takes the place of the declared query, for the next page of a `link` pagination. */
  readonly wholeQuery?: string | undefined;
}

export const NO_ADDITIONS: Additions = { headers: [], query: [], body: [] };

/** One header; its name in any case. */
export function headerAddition(name: string, value: string): Additions {
  return { headers: [name.toLowerCase(), value], query: NO_ADDITIONS.query, body: NO_ADDITIONS.body };
}

/** The key at its place. */
export function keyAddition(place: KeyPlace, key: string): Additions {
  switch (place.in) {
    case "header":
      return headerAddition(place.name, key);
    case "query":
      return { ...NO_ADDITIONS, query: [[place.name, key]] };
    case "body":
      return { ...NO_ADDITIONS, body: [{ at: place.at, value: key }] };
    default:
      return assertNever(place);
  }
}

/** Both, in order. */
export function joinAdditions(one: Additions, other: Additions): Additions {
  if (one === NO_ADDITIONS) return other;
  if (other === NO_ADDITIONS) return one;
  return {
    headers: [...one.headers, ...other.headers],
    query: [...one.query, ...other.query],
    body: [...one.body, ...other.body],
    wholeQuery: one.wholeQuery ?? other.wholeQuery,
  };
}
