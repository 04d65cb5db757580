/** Only a call that succeeded is recorded with an output: what else a branch has to say stands in its message. */
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { CallRecord } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { createToolRunner, toModelResult } from "../../src/index.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";

/** The record of one call whose answer has this status; every branch declares an output and takes it from the answer. */
async function recordOf(status: number): Promise<CallRecord> {
  const body = '{"detail":"detail-1","error":"error-1"}';
  const server = await createFaultServer({ script: () => ({ kind: "answer", status, body }) });
  onTestFinished(() => server.close());
  const shape = "{type: object, properties: {detail: {type: string}}}";
  const text = `
manifestVersion: 1
connector: {id: desk, title: Desk, description: Anything., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, required: true}}
operations:
  send:
    kind: mutation
    impact: additive
    description: Sends one note to the desk for everybody.
    input: {type: object, additionalProperties: false}
    output: ${shape}
    agent: {exposed: true}
    branches:
      sent: {record: succeeded, description: Sent.}
      refused: {record: failed, description: Refused., message: {$body: /error}, output: ${shape}}
      stuck: {record: outcome_unknown, description: Stuck., message: {$body: /error}, output: ${shape}}
    request: {method: POST, path: /notes}
    classify:
      - {when: {status: [200]}, then: {branch: sent, output: {detail: {$body: /detail}}}}
      - {when: {status: [400]}, then: {branch: refused, output: {detail: {$body: /detail}}}}
      - {otherwise: {branch: stuck, output: {detail: {$body: /detail}}}}
`;
  const connection = defineConnector({ manifest: trustManifest(parse(text) as JsonObject) }).connect({
    name: "test",
    config: { baseUrl: `${server.origin}/` },
    credentials: {},
    allowLoopback: true,
  });
  onTestFinished(() => connection.close());
  const runner = createToolRunner({ toolSources: [connection.tools({ only: ["send"] })] });
  onTestFinished(() => runner.close());
  const call = { id: "call_0", name: "desk_send", arguments: {} };
  const [record] = await runner.runResponse({ sessionId: "s", turnId: "t", responseId: "r", calls: [call] });
  if (record === undefined) throw new Error("the runner gave no record");
  return record;
}

test.each([
  [400, "failed", "refused"],
  [500, "outcome_unknown", "stuck"],
] as const)("an answer of %i that ends as %s has a message and no output", async (status, expected, branch) => {
  const record = await recordOf(status);
  expect(record).toMatchObject({ status: expected, branch });
  expect(record).not.toHaveProperty("output");
  const read = JSON.stringify([record, toModelResult(record)]);
  expect(read).toContain("error-1");
  expect(read).not.toContain("detail-1");
});

test("an answer that succeeds has its output", async () => {
  expect(await recordOf(200)).toMatchObject({ status: "succeeded", branch: "sent", output: { detail: "detail-1" } });
});
