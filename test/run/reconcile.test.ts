/** Lookups: only for the call that was made, only by what the connector declares, and never for ever. */

import { describe, expect, test } from "vitest";
import type { Reconciliation } from "../../src/core/ending.ts";
import { Secret } from "../../src/core/secret.ts";
import type { ConnectorFacts, Tool } from "../../src/core/tool.ts";
import type { ReconcileReport } from "../../src/run/reconcile.ts";
import type { Script, ScriptedTool } from "./scripted-source.ts";
import { connectorFacts, connectorToolOf, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const text = "a text that becomes a password";
const KEY = "s/t/r.0";

const lost: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "ambiguous", reason: "cut" };
};

const found = (branch = "added", evidence = "found by its key"): Reconciliation => ({
  kind: "settled",
  ending: { kind: "branch", branch, record: "succeeded", output: { id: 9 } },
  evidence,
});

interface Lookup {
  readonly facts?: Partial<ConnectorFacts>;
  readonly tool?: Partial<Tool>;
  readonly answer?: () => Promise<Reconciliation>;
  readonly effect?: "read";
}

function noteTool({ facts, tool, answer = async () => found(), effect }: Lookup = {}): ScriptedTool {
  const connector = connectorFacts({ hasLookup: true, ...facts });
  return {
    ...connectorToolOf("note", effect ?? "non_idempotent_write", lost, { connector, ...tool }),
    reconcile: answer,
  };
}

/** A call of unknown outcome, looked up after a deploy. */
async function lookedUp(deployed: Lookup, secrets: readonly Secret[] = []) {
  const source = new ScriptedSource(noteTool());
  const runner = runnerOf(source);
  await runner.runResponse(requestOf([callOf("note", { text })]));
  source.replace(noteTool(deployed));
  source.secrets = secrets;
  const [report] = await runner.calls.reconcile({ key: KEY });
  const record = await runner.calls.get(KEY);
  await runner.close();
  return { report: report as ReconcileReport, record };
}

describe("a lookup", () => {
  test("P8.1: by a later version of the connector settles the call", async () => {
    const { report, record } = await lookedUp({ facts: { version: "2.0.0" } });
    expect(report).toMatchObject({ kind: "settled", status: "succeeded" });
    expect(record).toMatchObject({ status: "succeeded", branch: "added", output: { id: 9 } });
  });

  test.each<[string, Lookup, string]>([
    ["another connection", { facts: { connection: { connector: "notes", name: "other" } } }, "another connection"],
    ["no lookup any more", { facts: { hasLookup: false } }, "declares no lookup"],
    ["what only reads now", { effect: "read" }, "no write any more"],
    [
      "a schema that the arguments do not fit",
      { tool: { inputSchema: { type: "object", maxProperties: 0 } } },
      "schema",
    ],
    ["an ending that is not declared", { answer: async () => found("invented") }, "invented"],
    ["a throw", { answer: () => Promise.reject(new Error("down")) }, "down"],
  ])("P8.1, P1.4: by a tool with %s settles nothing", async (_, deployed, reason) => {
    const { report, record } = await lookedUp(deployed);
    expect(report).toMatchObject({ kind: "open", reason: expect.stringContaining(reason) });
    expect(record).toMatchObject({ status: "outcome_unknown", history: [] });
  });

  test("P12.1: is not made with arguments that hold a credential by now", async () => {
    let asked = 0;
    const answer = async (): Promise<Reconciliation> => {
      asked += 1;
      return found();
    };
    const { report } = await lookedUp({ answer }, [new Secret(text, "rotated")]);
    expect(report).toMatchObject({ kind: "open", reason: expect.stringContaining("credential") });
    expect(asked).toBe(0);
  });

  test("P12.1: says nothing of a known secret in its evidence", async () => {
    const answer = async () => found("added", "the list of token-123456 has it");
    const { report, record } = await lookedUp({ answer }, [new Secret("token-123456", "token")]);
    expect(report.kind).toBe("settled");
    expect(JSON.stringify([report, record])).not.toContain("token-123456");
  });

  test("P8.1: that never ends is given up after the operation's time", async () => {
    const answer = () => new Promise<Reconciliation>(() => undefined);
    const retry = { attempts: 1, initial: 0, factor: 1, max: 0, total: 0, jitter: "none" } as const;
    const { report } = await lookedUp({ answer, tool: { execution: { timeoutMs: 20, retry, downtimeCounts: false } } });
    expect(report).toMatchObject({ kind: "open", reason: expect.stringContaining("in its time") });
  });
});
