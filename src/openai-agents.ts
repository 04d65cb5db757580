/** The face for the OpenAI Agents SDK (`@openai/agents`): the runner's tools as its tools. It exports names and holds no logic. */

export type { AgentsInterruption, AgentsRunContext, AgentsRunState } from "./adapters/openai-agents/host.ts";
export type { OpenAiAgentsOptions, OpenAiAgentsTool, OpenAiAgentsTools } from "./adapters/openai-agents/tools.ts";
export { createOpenAiAgentsTools } from "./adapters/openai-agents/tools.ts";
export type { HostProfile } from "./adapters/schema-profile/host-schema.ts";
export type { BatchPlace } from "./run/batch.ts";
