/** The parts of the AI SDK (version 7) that the adapter touches, as plain shapes: nothing of the framework is imported. */

import type { JsonSchema } from "../../core/json.ts";
import type { StandardSchemaV1 } from "../../core/standard-schema.ts";

/** A message of a conversation; only the roles `assistant` and `tool` are looked into. */
export interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What the framework tells a tool about its call. One `messages` array stands for one response of the model. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly messages: readonly AiSdkMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** A schema in the form that the framework takes from any library; it never refuses, because the runner checks every call. */
export type AiSdkSchema = StandardSchemaV1<unknown, unknown> & {
  readonly "~standard": {
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
};

/** How a result reaches the model; providers mark the second kind as an error where they can. */
export type AiSdkModelOutput =
  | { readonly type: "json"; readonly value: never }
  | { readonly type: "error-json"; readonly value: never };

/**
 * The framework's own mark: with it a schema reaches providers as it is, where one of another library would be changed
 * (open objects closed). The rest of the shape is the framework's too.
 */
export function toAiSdkSchema(schema: JsonSchema): AiSdkSchema {
  const json = (): Record<string, unknown> => schema;
  const marked = {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema: schema,
    validate: undefined,
    "~standard": {
      version: 1 as const,
      vendor: "dex-connectors",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
  return marked;
}
