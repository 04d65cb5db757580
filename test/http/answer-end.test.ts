/** Where an answer ends on the wire: marked by a length, by its last chunk, by its status, or by nothing but the end of the connection. */
import { afterEach, describe, expect, test } from "vitest";
import { createHttpClient } from "../../src/http/client.ts";
import type { HttpOutcome } from "../../src/http/exchange.ts";
import { attemptOf } from "./attempt.ts";
import { callDesk } from "./desk.ts";
import { createRawServer, type RawAnswer } from "./raw-server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function outcomeOf(answer: RawAnswer, method = "POST"): Promise<HttpOutcome> {
  const server = await createRawServer(() => answer);
  const client = createHttpClient({
    hosts: [{ kind: "config", name: "u" }],
    config: { u: server.origin },
    allowLoopback: true,
  });
  cleanups.push(
    () => client.close(),
    () => server.close(),
  );
  const url = new URL("/notes", server.origin);
  return client.request({ method, url, headers: [], maxResponseBytes: 1_000, timeoutMs: 2_000 }, attemptOf());
}

function inWords(outcome: HttpOutcome): string {
  if (outcome.kind === "response") return `${String(outcome.status)} ${Buffer.from(outcome.body).toString()}`;
  return outcome.kind === "fault" ? `${outcome.fault} ${String(outcome.head?.status)}` : outcome.kind;
}

const open = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
const refused = "HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n";

describe("an answer that only the end of its connection ends", () => {
  test.each([
    ["an object", `${open}{"id":1}`, '200 {"id":1}'],
    ["a list", `${open}[1]\n`, "200 [1]\n"],
    ["an object of a server of HTTP/1.0", `HTTP/1.0 201 Created\r\n\r\n{"id":1}`, '201 {"id":1}'],
    ["a cut object", `${open}{"id":`, "truncated 200"],
    ["a number, which may have had more digits", `${open}12`, "truncated 200"],
    ["a text", `${open}hello`, "truncated 200"],
    ["nothing", open, "truncated 200"],
    ["a page behind a refusal", `${refused}<html>`, "404 "],
    ["an object behind a refusal", `${refused}{"message":"gone"}`, '404 {"message":"gone"}'],
  ] as const)("is judged by its body: %s", async (_name, bytes, expected) => {
    expect(inWords(await outcomeOf({ bytes, after: "end" }))).toBe(expected);
    expect(inWords(await outcomeOf({ bytes, after: "reset" }))).toBe(expected);
  });

  test("P4.3: leaves a write unknown when it was cut, and is tried again for a read", async () => {
    const answers = async (operation: "addNote" | "getNote", after: "end" | "reset"): Promise<string> => {
      const whole = { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id":"n1"}' } as const;
      const server = await createRawServer((index) => (index === 0 ? { bytes: open, after } : whole));
      cleanups.push(() => server.close());
      const record = await callDesk(server.origin, operation, { id: "a", text: "x" });
      return `${record.status} after ${String(server.requests.length)}`;
    };
    expect(await answers("addNote", "reset")).toBe("outcome_unknown after 1");
    expect(await answers("addNote", "end")).toBe("outcome_unknown after 1");
    expect(await answers("getNote", "reset")).toBe("succeeded after 2");
  });
});

describe("an answer whose end is marked", () => {
  test.each([
    ["by its length", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", "POST", "200 {}"],
    [
      "by its last chunk",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "POST",
      "200 hi",
    ],
    ["by a length it does not reach", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}", "POST", "truncated 200"],
    [
      "by chunks without a last one",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
      "POST",
      "truncated 200",
    ],
    ["by a status without a body", "HTTP/1.1 204 No Content\r\n\r\n", "POST", "204 "],
    ["by the method HEAD", "HTTP/1.1 200 OK\r\n\r\n", "HEAD", "200 "],
    [
      "by nothing, its chunks being coded once more",
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, gzip\r\n\r\nhi`,
      "POST",
      "truncated 200",
    ],
  ] as const)("%s", async (_name, bytes, method, expected) => {
    expect(inWords(await outcomeOf({ bytes, after: "end" }, method))).toBe(expected);
  });

  test.each([
    ["HEAD", "HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n"],
    ["GET", "HTTP/1.1 304 Not Modified\r\ncontent-length: 99999\r\n\r\n"],
    ["GET", "HTTP/1.1 204 No Content\r\ncontent-length: 99999\r\n\r\n"],
  ])("and has no body is not too large, whatever length it names: %s %j", async (method, bytes) => {
    expect((await outcomeOf({ bytes }, method)).kind).toBe("response");
  });
});
