/** Says the bounds of a value in its description, for hosts that drop the keywords on the way to the model. */

import type { Json, JsonSchema } from "../../core/json.ts";

const words: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  pattern: (limit) => `matches ${limit}`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  multipleOf: (limit) => `a multiple of ${limit}`,
  minItems: (limit) => `at least ${limit} items`,
  maxItems: (limit) => `at most ${limit} items`,
};

/** Adds a sentence in brackets; a schema without bounds comes back as it is. */
export function withBoundsInWords(schema: JsonSchema): JsonSchema {
  const said: string[] = [];
  for (const [name, toWords] of Object.entries(words)) {
    const limit: Json | undefined = schema[name];
    if (typeof limit === "number" || typeof limit === "string") said.push(toWords(String(limit)));
  }
  if (said.length === 0) return schema;
  const description = typeof schema["description"] === "string" ? `${schema["description"]} ` : "";
  return { ...schema, description: `${description}(${said.join(", ")})` };
}
