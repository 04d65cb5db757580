/** What becomes of an answer that arrived in time while the process was busy with something else. */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createHttpClient } from "../../src/http/client.ts";
import { attemptOf } from "./attempt.ts";

/** A server on a thread of its own, which answers the first request while this thread is busy, and no other one. */
const SERVER = `
const { parentPort, workerData } = require("node:worker_threads");
const answered = new Int32Array(workerData);
const server = require("node:http").createServer((request, response) => {
  if (answered[0] === 0) response.end("{}", () => Atomics.store(answered, 0, 1));
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const TIMEOUT_MS = 700;

/** Lets nothing else run until the server has answered and the exchange's time is long over. */
function busyUntil(answered: Int32Array): void {
  const end = performance.now() + 2 * TIMEOUT_MS;
  while (performance.now() < end || Atomics.load(answered, 0) === 0);
}

test("an answer that waits to be read when the process is free again counts; silence stays silence", async () => {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(SERVER, { eval: true, workerData: shared });
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  const origin = `http://127.0.0.1:${String(port)}`;
  const client = createHttpClient({
    hosts: [{ kind: "config", name: "u" }],
    config: { u: origin },
    allowLoopback: true,
  });
  const send = async (): Promise<string> => {
    const written = Promise.withResolvers<void>();
    const attempt = attemptOf({
      beginDispatch() {
        // Behind the write itself, which follows in the same turn.
        setImmediate(written.resolve);
        return { provenNotSent() {} };
      },
    });
    const url = new URL("/notes", origin);
    const sending = client.request({ method: "POST", url, headers: [], body: "{}", timeoutMs: TIMEOUT_MS }, attempt);
    await written.promise;
    busyUntil(new Int32Array(shared));
    const outcome = await sending;
    return outcome.kind === "fault" ? outcome.fault : outcome.kind;
  };
  expect([await send(), await send()]).toEqual(["response", "timeout"]);
  await client.close();
  await worker.terminate();
});
