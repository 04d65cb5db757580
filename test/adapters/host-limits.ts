/**
 * What each host takes of a tool, as far as it is documented: the faults of a name, a description and a schema. Written
 * apart from the adapters, so that both must agree.
 */
import type { HostProfile } from "../../src/adapters/schema-profile/host-schema.ts";
import type { Json, JsonSchema } from "../../src/core/json.ts";
import { isJsonObject } from "../../src/core/json.ts";

interface Shown {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

interface Limits {
  readonly name: RegExp;
  readonly maxDescription: number;
  readonly key: RegExp;
  /** Keywords that are not taken anywhere. */
  readonly unknown: readonly string[];
}

const limits: Readonly<Record<HostProfile, Limits>> = {
  common: {
    name: /^[a-z][a-z0-9_]{0,63}$/,
    maxDescription: 1_024,
    key: /^[a-zA-Z0-9_]{1,64}$/,
    unknown: ["$ref", "$defs", "const", "oneOf"],
  },
  openai: { name: /^[A-Za-z0-9_-]{1,64}$/, maxDescription: 1_024, key: /^/, unknown: ["$ref", "$defs", "oneOf"] },
  anthropic: {
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    maxDescription: 10_000,
    key: /^[a-zA-Z0-9_.-]{1,64}$/,
    unknown: ["$ref", "$defs"],
  },
  gemini: {
    name: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
    maxDescription: 1_024,
    key: /^[a-zA-Z0-9_]{1,64}$/,
    unknown: ["$ref", "$defs", "const", "oneOf"],
  },
};

/** Every reason for which the host would refuse the tool. */
export function hostFaults({ name, description, schema }: Shown, profile: HostProfile): readonly string[] {
  const host = limits[profile];
  const faults: string[] = [];
  if (!host.name.test(name)) faults.push(`name ${name}`);
  if (description.length > host.maxDescription) faults.push(`description of ${String(description.length)}`);
  if (schema["type"] !== "object") faults.push("root type");
  for (const word of ["oneOf", "anyOf", "allOf", "not", "enum", "const"])
    if (word in schema) faults.push(`root ${word}`);
  walk(schema, (part) => {
    for (const word of host.unknown) if (word in part) faults.push(word);
    const properties = isJsonObject(part["properties"]) ? part["properties"] : {};
    for (const key of Object.keys(properties)) if (!host.key.test(key)) faults.push(`key ${key}`);
  });
  return faults;
}

/** Visits the schema and every schema below it; names of properties are no keywords. */
function walk(schema: Json, visit: (part: JsonSchema) => void): void {
  if (!isJsonObject(schema)) return;
  visit(schema);
  for (const [name, value] of Object.entries(schema)) {
    if (name === "properties" && isJsonObject(value))
      for (const part of Object.values(value)) walk(part ?? null, visit);
    else if (Array.isArray(value)) for (const part of value as readonly Json[]) walk(part, visit);
    else if (name === "items" || name === "additionalProperties") walk(value ?? null, visit);
  }
}
