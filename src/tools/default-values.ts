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
    if (Array.isArray(value)) return ofItems === undefined ? value : filledItems(value as readonly Json[], ofItems);
    return isJsonObject(value) && ofMembers !== undefined ? ofMembers(value) : value;
  };
}

function filledItems(list: readonly Json[], fill: Fill): readonly Json[] {
  const filled = list.map(fill);
  return filled.some((item, index) => item !== list[index]) ? filled : list;
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
    const changed = new Map<string, Json>();
    for (const { key, text, fill } of members) {
      const given = Object.hasOwn(object, key) ? object[key] : undefined;
      // Parsed anew each time, so that no two calls share a default they could change.
      const member = given === undefined && text !== undefined ? (JSON.parse(text) as Json) : given;
      const filled = member === undefined || fill === undefined ? member : fill(member);
      if (filled !== undefined && filled !== given) changed.set(key, filled);
    }
    // Unlike assignment, entries make `__proto__` a key like any other.
    return changed.size === 0 ? object : Object.fromEntries(new Map([...Object.entries(object), ...changed]));
  };
}
