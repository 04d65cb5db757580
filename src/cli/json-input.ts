/** JSON that is typed or read from a file, with clear words where it is none. */

import { readFile } from "node:fs/promises";
import type { Json } from "../core/json.ts";
import { parseJsonText } from "../core/json-text.ts";
import { misuse } from "./command-error.ts";
import { isMissing, unreadable } from "./connector-argument.ts";

/** `JSON` itself, or `@file`. `place` names it in messages. */
export async function jsonInput(place: string, text: string): Promise<Json> {
  return text.startsWith("@") ? jsonFile(text.slice(1)) : parsed(place, text);
}

/** The JSON value of a file. */
export async function jsonFile(path: string): Promise<Json> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw isMissing(error) ? misuse(`there is no file ${path}`) : unreadable(path, error);
  });
  return parsed(path, text);
}

function parsed(place: string, text: string): Json {
  const reading = parseJsonText(text);
  if (reading.isValid) return reading.value;
  const { pointer, expected, given } = reading.fault;
  const where = pointer === "" ? "" : ` at ${pointer}`;
  throw misuse(
    `${place} is no usable JSON${where}: expected ${expected}${given === undefined ? "" : `, not ${given}`}`,
  );
}
