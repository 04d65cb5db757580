/** What a branch says to the model: a text or a number, whatever it was taken from. */
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import { attemptOf } from "./attempt.ts";

/** The message of the branch that the answer 404 with this body ends in. */
async function messageOf(message: string, input: JsonObject = {}, body = "{}"): Promise<string | undefined> {
  const server = await createFaultServer({ script: () => ({ kind: "answer", status: 404, body }) });
  onTestFinished(() => server.close());
  const text = `
manifestVersion: 1
connector: {id: words, title: Words, description: Anything., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, required: true}}
operations:
  find:
    kind: query
    input: {type: object}
    output: {type: object}
    branches: {found: {record: succeeded, description: Found.}, absent: {record: failed, description: Absent., message: ${message}}}
    request: {method: GET, path: /notes}
    classify: [{when: {status: [200]}, then: {branch: found}}, {otherwise: {branch: absent}}]
`;
  const connection = defineConnector({ manifest: trustManifest(parse(text) as JsonObject) }).connect({
    name: "test",
    config: { baseUrl: `${server.origin}/` },
    credentials: {},
    allowLoopback: true,
  });
  onTestFinished(() => connection.close());
  const ending = await connection.operation("find").invoke(input, attemptOf());
  if (ending.kind !== "branch" || ending.branch !== "absent") throw new Error(`it ended as ${JSON.stringify(ending)}`);
  return ending.message;
}

test.each([
  ["the status", "{$status: {}}", "404"],
  ["a literal number", "404", "404"],
  ["zero", "0", "0"],
  ["a numeric argument", "{$input: /ticket}", "1042"],
  ["a number of the body", "{$body: /code}", "-3"],
  ["a number of the body that no JavaScript number holds", "{$body: /id}", "9007199254740993"],
  ["a text", "There is no such note.", "There is no such note."],
] as const)("a message may be %s", async (_what, message, said) => {
  expect(await messageOf(message, { ticket: 1042 }, '{"code":-3,"id":9007199254740993}')).toBe(said);
});

test.each(["{$body: /flag}", "{$body: /nothing}", "{$body: /list}", "{$body: /absent}", "{$body: /space}"])(
  "what is neither text nor number is no message: %s",
  async (message) => {
    expect(await messageOf(message, {}, '{"flag":true,"nothing":null,"list":[1],"space":" "}')).toBeUndefined();
  },
);
