/** Digests of canonical values: what binds a decision to arguments and a response to its calls. */

import { hash } from "node:crypto";
import { canonicalText } from "../core/canonical.ts";
import type { Json } from "../core/json.ts";

/** SHA-256 of the canonical text, in hex. */
export function digestOf(value: Json): string {
  return digestOfText(canonicalText(value));
}

/** SHA-256 of a text, in hex. */
export function digestOfText(text: string): string {
  return hash("sha256", text, "hex");
}
