import { expect, onTestFinished, test } from "vitest";
import { createMcpHttpHandler } from "../../../src/mcp.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import { runnerOf, token } from "./connect.ts";

async function knock(
  headers: Readonly<Record<string, string>>,
  options: { token?: string | false } = {},
): Promise<number> {
  const runner = runnerOf(new AdapterWorld());
  const handler = await createMcpHttpHandler(runner, { sessionId: "s", tools: "all", token, ...options });
  onTestFinished(async () => handler.close());
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return (await handler.fetch(new Request("http://localhost/mcp", { method: "POST", headers: all, body }))).status;
}

const host = { host: "localhost:4010" };
const bearer = { authorization: `Bearer ${token}` };

test("a request with the token is served", async () => {
  expect(await knock({ ...host, ...bearer })).toBe(200);
});

test("a request without the token, or with another one, is turned away", async () => {
  expect(await knock(host)).toBe(401);
  expect(await knock({ ...host, authorization: "Bearer another one entirely" })).toBe(401);
  for (const authorization of [
    token,
    "Bearer",
    "Bearer ",
    `Basic ${token}`,
    `Bearer ${token}, Bearer x`,
    `Bearer ${token}x`,
  ])
    expect(await knock({ ...host, authorization })).toBe(401);
});

test("a request for another host is turned away although it has the token: names of others may lead here", async () => {
  expect(await knock({ host: "evil.example", ...bearer })).toBe(403);
});

test.each(["localhost", "LOCALHOST:4010", "127.0.0.1:1", "[::1]", "[::1]:4010"])(
  "this machine's own name is served: %s",
  async (name) => {
    expect(await knock({ host: name, ...bearer })).toBe(200);
  },
);

test.each(["localhost.evil.example", "evil.example#localhost", "127.0.0.1.evil.example", "0.0.0.0", "localhost."])(
  "a name that only looks like this machine's is turned away: %s",
  async (name) => {
    expect(await knock({ host: name, ...bearer })).toBe(403);
  },
);

test.each(["null", "file://", "localhost", "https://localhost.evil.example", "http://localhost@evil.example"])(
  "an origin that is not this machine's is turned away: %s",
  async (origin) => {
    expect(await knock({ ...host, ...bearer, origin })).toBe(403);
  },
);

test.each(["http://LOCALHOST:3000", "http://[::1]:3000", "https://127.0.0.1"])(
  "an origin of this machine is served: %s",
  async (origin) => {
    expect(await knock({ ...host, ...bearer, origin })).toBe(200);
  },
);

test("a request from a page of another origin is turned away", async () => {
  expect(await knock({ ...host, ...bearer, origin: "https://evil.example" })).toBe(403);
  expect(await knock({ ...host, ...bearer, origin: "http://localhost:3000" })).toBe(200);
});

test("a handler behind its own check takes no token, and says so explicitly", async () => {
  expect(await knock(host, { token: false })).toBe(200);
  await expect(knock(host, { token: "short" })).rejects.toThrow(/16 characters/);
});
