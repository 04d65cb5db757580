/** Makes a tool's output fit for the record: plain JSON, without known secrets, bounded. A success stays one whatever its output is. */

import type { Json } from "../core/json.ts";
import { sizeOfJson } from "./json-size.ts";
import { toPlainJson } from "./plain-json.ts";
import type { Redactor } from "./redact.ts";

/** The largest output that is kept, in bytes of UTF-8. */
const maxOutputBytes = 4 * 1024 * 1024;

export interface RecordedOutput {
  readonly value: Json;
  readonly warnings: readonly string[];
}

export function toRecorded(output: unknown, redactor: Redactor): RecordedOutput {
  const warnings: string[] = [];
  const plain = safely(output);
  if (plain.losses.length > 0) warnings.push(`the output held what JSON cannot: ${plain.losses.join(", ")}`);
  const cleaned = redactor.json(plain.value);
  if (cleaned.count > 0) warnings.push(`${String(cleaned.count)} known secrets were removed from the output`);
  const size = sizeOfJson(cleaned.value);
  if (size <= maxOutputBytes) return { value: cleaned.value, warnings };
  warnings.push(`the output of ${String(size)} bytes is over the limit of ${String(maxOutputBytes)} and was not kept`);
  return { value: { lost: true, bytes: size }, warnings };
}

/** A getter or toJSON of a tool's own may throw; that is trouble on our side and must not undo a success. */
function safely(output: unknown): ReturnType<typeof toPlainJson> {
  try {
    return toPlainJson(output);
  } catch {
    return { value: null, losses: ["a value that could not be read"] };
  }
}
