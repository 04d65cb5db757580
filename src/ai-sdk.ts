/** The face for the AI SDK (`ai` 7): the runner's tools as its tools. It exports names and holds no logic. */

export type { AiSdkMessage, AiSdkSchema } from "./adapters/ai-sdk/host.ts";
export type { RecordedMessages } from "./adapters/ai-sdk/pending.ts";
export type { AiSdkOptions, AiSdkTool, AiSdkTools } from "./adapters/ai-sdk/tools.ts";
export { createAiSdkTools } from "./adapters/ai-sdk/tools.ts";
export type { HostProfile } from "./adapters/schema-profile/host-schema.ts";
export type { BatchPlace } from "./run/batch.ts";
