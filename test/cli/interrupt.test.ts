import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { CallRecord } from "dex-connectors";
import { expect, onTestFinished, test } from "vitest";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = join(import.meta.dirname, "../..");

/** A Slack that tells when a request arrived and answers only when told to. */
async function slowSlack() {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    arrived.resolve();
    void answer.promise.then(() => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ ok: true, channel: "C000000001", ts: "1710000000.000100", message: { text: "x" } }),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${String(port)}/api/`,
    arrived: arrived.promise,
    answer: answer.resolve,
    requests: () => requests,
  };
}

test("P7.4: an interrupt lets a started write end, records its true ending and exits 130; recover sends the next one", async () => {
  const slack = await slowSlack();
  const folder = await temporaryFolder();
  const [file, journal] = [join(folder, "response.json"), join(folder, "calls.db")];
  const { writeFile } = await import("node:fs/promises");
  const post = (text: string): object => ({
    name: "slack_post_channel_message",
    arguments: { channelId: "C000000001", text },
  });
  await writeFile(
    file,
    JSON.stringify({ sessionId: "s", turnId: "t", responseId: "r", calls: [post("one"), post("two")] }),
  );
  const flags = ["--config", `apiUrl=${slack.apiUrl}`, "--credential", "botToken=env:TOKEN", "--allow-loopback"];
  const words = ["run", file, "--connector", "slack", "--journal", journal, "--format", "json", ...flags];
  const program = `
    const { main } = await import(${JSON.stringify(join(root, "src/cli/main.ts"))});
    process.exitCode = await main(${JSON.stringify(words)});
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", TOKEN: "xoxb-planted-3" },
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (texts.stderr += chunk.toString()));
  await slack.arrived;
  child.kill("SIGINT");
  // The journal is being closed; the write under way is waited for.
  setTimeout(slack.answer, 300);
  const [exitCode] = (await once(child, "close")) as [number | null];
  expect(exitCode, texts.stderr).toBe(130);
  const [ended, next] = JSON.parse(texts.stdout) as CallRecord[];
  expect(ended).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(next).toMatchObject({ attempts: 0 });
  expect(texts.stderr).toContain("one call has not run");
  expect(slack.requests()).toBe(1);
  const recover = ["recover", "--connector", "slack", "--journal", journal, ...flags];
  expect(await runWords(recover, { env: { TOKEN: "xoxb-planted-3" } })).toMatchObject({ exitCode: 0 });
  const kept = jsonOf(await runWords(["calls", "--journal", journal, "--format", "json"])) as CallRecord[];
  expect(kept.map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
    [ended?.key, "succeeded", 1],
    [next?.key, "succeeded", 1],
  ]);
  expect(slack.requests()).toBe(2);
});
