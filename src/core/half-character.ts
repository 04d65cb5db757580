/**
 * Finds text with half a character in it (a lone surrogate). JSON can escape it, UTF-8 cannot carry it: another text would
 * run than the one that was shown and approved.
 */

import { childPointer } from "./json-pointer.ts";
import type { Json } from "./json.ts";
import type { InputFault } from "./tool.ts";

/** The first such text of a value, keys included. */
export function halfCharacterFault(value: Json): InputFault | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : faultOf(value, "a text");
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) return faultOf(key, "keys");
    const fault = member === undefined ? undefined : halfCharacterFault(member);
    // Its place is put together on the way back: few values have one.
    if (fault !== undefined) return { ...fault, pointer: childPointer("", key) + fault.pointer };
  }
  return undefined;
}

function faultOf(text: string, what: string): InputFault {
  // Quoted as JSON, half a character is shown by its escape.
  return { pointer: "", expected: `${what} of whole characters`, given: JSON.stringify(text.slice(0, 60)) };
}
