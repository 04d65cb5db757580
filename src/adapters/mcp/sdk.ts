/**
 * The parts of `@modelcontextprotocol/server` (version 2) that the adapter touches, as plain shapes, and how they are
 * loaded: when a server is made, so that nobody else needs the package.
 */

import { ToolkitError } from "../../core/error.ts";
import type { StandardSchemaV1 } from "../../core/standard-schema.ts";
import type { ToolAnnotations } from "../../core/tool.ts";

/** A schema as the package takes it from any library. */
export interface McpSchema {
  readonly "~standard": StandardSchemaV1<unknown, unknown>["~standard"] & {
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** What a handler is told about its request. */
export interface McpContext {
  readonly mcpReq: {
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
    readonly envelope?: Readonly<Record<string, unknown>> | undefined;
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    readonly signal: AbortSignal;
    requestState(): unknown;
    notify(notification: { readonly method: string; readonly params: Record<string, unknown> }): Promise<void>;
  };
  readonly http?: { readonly authInfo?: { readonly clientId: string } | undefined } | undefined;
}

/** A type alias, because the package's results are open objects and only an alias fits one. */
export type McpToolResult = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError: boolean;
  readonly _meta?: Record<string, unknown>;
};

/** A result that asks the client for something first. */
export type McpInputRequired = { readonly resultType: "input_required" };

export type McpToolHandler = (args: unknown, context: McpContext) => Promise<McpToolResult | McpInputRequired>;

export interface McpServer {
  readonly server: { getClientCapabilities(): { readonly elicitation?: object | undefined } | undefined };
  registerTool(
    name: string,
    config: {
      readonly description: string;
      readonly inputSchema: McpSchema;
      readonly outputSchema: McpSchema;
      readonly annotations: ToolAnnotations;
    },
    handler: McpToolHandler,
  ): unknown;
  close(): Promise<void>;
}

/** What an answer of the client to a question looks like. */
export type McpAnswer =
  | {
      readonly kind: "elicit";
      readonly action: "accept" | "decline" | "cancel";
      readonly content?: Record<string, unknown> | undefined;
    }
  | { readonly kind: "missing" | "sampling" | "roots" };

export interface McpStateCodec {
  mint(payload: unknown, context?: McpContext): Promise<string>;
  verify(state: string, context: McpContext): Promise<unknown>;
}

interface ElicitParams {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: "object";
    readonly properties: Record<string, never>;
    readonly required: string[];
  };
}

export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
}

/** The package's exports that are used. */
export interface McpSdk {
  readonly CLIENT_CAPABILITIES_META_KEY: string;
  readonly McpServer: new (
    info: McpServerInfo,
    options: {
      readonly capabilities: { readonly tools: object };
      readonly instructions?: string;
      readonly requestState: { verify(state: string, context: McpContext): Promise<unknown> };
    },
  ) => McpServer;
  readonly createRequestStateCodec: (options: {
    readonly key: Uint8Array | string;
    readonly ttlSeconds: number;
    readonly bind: (context: McpContext) => string;
  }) => McpStateCodec;
  readonly inputRequired: ((spec: {
    readonly inputRequests: Record<string, never>;
    readonly requestState: string;
  }) => McpInputRequired) & {
    readonly elicit: (params: ElicitParams) => unknown;
  };
  readonly inputResponse: (responses: Record<string, unknown> | undefined, key: string) => McpAnswer;
}

/** Throws `invalid_configuration` with what to install. */
export async function loadMcpSdk(): Promise<McpSdk> {
  return (await loadMcpPackage("@modelcontextprotocol/server")) as McpSdk;
}

/** A module of one of the packages; the caller knows its shape. */
export async function loadMcpPackage(name: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ name);
  } catch (cause) {
    const owner = name.split("/").slice(0, 2).join("/");
    throw new ToolkitError(
      "invalid_configuration",
      `serving MCP needs the package ${owner}, version 2: install it beside dex-connectors`,
      {
        cause,
      },
    );
  }
}
