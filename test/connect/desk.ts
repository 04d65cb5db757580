/** Runs one attempt of a handler on a connection to a played provider. */
import { afterEach } from "vitest";
import { createConnection } from "../../src/connect/connection.ts";
import { givenValues } from "../../src/connect/given-values.ts";
import type { Ending } from "../../src/core/ending.ts";
import type { Operation as ManifestOperation } from "../../src/core/manifest.ts";
import type { OperationHandler } from "../../src/core/operation.ts";
import type { ToolAttempt } from "../../src/core/tool.ts";
import { createRateGates } from "../../src/http/rate-gates.ts";
import { createFaultServer, type FaultServer } from "../../src/testing/fault-server.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { outputFaults } from "../../src/tools/output-check.ts";
import { attemptOf, skippingClock } from "../http/attempt.ts";
import { deskManifest, deskOperation } from "./desk-manifest.ts";

const ok: Reply = { kind: "answer", status: 200, body: '{"noteId":"n1"}' };
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A provider that answers each request with a note unless the script says otherwise. */
export async function serve(script: (index: number) => Reply = () => ok): Promise<FaultServer> {
  const server = await createFaultServer({ script: (_, index) => script(index) });
  ends.push(() => server.close());
  return server;
}

export interface Setting {
  readonly origin?: string;
  readonly operation?: Partial<ManifestOperation>;
  readonly attempt?: Partial<ToolAttempt>;
}

/** Runs one attempt of `addNote` with this handler. */
export function run(
  handler: OperationHandler,
  { origin = "http://127.0.0.1:9", operation = {}, attempt = {} }: Setting = {},
): Promise<Ending> {
  const manifest = deskManifest([deskOperation("addNote", operation)]);
  const connection = createConnection(
    { manifest, handlers: { addNote: handler }, connectorGates: createRateGates(), checkOutput: outputFaults },
    givenValues({
      name: "support",
      config: { baseUrl: origin },
      credentials: { apiToken: "t0ken" },
      allowLoopback: true,
    }),
  );
  ends.push(() => connection.close());
  return connection
    .operation("addNote")
    .invoke({ ticketId: "T-1", text: "Hello" }, attemptOf({ clock: skippingClock(), ...attempt }));
}

/** A handler that sends this many requests before it goes on. */
export const sendTimes =
  (count: number, then: OperationHandler): OperationHandler =>
  async (input, attempt) => {
    for (let sent = 0; sent < count; sent += 1) await attempt.fetch("/notes", { method: "POST", body: "{}" });
    return then(input, attempt);
  };
