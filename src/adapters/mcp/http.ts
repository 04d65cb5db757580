/** The MCP server over Streamable HTTP as a web handler: who may knock is checked here, what runs is not. Opens no port. */

import { ToolkitError } from "../../core/error.ts";
import type { ToolRunner } from "../../run/runner.ts";
import { loadMcpPackage } from "./sdk.ts";
import type { McpServerFactory, McpServerOptions } from "./server.ts";
import { createMcpServerFactory } from "./server.ts";

export interface McpHttpOptions extends McpServerOptions {
  /** What callers must bring as `Authorization: Bearer …`, at least 16 characters; `false` for a handler behind its own check. */
  readonly token: string | false;
  /** Host names of the `Host` header that are served, without port. Default: this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Host names of the `Origin` header that are served; a request without one is. Default: this machine's own. */
  readonly allowedOrigins?: readonly string[];
  /** Told of trouble outside any call. */
  readonly onError?: (error: Error) => void;
}

/** A web-standard handler, for any server that speaks `Request` and `Response`. */
export interface McpHttpHandler {
  fetch(request: Request): Promise<Response>;
  /** Aborts what is under way. Twice is safe. */
  close(): Promise<void>;
}

/** The package's exports that are used here. */
export interface McpHttpSdk {
  readonly createMcpHandler: (
    factory: McpServerFactory,
    options: { readonly onerror?: (error: Error) => void },
  ) => {
    readonly fetch: (
      request: Request,
      options: { readonly authInfo?: { readonly token: string; readonly clientId: string; readonly scopes: string[] } },
    ) => Promise<Response>;
    readonly close: () => Promise<void>;
  };
  readonly hostHeaderValidationResponse: (request: Request, allowed: string[]) => Response | undefined;
  readonly originValidationResponse: (request: Request, allowed: string[]) => Response | undefined;
}

const ownHosts = ["localhost", "127.0.0.1", "[::1]"];
const minTokenLength = 16;

/**
 * Makes the handler. Both eras of the protocol are served; each request has a server of its own.
 *
 * Host and origin are checked before the token, so that a page in somebody's browser learns nothing. Throws
 * `invalid_configuration` for a short token or a missing package.
 */
export async function createMcpHttpHandler(runner: ToolRunner, options: McpHttpOptions): Promise<McpHttpHandler> {
  const { token, allowedHosts = ownHosts, allowedOrigins = ownHosts, onError } = options;
  if (token !== false && (typeof token !== "string" || token.length < minTokenLength)) {
    throw new ToolkitError(
      "invalid_configuration",
      `token: expected at least ${String(minTokenLength)} characters, or false`,
    );
  }
  const factory = await createMcpServerFactory(runner, options);
  const sdk = (await loadMcpPackage("@modelcontextprotocol/server")) as McpHttpSdk;
  const handler = sdk.createMcpHandler(factory, onError === undefined ? {} : { onerror: onError });
  return {
    async fetch(request) {
      const refused =
        sdk.hostHeaderValidationResponse(request, [...allowedHosts]) ??
        sdk.originValidationResponse(request, [...allowedOrigins]) ??
        (token === false || (await hasToken(request, token)) ? undefined : unauthorized());
      if (refused !== undefined) return refused;
      const authInfo = token === false ? undefined : { token: "", clientId: "bearer", scopes: [] };
      return handler.fetch(request, authInfo === undefined ? {} : { authInfo });
    },
    close: handler.close,
  };
}

/** Digests are compared, so that how long it takes says nothing about the token. */
async function hasToken(request: Request, token: string): Promise<boolean> {
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given === undefined) return false;
  const [one, other] = await Promise.all([digest(given), digest(token)]);
  return one === other;
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).join();
}

function unauthorized(): Response {
  const body = {
    jsonrpc: "2.0",
    id: null,
    error: { code: -32_001, message: "Unauthorized: bring the server's bearer token" },
  };
  return Response.json(body, { status: 401, headers: { "www-authenticate": "Bearer" } });
}
