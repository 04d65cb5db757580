/** The face for LangChain and LangGraph (v2 tool nodes): the runner's tools as their tools. It exports names and holds no logic. */

export type { LangChainTool } from "./adapters/langchain/host.ts";
export type { LangChainPause } from "./adapters/langchain/responses.ts";
export type { LangChainOptions } from "./adapters/langchain/tools.ts";
export { createLangChainTools } from "./adapters/langchain/tools.ts";
export type { HostProfile } from "./adapters/schema-profile/host-schema.ts";
export type { BatchPlace } from "./run/batch.ts";
