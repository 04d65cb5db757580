/**
 * What the adapter suite acts on: a tool source of reads and ordered writes that a test can steer, and the log of what
 * was really run. It stands for a connector whose provider is on the other side of a network.
 */
import type { Ending } from "../../src/core/ending.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { ConnectorFacts, Tool, ToolAttempt, ToolSource } from "../../src/core/tool.ts";

export interface RunCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly key: string;
}

const names = ["read_a", "write_b", "write_c", "write_d", "read_e"];

export class AdapterWorld implements ToolSource {
  /** Every entry into an operation, in order. */
  readonly log: RunCall[] = [];
  readonly #asks: ReadonlySet<string>;
  readonly #failing = new Set<string>();
  readonly #gates = new Map<string, { entered: PromiseWithResolvers<void>; opened: PromiseWithResolvers<void> }>();
  readonly #tools: readonly Tool[];

  constructor(options: { readonly asks?: readonly string[] } = {}) {
    this.#asks = new Set(options.asks ?? []);
    this.#tools = names.map((name) => this.#tool(name));
  }

  /** From now on the tool ends in its declared failure. */
  fail(tool: string): void {
    this.#failing.add(tool);
  }

  /** The next call of the tool stays inside until `open` is called; `entered` tells that it is there. */
  gate(tool: string): { readonly entered: Promise<void>; open(): void } {
    const gate = { entered: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() };
    this.#gates.set(tool, gate);
    return { entered: gate.entered.promise, open: () => gate.opened.resolve() };
  }

  /** Names of the tools that ran. */
  get ran(): readonly string[] {
    return this.log.map((call) => call.tool);
  }

  /** Names of the writes that ran, in their order. */
  get wrote(): readonly string[] {
    return this.ran.filter((tool) => tool.startsWith("write"));
  }

  listTools(): readonly Tool[] {
    return this.#tools;
  }

  async callTool(tool: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    attempt.beginDispatch();
    this.log.push({ tool, args, key: attempt.key });
    const gate = this.#gates.get(tool);
    if (gate !== undefined) {
      this.#gates.delete(tool);
      gate.entered.resolve();
      await gate.opened.promise;
    }
    if (this.#failing.has(tool)) {
      return {
        kind: "branch",
        branch: "refused",
        record: "failed",
        message: "The workspace refused it.",
        isRetryable: false,
      };
    }
    return { kind: "branch", branch: "done", record: "succeeded", output: { tool, text: args["text"] ?? null } };
  }

  #tool(name: string): Tool {
    const isRead = name.startsWith("read");
    return {
      name,
      description: isRead ? "Reads something." : "Writes something.",
      inputSchema: {
        type: "object",
        properties: { text: { type: "string", maxLength: 200 }, note: { type: "string" } },
        required: ["text"],
        additionalProperties: false,
      },
      outputSchema: { type: "object", properties: { tool: { type: "string" }, text: { type: "string" } } },
      effect: isRead ? "read" : "non_idempotent_write",
      annotations: { readOnlyHint: isRead, destructiveHint: false, idempotentHint: isRead, openWorldHint: true },
      requiresApproval: this.#asks.has(name),
      connector: factsOf(name),
    };
  }
}

function factsOf(operation: string): ConnectorFacts {
  return {
    connection: { connector: "world", name: "test" },
    operation,
    version: "1.0.0",
    mechanism: "none",
    mechanismText: "none",
    hasLookup: false,
    branches: ["done", "refused"],
  };
}
