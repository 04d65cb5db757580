/** Fills the defaults of a schema into a copy of a value. The value that came in is never changed. */

import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../core/json.ts";

/** Gives the value with defaults, or the value itself when there is nothing to fill in. */
export type Fill = (value: Json) => Json;

/**
 * How to fill in the defaults of a schema; `undefined` when it has none.
 *
 * Only defaults of properties and of items' properties count: one inside a union would depend on which form is meant.
 */
export function defaultFill(schema: JsonSchema): Fill | undefined {
  const ofMembers = membersFill(schema);
  const ofItems = isJsonObject(schema["items"]) ? defaultFill(schema["items"]) : undefined;
  if (ofMembers === undefined && ofItems === undefined) return undefined;
  return (value) => {
    if (Array.isArray(value)) return ofItems === undefined ? value : (value as readonly Json[]).map(ofItems);
    return isJsonObject(value) && ofMembers !== undefined ? ofMembers(value) : value;
  };
}

function membersFill(schema: JsonSchema): ((object: JsonObject) => JsonObject) | undefined {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const members = Object.entries(properties).flatMap(([key, part]) => {
    if (!isJsonObject(part)) return [];
    const text = part["default"] === undefined ? undefined : JSON.stringify(part["default"]);
    const fill = defaultFill(part);
    return text === undefined && fill === undefined ? [] : [{ key, text, fill }];
  });
  if (members.length === 0) return undefined;
  return (object) => {
    const copy = new Map(Object.entries(object));
    for (const { key, text, fill } of members) {
      // Parsed anew each time, so that no two calls share a default they could change.
      const member =
        copy.get(key) ?? (text !== undefined && copy.get(key) === undefined ? (JSON.parse(text) as Json) : undefined);
      if (member !== undefined) copy.set(key, fill === undefined ? member : fill(member));
    }
    // Unlike assignment this makes `__proto__` a key like any other.
    return Object.fromEntries(copy);
  };
}
