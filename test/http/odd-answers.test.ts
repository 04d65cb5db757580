/** Answers that no well-behaved server gives: each is read for certain, or ends as a fault after the dispatch; none counts as unsent. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpClient, type HttpClient } from "../../src/http/client.ts";
import type { HttpOutcome } from "../../src/http/exchange.ts";
import { attemptOf } from "./attempt.ts";
import { createRawServer, type RawAnswer, type RawServer } from "./raw-server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

interface Peer {
  readonly server: RawServer;
  readonly send: () => Promise<HttpOutcome>;
}

async function peerOf(answer: (index: number) => RawAnswer): Promise<Peer> {
  const server = await createRawServer(answer);
  cleanups.push(() => server.close());
  const client = clientOf(server.origin);
  return { server, send: () => post(client, server.origin, "{}") };
}

function clientOf(origin: string): HttpClient {
  const client = createHttpClient({
    hosts: [{ kind: "config", name: "u" }],
    config: { u: origin },
    allowLoopback: true,
  });
  cleanups.push(() => client.close());
  return client;
}

function post(client: HttpClient, origin: string, body: string): Promise<HttpOutcome> {
  return client.request(
    { method: "POST", url: new URL("/notes", origin), headers: [], body, timeoutMs: 5_000 },
    attemptOf(),
  );
}

function inWords(outcome: HttpOutcome): string {
  if (outcome.kind === "response") return `${String(outcome.status)} ${Buffer.from(outcome.body).toString()}`;
  if (outcome.kind === "refused") return "refused";
  return `${outcome.fault}${outcome.mayHaveSent ? "" : ", unsent"}`;
}

const line = "HTTP/1.1 200 OK\r\n";
const ok = `${line}content-length: 2\r\n\r\n{}`;

describe("an answer that is odd on the wire", () => {
  test.each([
    ["informational answers before it", `HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nlink: </x>\r\n\r\n${ok}`, "200 {}"],
    // undici ends the connection at an unasked 100. The toolkit never asks for one.
    ["an unasked 100 before it", `HTTP/1.1 100 Continue\r\n\r\n${ok}`, "reset"],
    ["another protocol", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nabc", "reset"],
    ["an equal length twice", `${line}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`, "invalidBody"],
    ["two lengths", `${line}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`, "invalidBody"],
    [
      "a length and chunks",
      `${line}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      "invalidBody",
    ],
    ["a length below zero", `${line}content-length: -2\r\n\r\n{}`, "invalidBody"],
    ["a length beyond counting", `${line}content-length: 99999999999999999999\r\n\r\n{}`, "invalidBody"],
    ["headers of 20 kB", `${line}x: ${"a".repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`, "oversize"],
    ["trailers", `${line}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nstatus: 500\r\n\r\n`, "200 {}"],
    [
      "trailers of 30 kB",
      `${line}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx: ${"a".repeat(30_000)}\r\n\r\n`,
      "oversize",
    ],
    ["bare line feeds", "HTTP/1.1 200 OK\ncontent-length: 2\n\n{}", "invalidBody"],
    ["a folded header", `${line}x: a\r\n b\r\ncontent-length: 2\r\n\r\n{}`, "invalidBody"],
    ["a header with a zero byte", `${line}x: a\u0000b\r\ncontent-length: 2\r\n\r\n{}`, "invalidBody"],
    ["a space behind a header's name", `${line}content-length : 2\r\n\r\n{}`, "invalidBody"],
    ["a status below 100", "HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\n{}", "reset"],
    ["no more than a part of its head", `${line}cont`, "reset"],
  ] as const)("has %s", async (_name, bytes, expected) => {
    const { send } = await peerOf(() => ({ bytes, after: "end" }));
    expect(inWords(await send())).toBe(expected);
  });

  test("has headers named like parts of every object: they are headers and nothing else", async () => {
    const names = "__proto__: a\r\n__proto__: b\r\nconstructor: c\r\nhasOwnProperty: d\r\n";
    const { send } = await peerOf(() => ({ bytes: `${line}${names}content-length: 2\r\n\r\n{}` }));
    const outcome = await send();
    const headers = outcome.kind === "response" ? outcome.headers : {};
    expect(Object.entries(headers)).toEqual([
      ["__proto__", "a, b"],
      ["constructor", "c"],
      ["hasownproperty", "d"],
      ["content-length", "2"],
    ]);
    expect(["toString" in headers, ({} as { readonly a?: string }).a]).toEqual([false, undefined]);
  });

  test("is followed by a second one, which answers no other request", async () => {
    const { send, server } = await peerOf((index) => ({
      bytes: index === 0 ? `${ok}${line}content-length: 2\r\n\r\n[]` : ok,
    }));
    expect([inWords(await send()), inWords(await send())]).toEqual(["200 {}", "200 {}"]);
    expect(server.requests).toHaveLength(2);
  });
});

describe("an answer that comes before the whole request was sent", () => {
  test("counts, and what is left of the request harms no other", async () => {
    // It reads nothing behind the head of the first request, whose 20 MB do not fit into any buffer.
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => socket.destroy());
      socket.once("data", (chunk) => {
        const isLarge = chunk.includes("content-length: 20");
        if (isLarge) socket.pause();
        socket.write(isLarge ? "HTTP/1.1 413 Large\r\ncontent-length: 2\r\n\r\n[]" : ok);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    });
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = clientOf(origin);
    expect(inWords(await post(client, origin, "x".repeat(20_000_000)))).toBe("413 []");
    expect(inWords(await post(client, origin, "{}"))).toBe("200 {}");
  });
});

describe("a connection that is kept open and ends as the next request is written", () => {
  test.each(["end", "reset"] as const)(
    "P4.2, P4.7: with %s: one send is one request, in doubt once it began",
    async (after) => {
      let end = (): unknown => undefined;
      let isToEnd = false;
      let arrived = 0;
      const server = createServer((socket) => {
        socket.on("error", () => socket.destroy());
        const endThis = (): unknown => (after === "end" ? socket.end() : socket.resetAndDestroy());
        socket.on("data", () => {
          arrived += 1;
          end = endThis;
          if (isToEnd) endThis();
          else socket.write(ok);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const client = clientOf(origin);
      const url = new URL("/notes", origin);
      let dispatches = 0;
      const send = async (): Promise<string> => {
        const attempt = attemptOf();
        const outcome = await client.request(
          { method: "POST", url, headers: [], body: "{}", timeoutMs: 5_000 },
          attempt,
        );
        dispatches += attempt.dispatches();
        expect(attempt.dispatches()).toBe(outcome.kind === "fault" && !outcome.mayHaveSent ? 0 : 1);
        return inWords(outcome);
      };
      const seen: string[] = [];
      for (let round = 0; round < 45; round += 1) {
        await send();
        // The end comes before the request is written, while it is, or when it has arrived.
        if (round % 3 === 0) end();
        isToEnd = round % 3 === 2;
        const sending = send();
        if (round % 3 === 1) setImmediate(end);
        seen.push(await sending);
        isToEnd = false;
      }
      expect(arrived).toBeLessThanOrEqual(dispatches);
      expect(seen.filter((_, round) => round % 3 === 2)).toEqual(Array.from({ length: 15 }, () => "reset"));
      await client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  );
});
