import { describe, expect, test } from "vitest";
import { createHttpClient } from "../../src/http/client.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import { attemptOf } from "./attempt.ts";

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe("a request that is said not to have been sent", () => {
  test("P4.7: never arrives, whenever its time ends", async () => {
    const server = await createFaultServer({ script: () => ({ kind: "answer", status: 200, body: "{}" }) });
    let notSent = 0;
    for (let round = 0; round < 150; round += 1) {
      const client = createHttpClient({
        hosts: [{ kind: "config", name: "u" }],
        config: { u: server.origin },
        allowLoopback: true,
      });
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
});
