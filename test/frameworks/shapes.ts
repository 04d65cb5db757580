/**
 * The plain shapes of the adapters against the real types of the frameworks: this file runs nothing, the type check of
 * the folder is the test. A framework that changes a type we touch breaks it here.
 */
import type * as mcpServer from "@modelcontextprotocol/server";
import type * as mcpStdio from "@modelcontextprotocol/server/stdio";
import type { Client } from "@modelcontextprotocol/client";
import type { RunContext, RunState, Tool as AgentsTool } from "@openai/agents";
import type { ModelMessage, StopCondition, ToolCallRepairFunction, ToolSet } from "ai";
import type { createAgent } from "langchain";
import type { AiSdkMessage, AiSdkTools } from "../../src/ai-sdk.ts";
import type { McpHttpSdk } from "../../src/adapters/mcp/http.ts";
import type { McpSdk } from "../../src/adapters/mcp/sdk.ts";
import type { McpStdioSdk } from "../../src/adapters/mcp/stdio.ts";
import type { LangChainTool } from "../../src/langchain.ts";
import type { McpClient } from "../../src/mcp.ts";
import type { AgentsRunContext, OpenAiAgentsTool, OpenAiAgentsTools } from "../../src/openai-agents.ts";

/** Compiles exactly when the first type can stand for the second. */
type Fits<Given extends Wanted, Wanted> = [Given, Wanted];

export type AiSdk = [
  Fits<AiSdkTools["tools"], ToolSet>,
  Fits<AiSdkTools["isWaiting"], StopCondition<ToolSet>>,
  Fits<AiSdkTools["repairToolCall"], ToolCallRepairFunction<ToolSet>>,
  Fits<ModelMessage, AiSdkMessage>,
];

export type OpenAiAgents = [
  Fits<OpenAiAgentsTool, AgentsTool>,
  Fits<RunContext, AgentsRunContext>,
  Fits<RunState<undefined, never>, Parameters<OpenAiAgentsTools["carryDecisions"]>[0]>,
];

export type LangChain = [Fits<LangChainTool[], NonNullable<Parameters<typeof createAgent>[0]["tools"]>>];

export type Mcp = [
  Fits<typeof mcpServer, McpSdk>,
  Fits<typeof mcpServer, McpHttpSdk>,
  Fits<typeof mcpStdio, McpStdioSdk>,
  Fits<Client, McpClient>,
];
