/** Refuses options that nobody knows: a mistyped option must not silently be no option. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";

/** Throws `invalid_definition` when `options` is no object or has a key that is not in `known`. */
export function requireKnownKeys(options: unknown, known: readonly string[], what: string): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new ToolkitError("invalid_definition", `${what} must be an object`);
  }
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const closest = closestName(unknown, known);
  const hint = closest === undefined ? `it knows ${known.join(", ")}` : `did you mean ${JSON.stringify(closest)}?`;
  throw new ToolkitError("invalid_definition", `${what} has the unknown key ${JSON.stringify(unknown)}; ${hint}`);
}
