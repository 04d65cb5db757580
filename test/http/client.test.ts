import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpClient, type HttpClient, type HttpClientOptions } from "../../src/http/client.ts";
import type { HttpOutcome, HttpRequest } from "../../src/http/exchange.ts";
import { createFaultServer, type FaultServer, type FaultServerOptions } from "../../src/testing/fault-server.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { attemptOf } from "./attempt.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(options: FaultServerOptions | Reply): Promise<FaultServer> {
  const server = await createFaultServer("script" in options ? options : { script: () => options });
  cleanups.push(() => server.close());
  return server;
}

function clientFor(origin: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({
    hosts: [{ kind: "config", name: "baseUrl" }],
    config: { baseUrl: origin },
    allowLoopback: true,
    ...options,
  });
  cleanups.push(() => client.close());
  return client;
}

function post(origin: string, extras: Partial<HttpRequest> = {}): HttpRequest {
  return { method: "POST", url: new URL("/notes", origin), headers: [], body: "{}", ...extras };
}

function faultOf(outcome: HttpOutcome): string {
  return outcome.kind === "fault"
    ? `${outcome.fault}${outcome.mayHaveSent ? " after" : " before"} dispatch`
    : outcome.kind;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const answer = { kind: "answer", status: 200, body: '{"id":"n1"}' } as const;

describe("what is known of a dispatch", () => {
  const faults: readonly (readonly [string, Reply, string])[] = [
    ["a reset before the request is read", { kind: "reset", when: "before_request" }, "reset after dispatch"],
    ["a reset in the middle of the request", { kind: "reset", when: "half_request" }, "reset after dispatch"],
    ["a reset after the request", { kind: "reset", when: "after_request" }, "reset after dispatch"],
    ["silence", { kind: "silence" }, "timeout after dispatch"],
    ["headers and then silence", { kind: "headers_only", status: 200 }, "timeout after dispatch"],
    ["a body that is cut", { kind: "truncated", status: 200, body: '{"id":' }, "truncated after dispatch"],
    ["a chunk without a size", { kind: "bad_chunk", status: 200, body: "hello" }, "truncated after dispatch"],
    ["bytes that are no HTTP", { kind: "garbage" }, "invalidBody after dispatch"],
    [
      "a body over the cap that says so",
      { kind: "oversize", status: 200, bytes: 2_000_000, announced: true },
      "oversize after dispatch",
    ],
    [
      "a body over the cap that does not",
      { kind: "oversize", status: 200, bytes: 2_000_000, announced: false },
      "oversize after dispatch",
    ],
  ];

  test.each(faults)("%s is a fault after one dispatch", async (_name, reply, expected) => {
    const early = reply.kind === "reset" && reply.when !== "after_request" ? reply : undefined;
    const server = await serve({ script: () => reply, early: () => early });
    const attempt = attemptOf();
    const request = post(server.origin, { timeoutMs: 700, maxResponseBytes: 1_000_000, body: "x".repeat(200_000) });
    const outcome = await clientFor(server.origin).request(request, attempt);
    expect(faultOf(outcome)).toBe(expected);
    expect(attempt.dispatches()).toBe(1);
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  test("P4.2: one send is one request on the wire, whatever the server does with idle connections", async () => {
    const server = await serve({
      script: (_request, index) => (index === 1 ? { kind: "reset", when: "after_request" } : answer),
    });
    const client = clientFor(server.origin);
    const outcomes: string[] = [];
    for (let send = 0; send < 3; send += 1)
      outcomes.push(faultOf(await client.request(post(server.origin), attemptOf())));
    expect(outcomes).toEqual(["response", "reset after dispatch", "response"]);
    expect(server.requests).toHaveLength(3);
  });

  test("a refused connection is no dispatch", async () => {
    const origin = `http://127.0.0.1:${String(await freePort())}`;
    const attempt = attemptOf();
    expect(faultOf(await clientFor(origin).request(post(origin), attempt))).toBe("connect before dispatch");
    expect(attempt.dispatches()).toBe(0);
  });

  test("a name that is not resolved is no dispatch", async () => {
    const attempt = attemptOf();
    const client = createHttpClient({ hosts: [{ kind: "exact", host: "no-such-host.invalid" }], config: {} });
    cleanups.push(() => client.close());
    expect(faultOf(await client.request(post("https://no-such-host.invalid"), attempt))).toBe("dns before dispatch");
    expect(attempt.dispatches()).toBe(0);
  });

  test("a TLS handshake that fails is no dispatch", async () => {
    const server = await serve({ script: () => answer, early: () => ({ kind: "reset", when: "before_request" }) });
    const origin = server.origin.replace("http:", "https:");
    const attempt = attemptOf();
    expect(faultOf(await clientFor(origin).request(post(origin), attempt))).toBe("tls before dispatch");
    expect(attempt.dispatches()).toBe(0);
    expect(server.requests).toEqual([]);
  });

  test("a guard that refuses the dispatch keeps every byte back", async () => {
    const server = await serve(answer);
    const client = clientFor(server.origin);
    const beginDispatch = (): never => {
      throw new Error("the claim is too old");
    };
    await expect(client.request(post(server.origin), attemptOf({ beginDispatch }))).rejects.toThrow(
      "the claim is too old",
    );
    expect(server.requests).toEqual([]);
    expect(faultOf(await client.request(post(server.origin), attemptOf()))).toBe("response");
  });

  test("an attempt that is stopped or out of time before it starts sends nothing", async () => {
    const server = await serve(answer);
    const client = clientFor(server.origin);
    const stopped = attemptOf({ signal: AbortSignal.abort() });
    const late = attemptOf({ deadline: Date.now() - 1 });
    expect(faultOf(await client.request(post(server.origin), stopped))).toBe("connect before dispatch");
    expect(faultOf(await client.request(post(server.origin), late))).toBe("connect before dispatch");
    expect(server.connections()).toBe(0);
  });

  test.each([2_147_500_000, 90 * 86_400_000])("%i ms for one exchange are not over at once", async (timeoutMs) => {
    const server = await serve({ ...answer, slow: { bytes: 4, pauseMs: 30 } });
    const attempt = attemptOf({ deadline: Date.now() + timeoutMs });
    const outcome = await clientFor(server.origin).request(post(server.origin, { timeoutMs }), attempt);
    expect(faultOf(outcome)).toBe("response");
  });

  test("an attempt that is stopped while its connection is made sends nothing", async () => {
    const server = await serve(answer);
    const controller = new AbortController();
    const attempt = attemptOf({ signal: controller.signal });
    const sending = clientFor(server.origin).request(post(server.origin), attempt);
    controller.abort();
    expect(faultOf(await sending)).toBe("connect before dispatch");
    expect([attempt.dispatches(), server.requests.length]).toEqual([0, 0]);
  });

  test("a stop while the provider works is a fault after dispatch", async () => {
    const controller = new AbortController();
    const server = await serve({
      script: () => {
        controller.abort();
        return { kind: "silence" };
      },
    });
    const outcome = await clientFor(server.origin).request(
      post(server.origin),
      attemptOf({ signal: controller.signal }),
    );
    expect(faultOf(outcome)).toBe("timeout after dispatch");
  });

  test("closing the client ends an exchange under way as a fault after dispatch, and sends nothing later", async () => {
    let client: HttpClient | undefined;
    const server = await serve({
      script: () => {
        void client?.close();
        return { kind: "silence" };
      },
    });
    client = clientFor(server.origin);
    expect(faultOf(await client.request(post(server.origin), attemptOf()))).toBe("reset after dispatch");
    expect(faultOf(await client.request(post(server.origin), attemptOf()))).toBe("connect before dispatch");
    expect(server.requests).toHaveLength(1);
  });
});

describe("what is read", () => {
  test("an answer comes whole, informational answers and slow bodies included", async () => {
    const body = JSON.stringify({ text: "a".repeat(500) });
    const server = await serve({
      kind: "answer",
      status: 201,
      headers: { "x-one": "1" },
      body,
      informational: [103, 102],
      slow: { bytes: 64, pauseMs: 1 },
    });
    const outcome = await clientFor(server.origin).request(post(server.origin), attemptOf());
    expect(outcome).toMatchObject({ kind: "response", status: 201, headers: { "x-one": "1" } });
    expect(outcome.kind === "response" ? Buffer.from(outcome.body).toString() : "").toBe(body);
  });

  test("P12.2: a redirect is an answer and is not followed", async () => {
    const server = await serve({ kind: "answer", status: 307, headers: { location: "/elsewhere" } });
    const outcome = await clientFor(server.origin).request(post(server.origin), attemptOf());
    expect(outcome).toMatchObject({ kind: "response", status: 307 });
    expect(server.requests).toHaveLength(1);
  });

  test("an answer exactly at the cap is read, one byte more is a fault", async () => {
    const server = await serve({ kind: "answer", status: 200, body: "x".repeat(1_000) });
    const client = clientFor(server.origin);
    expect(faultOf(await client.request(post(server.origin, { maxResponseBytes: 1_000 }), attemptOf()))).toBe(
      "response",
    );
    expect(faultOf(await client.request(post(server.origin, { maxResponseBytes: 999 }), attemptOf()))).toBe(
      "oversize after dispatch",
    );
  });

  test("a body that comes too slowly ends with the exchange's time", async () => {
    const server = await serve({
      kind: "answer",
      status: 200,
      body: "x".repeat(10_000),
      slow: { bytes: 1, pauseMs: 20 },
    });
    const outcome = await clientFor(server.origin).request(post(server.origin, { timeoutMs: 500 }), attemptOf());
    expect(outcome).toMatchObject({ kind: "fault", fault: "timeout", mayHaveSent: true, head: { status: 200 } });
  });

  test("an answer of 1 GB stops at the cap and leaves the memory flat", async () => {
    const server = await serve({ kind: "oversize", status: 200, bytes: 1_000_000_000, announced: false });
    const before = process.memoryUsage().rss;
    const outcome = await clientFor(server.origin).request(
      post(server.origin, { maxResponseBytes: 4_194_304 }),
      attemptOf(),
    );
    expect(faultOf(outcome)).toBe("oversize after dispatch");
    expect(server.bytesWritten()).toBeLessThan(64_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(128_000_000);
  });

  test("a thousand exchanges need no more connections than are open at once", async () => {
    const server = await serve(answer);
    const client = clientFor(server.origin);
    for (let round = 0; round < 20; round += 1) {
      const sends = Array.from({ length: 50 }, () => client.request(post(server.origin), attemptOf()));
      expect((await Promise.all(sends)).every((outcome) => outcome.kind === "response")).toBe(true);
    }
    expect(server.requests).toHaveLength(1_000);
    expect(server.connections()).toBeLessThanOrEqual(64);
  });
});

describe("P12.2: where it may go", () => {
  test("a host that the manifest does not list is refused before anything is opened", async () => {
    const server = await serve(answer);
    const client = clientFor("http://127.0.0.1:1");
    const attempt = attemptOf();
    expect(await client.request(post(server.origin), attempt)).toMatchObject({ kind: "refused" });
    expect([server.connections(), attempt.dispatches()]).toEqual([0, 0]);
  });

  test("a listed name that leads to this machine is refused when the connection is made", async () => {
    const attempt = attemptOf();
    const client = createHttpClient({ hosts: [{ kind: "exact", host: "localhost" }], config: {} });
    cleanups.push(() => client.close());
    const outcome = await client.request(post("https://localhost"), attempt);
    expect(outcome).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("an address of this machine") as string,
    });
    expect(attempt.dispatches()).toBe(0);
  });

  test("the name in the request stays the provider's when a stand-in answers for it", async () => {
    const server = await serve(answer);
    const client = createHttpClient({
      hosts: [{ kind: "exact", host: "api.acme.example" }],
      config: {},
      standIn: new URL(server.origin),
    });
    cleanups.push(() => client.close());
    expect(faultOf(await client.request(post("https://api.acme.example"), attemptOf()))).toBe("response");
    expect(server.requests[0]?.headers).toContainEqual(["host", "api.acme.example"]);
    expect(await client.request(post("https://evil.example"), attemptOf())).toMatchObject({ kind: "refused" });
  });
});
