/** JSON values as text in the journal, within the stated size. */

import { ToolkitError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";

/** The largest value of one entry, item, task or document, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/** The text of a value; refuses one that is too large, naming it. */
export function textOf(value: Json, name: string): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${name} is no JSON value`);
  // A UTF-16 unit takes three bytes at most, so short texts need no counting.
  if (text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES) {
    const message = `${name} has ${Buffer.byteLength(text)} bytes; the journal takes ${MAX_VALUE_BYTES} for one value`;
    throw new ToolkitError("too_large", message, { details: { name, maxBytes: MAX_VALUE_BYTES } });
  }
  return text;
}

/** The value of a text that the journal holds. */
export function valueOf(text: unknown): Json | undefined {
  return typeof text === "string" ? (JSON.parse(text) as Json) : undefined;
}
