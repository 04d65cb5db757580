/** The test desk: a connector with one operation of each effect class, and a runner that calls it. */
import { readFileSync } from "node:fs";
import { createToolRunner } from "../../src/index.ts";
import { defineConnector, type Connection } from "../../src/connector.ts";
import type { CallRecord } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { parse } from "yaml";

const file = new URL("../fixtures/http/desk/dex-connector.yaml", import.meta.url);

export type DeskOperation = "getNote" | "putNote" | "addNote";

function connectDesk(baseUrl: string): Connection {
  const manifest = trustManifest(parse(readFileSync(file, "utf8")) as JsonObject);
  return defineConnector({ manifest }).connect({
    name: "test",
    config: { baseUrl },
    credentials: { apiToken: "desk-token-1" },
    allowLoopback: true,
  });
}

/** One call through a runner of its own, to its record. */
export async function callDesk(baseUrl: string, operation: DeskOperation, input: JsonObject): Promise<CallRecord> {
  const connection = connectDesk(baseUrl);
  const runner = createToolRunner({ toolSources: [connection.tools({ only: [operation] })] });
  const name = `test_desk_${operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  try {
    const [record] = await runner.runResponse({
      sessionId: "session-1",
      turnId: "turn-1",
      responseId: "response-1",
      calls: [{ id: "call_0", name, arguments: input }],
    });
    if (record === undefined) throw new Error("the runner gave no record");
    return record;
  } finally {
    await runner.close();
    await connection.close();
  }
}
