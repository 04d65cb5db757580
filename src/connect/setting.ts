/** Holds a connection's settings against the manifest's fields and fills in their defaults. Nothing is coerced. */

import { closestName } from "../core/closest-name.ts";
import { assertNever } from "../core/assert-never.ts";
import { parseDuration } from "../core/duration.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ConfigField } from "../core/manifest-auth.ts";
import type { Manifest } from "../core/manifest.ts";

export type Settings = Readonly<Record<string, Json>>;

/** The settings of a connection, every default written out. Throws `invalid_configuration` with all faults at once. */
export function checkSettings(manifest: Manifest, given: Settings, connection: string): Settings {
  const fields = Object.values(manifest.config);
  const faults = [
    ...unknownKeys(manifest, given),
    ...fields.flatMap((field) => faultsOf(field, own(given, field.name))),
  ];
  if (faults.length > 0) {
    const where = `connection ${manifest.connector.id}/${connection}`;
    throw new ToolkitError("invalid_configuration", `${where}: ${faults.join("; ")}`, { details: { faults } });
  }
  const entries = fields.map((field) => [field.name, own(given, field.name) ?? field.default] as const);
  return Object.freeze(Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined)));
}

function own(settings: Settings, name: string): Json | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}

function unknownKeys(manifest: Manifest, given: Settings): readonly string[] {
  const names = Object.keys(manifest.config);
  return Object.keys(given)
    .filter((key) => !names.includes(key))
    .map((key) => {
      const closest = closestName(key, names);
      const known = names.length === 0 ? "it has no settings" : `it knows ${names.join(", ")}`;
      return `config.${key} is unknown; ${closest === undefined ? known : `did you mean ${closest}?`}`;
    });
}

function faultsOf(field: ConfigField, value: Json | undefined): readonly string[] {
  if (value === undefined)
    return field.required && field.default === undefined ? [`config.${field.name} is missing`] : [];
  const wanted = wantedInstead(field, value);
  return wanted === undefined ? [] : [`config.${field.name} must be ${wanted}`];
}

/** What the field takes, when the value is not it. The value itself is not repeated: it might be a misplaced secret. */
function wantedInstead(field: ConfigField, value: Json): string | undefined {
  switch (field.type) {
    case "string":
      return typeof value === "string" ? badText(field, value) : "a text";
    case "url":
      return typeof value === "string" && isWebAddress(value)
        ? badText(field, value)
        : "an address with https:// (or http:// to this machine), without a user name";
    case "integer":
      return Number.isSafeInteger(value) ? outOfBounds(field, value as number, "") : "a whole number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "duration": {
      const ms = typeof value === "string" ? parseDuration(value) : undefined;
      return ms === undefined ? "a duration such as 30s" : outOfBounds(field, ms, " ms");
    }
    case "enum":
      return field.values?.includes(value as string) === true ? undefined : `one of ${(field.values ?? []).join(", ")}`;
    case "stringList":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? undefined : "a list of texts";
    default:
      return assertNever(field.type);
  }
}

function badText(field: ConfigField, value: string): string | undefined {
  if (field.maxLength !== undefined && value.length > field.maxLength)
    return `at most ${String(field.maxLength)} characters`;
  if (field.pattern === undefined || new RegExp(field.pattern, "u").test(value)) return undefined;
  return `text that matches ${field.pattern}`;
}

function outOfBounds(field: ConfigField, value: number, unit: string): string | undefined {
  if (field.min !== undefined && value < field.min) return `at least ${String(field.min)}${unit}`;
  return field.max !== undefined && value > field.max ? `at most ${String(field.max)}${unit}` : undefined;
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
}
