import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createHttpClient, type HttpClient } from "../../src/http/client.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import { attemptOf } from "./attempt.ts";

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function clientOf(origin: string): HttpClient {
  return createHttpClient({ hosts: [{ kind: "config", name: "u" }], config: { u: origin }, allowLoopback: true });
}

describe("a request that is said not to have been sent", () => {
  test("P4.7: never arrives, whenever its time ends", async () => {
    const server = await createFaultServer({ script: () => ({ kind: "answer", status: 200, body: "{}" }) });
    let notSent = 0;
    for (let round = 0; round < 150; round += 1) {
      const client = clientOf(server.origin);
      const attempt = attemptOf();
      const exchange = client.request(
        {
          method: "POST",
          url: new URL(`/n${String(round)}`, server.origin),
          headers: [],
          body: "{}",
          timeoutMs: 1 + (round % 7),
        },
        attempt,
      );
      // The machine is busy while the connection is made, so that the end comes before, at and after the dispatch.
      if (round % 2 === 0) busyFor(round % 11);
      const outcome = await exchange;
      await new Promise((resolve) => setTimeout(resolve, 10));
      const hasArrived = server.requests.some(({ target }) => target === `/n${String(round)}`);
      const isSaidUnsent = outcome.kind === "fault" && !outcome.mayHaveSent;
      if (isSaidUnsent) notSent += 1;
      expect([isSaidUnsent && hasArrived, isSaidUnsent && attempt.dispatches() > 0]).toEqual([false, false]);
      await client.close();
    }
    await server.close();
    expect(notSent).toBeGreaterThan(0);
  });

  test("P4.1: is one that waits for an idle connection while that is reset, and it may go again", async () => {
    const idle: Socket[] = [];
    const server = createServer((socket) => {
      idle.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = clientOf(origin);
    const request = { method: "POST", url: new URL("/notes", origin), headers: [], body: "{}" };
    await client.request(request, attemptOf());
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const socket of idle) socket.resetAndDestroy();
    const attempt = attemptOf();
    expect(await client.request(request, attempt)).toMatchObject({ fault: "connect", mayHaveSent: false });
    expect(attempt.dispatches()).toBe(0);
    expect(await client.request(request, attemptOf())).toMatchObject({ kind: "response" });
    await client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test("is refused where a header of it cannot be written, which trying again does not mend", async () => {
    const client = clientOf("http://127.0.0.1:9");
    const headers = ["x-note", "one\r\ntwo: 2"];
    const request = { method: "POST", url: new URL("http://127.0.0.1:9/notes"), headers, body: "{}" };
    expect(await client.request(request, attemptOf())).toMatchObject({ kind: "refused" });
    await client.close();
  });
});
