/** A third-party emulator of a provider on loopback, and a runner that calls a connector against it. */
import { createEmulator, type Emulator } from "emulate";
import { createToolRunner, type ToolRunner } from "../../src/index.ts";
import type { CallRecord } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { loadConnector, type Connection } from "../../src/http.ts";

export interface Emulated {
  readonly emulator: Emulator;
  readonly connection: Connection;
  /** One call of a response of its own. Equal calls are new calls. */
  call(operation: string, input: JsonObject): Promise<CallRecord>;
  close(): Promise<void>;
}

export interface EmulatedOptions {
  readonly service: "github" | "stripe";
  readonly seed: Record<string, unknown>;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Starts the emulator and a connection of our connector to it; every exposed operation is a tool that asks nobody. */
export async function emulated({ service, seed, credentials }: EmulatedOptions): Promise<Emulated> {
  const emulator = await createEmulator({ service, port: 0, seed });
  const connector = await loadConnector(new URL(`../../connectors/${service}/dex-connector.yaml`, import.meta.url));
  const connection = connector.connect({
    name: "test",
    config: { apiUrl: emulator.url },
    credentials,
    allowLoopback: true,
  });
  const only = Object.values(connector.manifest.operations).filter(({ agent }) => agent.exposed);
  const requiresApproval = Object.fromEntries(only.map(({ name }) => [name, false]));
  const tools = connection.tools({ only: only.map(({ name }) => name), requiresApproval });
  const runner = createToolRunner({ toolSources: [tools] });
  let count = 0;
  return {
    emulator,
    connection,
    call(operation, input) {
      count += 1;
      const tool = connector.manifest.operations[operation]?.agent.toolName ?? operation;
      return callOnce(runner, tool, input, count);
    },
    async close() {
      await runner.close();
      await connection.close();
      await emulator.close();
    },
  };
}

async function callOnce(runner: ToolRunner, tool: string, input: JsonObject, count: number): Promise<CallRecord> {
  const number = String(count);
  const [record] = await runner.runResponse({
    sessionId: "session-1",
    turnId: `turn-${number}`,
    responseId: `response-${number}`,
    calls: [{ id: "call_0", name: tool, arguments: input }],
  });
  if (record === undefined) throw new Error("the runner gave no record");
  return record;
}
