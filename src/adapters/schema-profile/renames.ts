/** Gives properties names that a host takes, and puts the tool's own names back into what a model answers. */

import type { Json, JsonObject, JsonSchema } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";

/** Which names were changed at one level of a value, and below it. */
export interface Renames {
  /** From the shown name to the tool's own. */
  readonly keys: ReadonlyMap<string, string>;
  /** By the tool's own name. */
  readonly members: ReadonlyMap<string, Renames>;
  readonly items: Renames | undefined;
}

/** `renames` is undefined when every name was fine. */
export function renameKeys(
  schema: JsonSchema,
  taken: RegExp,
): { readonly schema: JsonSchema; readonly renames: Renames | undefined } {
  const keys = new Map<string, string>();
  const members = new Map<string, Renames>();
  const renamed: Record<string, Json | undefined> = { ...schema };
  const properties = schema["properties"];
  if (isJsonObject(properties)) renamed["properties"] = renameProperties(properties, taken, keys, members);
  if (Array.isArray(schema["required"])) {
    const shown = new Map([...keys].map(([short, own]) => [own, short]));
    renamed["required"] = (schema["required"] as readonly Json[]).map((key) =>
      typeof key === "string" ? (shown.get(key) ?? key) : key,
    );
  }
  const items = isJsonObject(schema["items"]) ? renameKeys(schema["items"], taken) : undefined;
  if (items !== undefined) renamed["items"] = items.schema;
  const isChanged = keys.size > 0 || members.size > 0 || items?.renames !== undefined;
  return { schema: renamed, renames: isChanged ? { keys, members, items: items?.renames } : undefined };
}

function renameProperties(
  properties: JsonObject,
  taken: RegExp,
  keys: Map<string, string>,
  members: Map<string, Renames>,
): JsonObject {
  const shown: Record<string, Json | undefined> = {};
  const names = new Set(Object.keys(properties).filter((key) => taken.test(key)));
  for (const [own, part] of Object.entries(properties)) {
    const name = taken.test(own) ? own : freeName(own, names);
    names.add(name);
    if (name !== own) keys.set(name, own);
    const inner = isJsonObject(part) ? renameKeys(part, taken) : undefined;
    if (inner?.renames !== undefined) members.set(own, inner.renames);
    shown[name] = inner?.schema ?? part;
  }
  return shown;
}

/** `filter[id]` becomes `filter_id`; a number is added where that is in use. */
function freeName(own: string, inUse: ReadonlySet<string>): string {
  const base =
    own
      .replaceAll(/[^a-zA-Z0-9_]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, 60) || "value";
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${String(count)}`;
    if (!inUse.has(name)) return name;
  }
}

/** A model that gives the tool's own name is understood too. */
export function toOriginalKeys(given: Json, renames: Renames): Json {
  if (Array.isArray(given)) {
    const { items } = renames;
    return items === undefined ? given : (given as readonly Json[]).map((item) => toOriginalKeys(item, items));
  }
  if (!isJsonObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const own = renames.keys.get(key) ?? key;
      const inner = renames.members.get(own);
      return [own, inner === undefined || value === undefined ? value : toOriginalKeys(value, inner)];
    }),
  );
}
