/** Compares a request that arrived with what an example expects. Parts that the example leaves out are not compared. */

import { canonicalText } from "../core/canonical.ts";
import type { Json } from "../core/json.ts";
import type { ExpectedRequest } from "../core/manifest-example.ts";
import type { ReceivedRequest } from "./request-reader.ts";
import { headerOf } from "./request-reader.ts";

/** What differs, one text a part. */
export function requestDifferences(expected: ExpectedRequest, received: ReceivedRequest): readonly string[] {
  const [path = "", query = ""] = received.target.split("?");
  const differences: string[] = [];
  compare(differences, "method", expected.method, received.method);
  compare(differences, "path", expected.path, path);
  if (expected.query !== undefined) {
    compareJson(differences, "query", normalQuery(expected.query), fields(query));
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    compare(differences, `header ${name}`, value, headerOf(received, name.toLowerCase()) ?? "nothing");
  }
  if (expected.body !== undefined) compareBody(differences, expected.body, received);
  return differences;
}

function compareBody(differences: string[], expected: Json, received: ReceivedRequest): void {
  const text = received.body.toString("utf8");
  const type = headerOf(received, "content-type") ?? "";
  if (typeof expected === "string") compare(differences, "body", expected, text);
  else if (type.startsWith("application/x-www-form-urlencoded"))
    compareJson(differences, "body", expected, fields(text));
  else compareJson(differences, "body", expected, parsed(text));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON differs from every expectation; the text itself says how.
    return text;
  }
}

/** Fields of a query or form by name; a repeated one is a list. */
function fields(text: string): Json {
  const all: Record<string, Json> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = all[name];
    all[name] =
      before === undefined ? value : [...(Array.isArray(before) ? (before as readonly Json[]) : [before]), value];
  }
  return all;
}

/** Query values are text on the wire, whatever an example calls them. */
function normalQuery(query: NonNullable<ExpectedRequest["query"]>): Json {
  const text = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.fromEntries(
    Object.entries(query).map(([name, value = ""]) => [
      name,
      Array.isArray(value) ? (value as readonly Json[]).map(text) : text(value),
    ]),
  );
}

function compare(differences: string[], part: string, expected: string | undefined, actual: string): void {
  if (expected !== undefined && expected !== actual)
    differences.push(`${part} is ${actual}, the example says ${expected}`);
}

function compareJson(differences: string[], part: string, expected: Json, actual: Json): void {
  compare(differences, part, canonicalText(expected), canonicalText(actual));
}
