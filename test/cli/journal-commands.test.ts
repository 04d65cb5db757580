/** Commands over a journal that nobody runs: what they may send, what they tell, and what hides in what they show. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createToolRunner, type ToolRunner } from "dex-connectors";
import { loadConnector } from "dex-connectors/http";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { shellWord } from "../../src/cli/conclusion.ts";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const manifest = join(import.meta.dirname, "../crash/desk/dex-connector.yaml");
const place = { sessionId: "s", turnId: "t", responseId: "r" };

/** The desk's provider, and its tools over a journal as the command makes them. */
async function desk(mode: "answers" | "is silent" | "breaks") {
  const path = join(await temporaryFolder(), "calls.db");
  const arrived = Promise.withResolvers<void>();
  let sent = 0;
  const server = createServer((request, response) => {
    sent += 1;
    arrived.resolve();
    if (mode === "breaks") request.socket.destroy();
    if (mode === "answers") response.setHeader("content-type", "application/json").end('{"id":"n"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const connector = await loadConnector(manifest);
  const connection = connector.connect({
    name: "command-line",
    config: { baseUrl: origin },
    credentials: { apiToken: "token-of-the-test" },
    allowLoopback: true,
  });
  const tools = connection.tools({ only: ["putNote", "addNote"], requiresApproval: { addNote: mode === "answers" } });
  const owner: ToolRunner = createToolRunner({ toolSources: [tools], engine: createSqliteEngine({ path }) });
  onTestFinished(() => owner.close());
  const flags = ["--connector", manifest, "--config", `baseUrl=${origin}`, "--credential", "apiToken=env:TOKEN"];
  const command = async (...words: readonly string[]) =>
    runWords([...words, "--journal", path], { env: { TOKEN: "token-of-the-test" } });
  return { owner, arrived: arrived.promise, sent: () => sent, flags: [...flags, "--allow-loopback"], command };
}

describe("reconcile", () => {
  test("P8.1: sends no write: what a dead process left under way is for recover, and is named", async () => {
    const { owner, arrived, sent, flags, command } = await desk("is silent");
    const calls = [
      { name: "desk_put_note", arguments: { id: "a" } },
      { name: "desk_add_note", arguments: { id: "b" } },
    ];
    const running = owner.runResponse({ ...place, calls });
    await arrived;
    await owner.close({ graceMs: 0 });
    await running;
    const refused = await command("reconcile", ...flags);
    expect(refused).toMatchObject({ exitCode: 4, stdout: "" });
    expect(refused.stderr).toContain("s/t/r.0 is under way, or was when its process died; dex-connectors recover");
    expect(sent()).toBe(1);
    expect(jsonOf(await command("show", "s/t/r.1", "--format", "json"))).toMatchObject({ status: "waiting" });
  });

  test("P7.4, P8.1: lets nothing go on that was decided while nobody ran the journal; recover does", async () => {
    const { owner, sent, flags, command } = await desk("answers");
    const calls = [{ name: "desk_add_note", arguments: { id: "a" } }];
    await owner.runResponse({ ...place, calls, whenApprovalNeeded: "return" });
    await owner.close();
    expect(await command("decide", "s/t/r.0:q1", "approve", "--by", "ada")).toMatchObject({ exitCode: 4 });
    expect(await command("reconcile", ...flags)).toMatchObject({ exitCode: 0 });
    expect(sent()).toBe(0);
    expect(await command("recover", "--resume", ...flags)).toMatchObject({ exitCode: 0 });
    expect(sent()).toBe(1);
  });
});

describe("settle", () => {
  test("P8.2: a second time is told who was first, also when nobody runs the journal", async () => {
    const { owner, command } = await desk("breaks");
    await owner.runResponse({ ...place, calls: [{ name: "desk_add_note", arguments: { id: "a" } }] });
    await owner.calls.settle({ key: "s/t/r.0", status: "succeeded", reason: "seen", settledBy: "ada" });
    await owner.close();
    const second = await command("settle", "s/t/r.0", "failed", "--reason", "not there", "--format", "json");
    expect(second.exitCode).toBe(1);
    expect(jsonOf(second)).toMatchObject({ accepted: false, code: "already_settled", by: "ada" });
  });
});

describe("show --timeline", () => {
  test("P8.2, P5.6: says who settled and why, with what hides in the reason made visible", async () => {
    const { owner, command } = await desk("breaks");
    await owner.runResponse({ ...place, calls: [{ name: "desk_add_note", arguments: { id: "a" } }] });
    const reason = "seen\u009b31m in the \u202elist";
    await owner.calls.settle({ key: "s/t/r.0", status: "succeeded", reason, settledBy: "ada" });
    const shown = await command("show", "s/t/r.0", "--timeline");
    expect(shown.stdout).toContain(String.raw`reason="seen\u{9b}31m in the \u{202e}list"`);
    expect(shown.stdout).not.toMatch(/[\u009b\u202e]/);
    expect(jsonOf(await command("show", "s/t/r.0", "--timeline", "--format", "json"))).toMatchObject({
      timeline: [{ kind: "call_started" }, { kind: "call_ended" }, { kind: "settled", by: "ada", reason }],
    });
  });
});

test("P5.6: a word for the shell hides nothing, and the shell reads what was meant", () => {
  for (const word of ["s/t/r.0:q1", "it's \\ here", "a\u202eb'\\c", "line\nbreak", "bell\u0007"]) {
    const quoted = shellWord(word);
    expect(quoted).toMatch(/^[ -~]+$/);
    const read = execFileSync("bash", ["-c", `printf %s ${quoted}`], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
    expect(read.toString()).toBe(word);
  }
});
