/** The runner on the memory engine: responses in, records out. */

import { describe, expect, test } from "vitest";
import { Secret } from "../../src/core/secret.ts";
import type { Tool, ToolSource } from "../../src/core/tool.ts";
import type { ToolRunnerOptions } from "../../src/run/runner-options.ts";
import type { Script } from "./scripted-source.ts";
import {
  added,
  connectorFacts,
  connectorToolOf,
  functionToolOf,
  gate,
  inTurn,
  ScriptedSource,
  works,
} from "./scripted-source.ts";
import { callOf, requestOf, runnerOf, runOne } from "./test-runner.ts";

const noteTool = (script: Script = added, change: Partial<Tool> = {}) =>
  connectorToolOf("note", "non_idempotent_write", script, change);
const lookTool = (script: Script = works) => connectorToolOf("look", "read", script);

describe("a response", () => {
  test("P6.5: gives one record for each call in the model's order, whatever finished first", async () => {
    const slow = gate();
    const source = new ScriptedSource(connectorToolOf("slow", "read", slow.script), lookTool(), noteTool());
    const runner = runnerOf(source);
    const running = runner.runResponse(requestOf([callOf("slow"), callOf("look"), callOf("note")]));
    await slow.entered;
    await expect.poll(() => source.entered).toContain("note");
    slow.open();
    const records = await running;
    expect(records.map((record) => [record.tool, record.status])).toEqual([
      ["slow", "succeeded"],
      ["look", "succeeded"],
      ["note", "succeeded"],
    ]);
    await runner.close();
  });

  test("P2.2: joins what runs and returns what is recorded, and the tool is entered once", async () => {
    const slow = gate();
    const source = new ScriptedSource(noteTool(slow.script));
    const runner = runnerOf(source);
    const request = requestOf([callOf("note")]);
    const joined = Promise.all([runner.runResponse(request), runner.runResponse(request)]);
    await slow.entered;
    slow.open();
    const [one, other] = await joined;
    expect(other).toEqual(one);
    expect(await runner.runResponse(request)).toEqual(one);
    expect(source.entered).toEqual(["note"]);
    await runner.close();
  });

  test("P2.2: with other calls is refused, also when both come at once, and nothing of it runs", async () => {
    const source = new ScriptedSource(noteTool(), lookTool());
    const runner = runnerOf(source);
    const first = runner.runResponse(requestOf([callOf("note")]));
    const second = runner.runResponse(requestOf([callOf("look")]));
    await expect(second).rejects.toMatchObject({ code: "response_changed" });
    await first;
    await expect(runner.runResponse(requestOf([callOf("look")]))).rejects.toMatchObject({ code: "response_changed" });
    expect(source.entered).toEqual(["note"]);
    await runner.close();
  });

  test("P12.4: and a runner refuse keys they do not know", async () => {
    const source = new ScriptedSource(noteTool());
    expect(() => runnerOf(source, { approvers: [] } as Partial<ToolRunnerOptions>)).toThrow(/approvers/);
    await expect(
      runnerOf(source).runResponse({ ...requestOf([]), calls: [{ nam: "x" } as never] }),
    ).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("an attempt", () => {
  test("P2.1, P2.3: has the same key and the same arguments each time, also when the tool changes what it was given", async () => {
    const seen: unknown[] = [];
    const meddles: Script = (args, attempt) => {
      seen.push(attempt.key, structuredClone(args));
      (args as { text: string }).text = "changed";
      return { kind: "ambiguous", reason: "cut" };
    };
    const record = await runOne(
      new ScriptedSource(connectorToolOf("note", "idempotent_write", inTurn(meddles, meddles, added))),
      "note",
    );
    expect(seen).toEqual(["s/t/r.0", { text: "hello" }, "s/t/r.0", { text: "hello" }]);
    expect(record).toMatchObject({ status: "succeeded", attempts: 3, arguments: { text: "hello" } });
  });

  test("P4.3: a success whose output is no JSON stays a success with a warning", async () => {
    const circle: Record<string, unknown> = { id: 1n };
    circle["self"] = circle;
    const script: Script = () => ({ kind: "branch", branch: "added", record: "succeeded", output: circle as never });
    const record = await runOne(new ScriptedSource(noteTool(script)), "note");
    expect(record.status).toBe("succeeded");
    expect(record.warnings).toEqual([expect.stringContaining("bigint")]);
  });

  test("P12.1: known secrets are in nothing that it says: output, message, facts, reasons, warnings", async () => {
    const token = "xoxb-0123456789";
    const endings: readonly Script[] = [
      () => ({ kind: "branch", branch: "added", record: "succeeded", output: { token }, warnings: [token] }),
      () => ({ kind: "branch", branch: "name_taken", record: "failed", message: token, facts: { token } }),
      () => ({ kind: "branch", branch: "accepted", record: "outcome_unknown", message: token }),
      () => ({ kind: "not_sent", reason: token }),
      () => ({ kind: "ambiguous", reason: token }),
      () => ({ kind: "reported_failure", code: "x", message: token, isRetryable: false, facts: { token } }),
      () => {
        throw new Error(token);
      },
    ];
    for (const script of endings) {
      const source = new ScriptedSource(noteTool(script));
      source.secrets = [new Secret(token, "token")];
      expect(JSON.stringify(await runOne(source, "note"))).not.toContain(token);
    }
  });

  test("P9.2: a tool's own code that is one of the toolkit's becomes tool_failure", async () => {
    const script: Script = () => ({ kind: "reported_failure", code: "skipped", message: "No.", isRetryable: false });
    expect((await runOne(new ScriptedSource(noteTool(script)), "note")).error?.code).toBe("tool_failure");
  });

  test("P1.4: of a connector beside a source that lists later is not taken for a changed one", async () => {
    const later: ToolSource = {
      listTools: async () => [],
      callTool: () => Promise.reject(new Error("it has no tools")),
    };
    const runner = runnerOf([later, new ScriptedSource(noteTool())]);
    const [record] = await runner.runResponse(requestOf([callOf("note")]));
    expect(record?.status).toBe("succeeded");
    await runner.close();
  });

  test("P1.4: when the tools cannot be listed any more nothing was sent, and that is said", async () => {
    const { tool } = functionToolOf("note", "non_idempotent_write", works, { requiresApproval: false });
    // Listed when the runner is made and at intake; down from the attempt on.
    let listings = 0;
    const source: ToolSource = {
      listTools: async () => {
        listings += 1;
        if (listings > 2) throw new Error("the server is down");
        return [tool];
      },
      callTool: () => Promise.reject(new Error("it must not be entered")),
    };
    const runner = runnerOf(source);
    const [record] = await runner.runResponse(requestOf([callOf("note")]));
    expect(record).toMatchObject({ status: "failed", error: { code: "not_sent", didNotRun: true } });
    await runner.close();
  });

  test.each([
    ["another version", { version: "2.0.0" }],
    ["another mechanism", { mechanismText: "other" }],
    ["another connection", { connection: { connector: "notes", name: "other" } }],
  ])("P1.4: is not repeated by a deploy with %s: unknown, because the first one was sent", async (_, change) => {
    const facts = connectorFacts({ mechanism: "key", mechanismText: "key" });
    const source = new ScriptedSource();
    const deploys: Script = (_args, attempt) => {
      attempt.beginDispatch();
      source.replace(connectorToolOf("note", "idempotent_write", added, { connector: { ...facts, ...change } }));
      return { kind: "ambiguous", reason: "cut" };
    };
    source.replace(connectorToolOf("note", "idempotent_write", deploys, { connector: facts }));
    const record = await runOne(source, "note");
    expect(record).toMatchObject({ status: "outcome_unknown", attempts: 2 });
    expect(source.entered).toEqual(["note"]);
  });
});

describe("cancelling", () => {
  test("P4.5: with a signal that was aborted before starts nothing", async () => {
    const source = new ScriptedSource(noteTool(), lookTool());
    const runner = runnerOf(source);
    const request = requestOf([callOf("note"), callOf("look")], { signal: AbortSignal.abort() });
    const records = await runner.runResponse(request);
    expect(records.map((record) => record.error?.code)).toEqual(["cancelled", "cancelled"]);
    expect(source.entered).toEqual([]);
    await runner.close();
  });

  test("P4.5: returns when the started write has ended, with its true ending", async () => {
    const slow = gate();
    const source = new ScriptedSource(noteTool(slow.script));
    const runner = runnerOf(source);
    const stop = new AbortController();
    const calls = [callOf("note"), callOf("note", { text: "second" })];
    const running = runner.runResponse(requestOf(calls, { signal: stop.signal }));
    await slow.entered;
    stop.abort();
    await expect.poll(async () => (await runner.calls.get("s/t/r.1"))?.error?.code).toBe("cancelled");
    slow.open();
    expect((await running).map((record) => record.status)).toEqual(["succeeded", "failed"]);
    await runner.close();
  });
});
