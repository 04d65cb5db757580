import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createHttpClient } from "../../src/http/client.ts";
import { GatheredBody } from "../../src/http/gathered-body.ts";
import { attemptOf } from "./attempt.ts";
import { createRawServer } from "./raw-server.ts";

test("a body in any pieces is the pieces one after another, and the pieces stay as they are", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 12_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, (parts) => {
      const body = new GatheredBody();
      for (const part of parts) body.add(Buffer.from(part));
      expect(body.whole().equals(Buffer.concat(parts))).toBe(true);
      expect(body.size).toBe(parts.reduce((sum, { length }) => sum + length, 0));
    }),
  );
  const [first, second] = [Buffer.from("one"), Buffer.from("two")];
  const body = new GatheredBody();
  body.add(first);
  expect(body.whole()).toBe(first);
  body.add(second);
  expect([first.toString(), second.toString(), body.whole().toString()]).toEqual(["one", "two", "onetwo"]);
});

test("P12.2: an answer in a million pieces of one byte leaves the memory flat", async () => {
  const count = 1_000_000;
  const head = Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  const bytes = Buffer.concat([head, Buffer.alloc(6 * count, "1\r\nx\r\n"), Buffer.from("0\r\n\r\n")]);
  const server = await createRawServer(() => ({ bytes }));
  const client = createHttpClient({
    hosts: [{ kind: "config", name: "u" }],
    config: { u: server.origin },
    allowLoopback: true,
  });
  const before = process.memoryUsage().rss;
  const url = new URL("/notes", server.origin);
  const outcome = await client.request({ method: "GET", url, headers: [] }, attemptOf());
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  expect(outcome.kind === "response" ? outcome.body.length : outcome).toBe(count);
  await client.close();
  await server.close();
});
