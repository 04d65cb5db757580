/** Builds query texts, as forms in bodies are written too. */

import type { NamedValue } from "../core/manifest-value.ts";
import { encodeText, evaluate, scalarText, type ValueScope } from "./value.ts";
import { isList, type WireJson } from "./wire-json.ts";

/** Appends `name=value` to a query's text; a list repeats the name. */
function withQueryValue(query: string, name: string, value: WireJson): string {
  if (!isList(value)) return withPair(query, name, queryValueText(name, value));
  return value.reduce<string>((text, item) => withPair(text, name, scalarText(item, `the query value ${name}`)), query);
}

function queryValueText(name: string, value: WireJson): string {
  if (typeof value === "string") return value;
  return value === null ? "" : scalarText(value, `the query value ${name}`);
}

/** Appends one pair of texts, percent-encoded. */
export function withPair(query: string, name: string, value: string): string {
  const pair = `${encodeText(name)}=${encodeText(value)}`;
  return query === "" ? pair : `${query}&${pair}`;
}

/** The declared values; one that is absent leaves no trace. */
export function declaredQuery(values: readonly NamedValue[], scope: ValueScope): string {
  let query = "";
  for (const { name, value } of values) {
    const evaluated = evaluate(value, scope);
    if (evaluated !== undefined) query = withQueryValue(query, name, evaluated);
  }
  return query;
}
