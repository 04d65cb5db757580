/** A tool source of connector operations: lists them as they were defined and passes calls on. */

import type { Ending, Reconciliation } from "../core/ending.ts";
import { ToolkitError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Operation } from "../core/operation.ts";
import type { Secret } from "../core/secret.ts";
import type { Tool, ToolAttempt, ToolSource } from "../core/tool.ts";
import type { ConnectorTool } from "./connector-tool.ts";

/**
 * A source of the tools that `connectorTool` made, of any number of connections.
 *
 * Two tools of one name throw `invalid_definition` naming both connections. Iterating gives the tools back, so that
 * sources can be joined: `new ConnectorToolSource([...one, ...another])`.
 */
export class ConnectorToolSource implements ToolSource, Iterable<ConnectorTool> {
  readonly #tools: ReadonlyMap<string, ConnectorTool>;
  readonly #listed: readonly Tool[];
  /** One operation of each connection: secrets are asked for at every call, and belong to connections. */
  readonly #ofConnections: readonly Operation[];

  constructor(tools: Iterable<ConnectorTool>) {
    const byName = new Map<string, ConnectorTool>();
    for (const entry of tools) {
      const other = byName.get(entry.tool.name);
      if (other !== undefined) throw sameName(other, entry);
      byName.set(entry.tool.name, entry);
    }
    this.#tools = byName;
    this.#listed = Object.freeze([...byName.values()].map((entry) => entry.tool));
    const operations = Array.from(byName.values(), ({ operation }) => operation);
    const byConnection = new Map(operations.map((operation) => [connectionName(operation), operation]));
    this.#ofConnections = [...byConnection.values()];
  }

  [Symbol.iterator](): Iterator<ConnectorTool> {
    return this.#tools.values();
  }

  listTools(): readonly Tool[] {
    return this.#listed;
  }

  async callTool(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    const operation = this.#tools.get(name)?.operation;
    if (operation === undefined)
      return { kind: "not_sent", reason: `there is no connector tool ${name}`, isFinal: true };
    return operation.invoke(args, attempt);
  }

  async reconcile(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Reconciliation> {
    const operation = this.#tools.get(name)?.operation;
    if (operation?.reconcile === undefined) {
      return { kind: "open", reason: `${name} declares no lookup; a person has to settle it` };
    }
    return operation.reconcile(args, attempt);
  }

  *knownSecrets(): Iterable<Secret> {
    for (const operation of this.#ofConnections) yield* operation.knownSecrets();
  }
}

function connectionName({ connection }: Operation): string {
  return `${connection.connector}/${connection.name}`;
}

function sameName(one: ConnectorTool, other: ConnectorTool): ToolkitError {
  const [first, second] = [one, other].map(({ operation }) => `${connectionName(operation)} (${operation.id})`);
  return new ToolkitError(
    "invalid_definition",
    `two tools have the name ${one.tool.name}: one of ${first ?? ""}, one of ${second ?? ""}; rename one with connectorTool(…, { name })`,
  );
}
