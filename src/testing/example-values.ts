/** Settings and secrets for replayed examples: fixed, so that what is sent can be written down. */

import type { ConfigField } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import type { Manifest } from "../core/manifest.ts";
import { assertNever } from "../core/assert-never.ts";

/** The key of a replayed call and the namespace of its journal: derived keys are the same in every run. */
export const EXAMPLE_KEY = "example-session/example-turn/example-response.0";
export const EXAMPLE_NAMESPACE = "00000000-0000-4000-8000-000000000000";
export const EXAMPLE_CONNECTION = "example";

/** Defaults where the manifest has them, else the simplest value of the type. */
export function exampleConfig(manifest: Manifest): Record<string, Json> {
  const config: Record<string, Json> = {};
  for (const field of Object.values(manifest.config)) {
    if (field.default !== undefined) config[field.name] = field.default;
    else if (field.required) config[field.name] = simplest(field);
  }
  return config;
}

/** Each secret is the text `example-` and its name. */
export function exampleSecrets(manifest: Manifest): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const method of Object.values(manifest.authMethods)) {
    for (const { name } of method.secrets) secrets[name] = `example-${name}`;
  }
  return secrets;
}

function simplest(field: ConfigField): Json {
  switch (field.type) {
    case "string":
      return "example";
    case "url":
      return "https://provider.example";
    case "integer":
      return field.min ?? 1;
    case "boolean":
      return false;
    case "duration":
      return "1s";
    case "enum":
      return field.values?.[0] ?? "";
    case "stringList":
      return [];
    default:
      return assertNever(field.type);
  }
}
