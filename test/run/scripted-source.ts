/** A tool source whose tools end as a test says, attempt by attempt. It stands for connectors and applications behind the source port. */

import type { EffectClass } from "../../src/core/effect.ts";
import type { Ending, Reconciliation } from "../../src/core/ending.ts";
import type { JsonObject, JsonSchema } from "../../src/core/json.ts";
import type { RetryPolicy } from "../../src/core/retry.ts";
import { defaultRetryPolicy } from "../../src/core/retry.ts";
import type { Secret } from "../../src/core/secret.ts";
import type { ConnectorFacts, Tool, ToolAttempt, ToolSource } from "../../src/core/tool.ts";

export type Script = (args: JsonObject, attempt: ToolAttempt) => Ending | Promise<Ending>;

export interface ScriptedTool {
  readonly tool: Tool;
  readonly script: Script;
  readonly reconcile?: (args: JsonObject, attempt: ToolAttempt) => Promise<Reconciliation>;
}

const noteSchema: JsonSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};

/** No waits between attempts. */
export const atOnce: RetryPolicy = { ...defaultRetryPolicy, initial: 0, jitter: "none" };

export function connectorFacts(change: Partial<ConnectorFacts> = {}): ConnectorFacts {
  return {
    connection: { connector: "notes", name: "main" },
    operation: "add",
    version: "1.0.0",
    mechanism: "none",
    mechanismText: "none",
    hasLookup: false,
    branches: ["added", "name_taken", "accepted", "defect"],
    ...change,
  };
}

/** A tool of a connector. */
export function connectorToolOf(
  name: string,
  effect: EffectClass,
  script: Script,
  change: Partial<Tool> = {},
): ScriptedTool {
  const mechanism = effect === "idempotent_write" ? "key" : "none";
  const connector = connectorFacts({ operation: name, mechanism, mechanismText: mechanism });
  return functionToolOf(name, effect, script, { connector, ...change });
}

/** A tool of any other source. */
export function functionToolOf(
  name: string,
  effect: EffectClass | undefined,
  script: Script,
  change: Partial<Tool> = {},
): ScriptedTool {
  const execution = { timeoutMs: 10_000, retry: atOnce, downtimeCounts: false };
  return { tool: { name, description: name, inputSchema: noteSchema, effect, execution, ...change }, script };
}

export class ScriptedSource implements ToolSource {
  /** The names of the tools that were entered, in order. */
  readonly entered: string[] = [];
  secrets: readonly Secret[] = [];
  tools: readonly ScriptedTool[];

  constructor(...tools: readonly ScriptedTool[]) {
    this.tools = tools;
  }

  #list: readonly Tool[] | undefined;

  listTools(): readonly Tool[] {
    return (this.#list ??= this.tools.map(({ tool }) => tool));
  }

  /** What a deploy does. */
  replace(...tools: readonly ScriptedTool[]): void {
    this.tools = tools;
    this.#list = undefined;
  }

  async callTool(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    this.entered.push(name);
    return this.#find(name).script(args, attempt);
  }

  async reconcile(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Reconciliation> {
    return this.#find(name).reconcile?.(args, attempt) ?? { kind: "open", reason: "nothing is known" };
  }

  knownSecrets(): Iterable<Secret> {
    return this.secrets;
  }

  #find(name: string): ScriptedTool {
    const found = this.tools.find(({ tool }) => tool.name === name);
    if (found === undefined) throw new Error(`there is no tool ${name}`);
    return found;
  }
}

/** A script that sends and succeeds. */
export const works: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "returned", output: { ok: true } };
};

export const added: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "branch", branch: "added", record: "succeeded", output: { id: 1 } };
};

/** Attempt by attempt; the last one goes on. */
export function inTurn(...scripts: readonly Script[]): Script {
  return (args, attempt) => {
    const script = scripts[Math.min(attempt.number, scripts.length) - 1];
    if (script === undefined) throw new Error("a script has at least one part");
    return script(args, attempt);
  };
}

/** A script that ends when the test says so. */
export function gate(): { readonly script: Script; readonly entered: Promise<void>; open(): void } {
  const opened = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const script: Script = async (args, attempt) => {
    entered.resolve();
    await opened.promise;
    return added(args, attempt);
  };
  return { script, entered: entered.promise, open: opened.resolve };
}
