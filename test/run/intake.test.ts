/** Intake: every call is resolved before anything runs, nothing is coerced, nothing is dropped silently. */

import { describe, expect, test } from "vitest";
import type { JsonObject, JsonSchema } from "../../src/core/json.ts";
import { Secret } from "../../src/core/secret.ts";
import type { StandardResult, StandardSchemaV1 } from "../../src/core/standard-schema.ts";
import type { Tool, ToolPolicy } from "../../src/core/tool.ts";
import { resolveCalls } from "../../src/run/intake.ts";
import { createRedactor } from "../../src/run/redact.ts";
import type { RequestedCall } from "../../src/run/request.ts";
import type { ResolvedCall } from "../../src/run/session.ts";
import type { Toolbox } from "../../src/run/toolbox.ts";
import { createToolboxLoader } from "../../src/run/toolbox.ts";
import { DID_NOT_RUN } from "../../src/run/wording.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";
import type { ScriptedTool } from "./scripted-source.ts";
import { added, connectorToolOf, functionToolOf, ScriptedSource, works } from "./scripted-source.ts";
import { callOf, requestOf } from "./test-runner.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    text: { type: "string" },
    count: { type: "integer", default: 1 },
    color: { type: "string", enum: ["red", "green"] },
  },
  required: ["text"],
  additionalProperties: false,
};

const token = "xoxb-0123456789";

interface Given {
  readonly tools?: readonly ScriptedTool[];
  readonly policies?: Readonly<Record<string, ToolPolicy>>;
  readonly warn?: (message: string) => void;
}

async function resolve(calls: readonly RequestedCall[], given: Given = {}): Promise<readonly ResolvedCall[]> {
  const tools = given.tools ?? [connectorToolOf("note", "non_idempotent_write", added, { inputSchema: schema })];
  const load = createToolboxLoader({
    sources: [new ScriptedSource(...tools)],
    policies: given.policies ?? {},
    defaultEffect: "unclassified",
    checker: createInputChecker(),
    warn: given.warn ?? (() => undefined),
  });
  const toolbox: Toolbox = await load({});
  const redactor = createRedactor([new Secret(token, "token")]);
  return resolveCalls(requestOf(calls), calls, { toolbox, redactor, clock: new ManualClock() });
}

async function resolveOne(args: string | JsonObject, change: Partial<Tool> = {}): Promise<ResolvedCall> {
  const tool = connectorToolOf("note", "non_idempotent_write", added, { inputSchema: schema, ...change });
  const [call] = await resolve([callOf("note", args)], { tools: [tool] });
  if (call === undefined) throw new Error("nothing was resolved");
  return call;
}

async function faultsOf(args: string | JsonObject, change: Partial<Tool> = {}): Promise<unknown> {
  const { refusal } = await resolveOne(args, change);
  return refusal?.faults ?? [];
}

describe("identity", () => {
  test("P2.2: comes of response and position whatever ids the model gave", async () => {
    for (const id of ["", "constant", undefined]) {
      const call = { ...(id === undefined ? {} : { id }), name: "note", arguments: { text: "a" } };
      const resolved = await resolve([call, call]);
      expect(resolved.map((each) => each.callId)).toEqual(["r.0", "r.1"]);
      expect(resolved.map((each) => each.modelCallId)).toEqual([id ?? "", id ?? ""]);
    }
  });
});

describe("arguments", () => {
  test("P3.1: get the schema's defaults, which belong to the digest and to equality", async () => {
    const one = await resolveOne({ text: "a" });
    const other = await resolveOne('{"count":1,"text":"a"}');
    expect(one.arguments).toEqual({ text: "a", count: 1 });
    expect(one.facts.digest).toBe(other.facts.digest);
    expect(one.facts.equality).toBe(other.facts.equality);
  });

  test("P3.2: that are wrong end the call with one entry for each fault and the closest name", async () => {
    const { refusal, arguments: kept } = await resolveOne({ txt: "a", count: "1", color: "gren" });
    expect(refusal).toMatchObject({ code: "invalid_arguments", didNotRun: true, retryable: true });
    expect(refusal?.message.startsWith(DID_NOT_RUN)).toBe(true);
    expect(refusal?.faults).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: "/txt", closest: "text" }),
        expect.objectContaining({ pointer: "/count" }),
        expect.objectContaining({ pointer: "/color", closest: "green" }),
      ]),
    );
    expect(kept).toEqual({ txt: "a", count: "1", color: "gren" });
  });

  test.each([
    ["no JSON", "{text: 1}"],
    ["empty", ""],
    ["cut off", '{"text":"a"'],
    ["a list", "[]"],
    ["a key given twice", '{"text":"a","text":"b"}'],
    ["a number that changes when it is read", '{"text":"a","count":9007199254740993}'],
  ])("P3.1, P3.2: as text that is %s are refused", async (_, text) => {
    expect(await faultsOf(text)).toHaveLength(1);
  });

  test.each([
    ["a function", { text: "a", count: () => 1 }],
    ["not a number", { text: "a", count: Number.NaN }],
    ["a bigint", { text: "a", count: 1n }],
  ])("P3.2: as an object that holds %s are refused, not changed", async (_, args) => {
    expect(await faultsOf(args as unknown as JsonObject)).toEqual([
      expect.objectContaining({ pointer: "", expected: "what JSON can hold" }),
    ]);
  });

  test("P3.2, P12.1: that hold a known secret are refused, and the record does not keep it", async () => {
    const call = await resolveOne({ text: `use ${token}` });
    expect(call.refusal?.code).toBe("invalid_arguments");
    expect(JSON.stringify(call)).not.toContain(token);
  });

  test.each(["{", `{"count":"${token}"}`, `{"text":"${token}"`])(
    "P12.1: that are wrong and hold a secret lose it: %s",
    async (start) => {
      expect(JSON.stringify(await resolveOne(`${start} ${token}`))).not.toContain(token);
    },
  );

  test("P3.3: that are wrong keep the call's place in the order of writes", async () => {
    expect((await resolveOne("{")).facts).toMatchObject({ isOrdered: true, position: 0 });
  });
});

describe("the tool's own validator", () => {
  const validator = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
    "~standard": {
      version: 1,
      vendor: "test",
      validate: validate as (value: unknown) => StandardResult<unknown>,
    },
  });
  const refusal = { issues: [{ message: "too short", path: ["text"] }] };

  test("P3.1: refuses with the place, and its output is not used", async () => {
    expect(await faultsOf({ text: "a" }, { inputValidator: validator(() => refusal) })).toEqual([
      { pointer: "/text", expected: "too short" },
    ]);
    const accepted = await resolveOne(
      { text: "a" },
      { inputValidator: validator(() => ({ value: { text: "changed" } })) },
    );
    expect(accepted.arguments).toEqual({ text: "a", count: 1 });
  });

  test.each([
    ["a promise", () => Promise.resolve(refusal)],
    // oxlint-disable-next-line unicorn/no-thenable -- what a validator of another realm may give back.
    ["a promise-like of another realm", () => ({ then: (resolved: (value: unknown) => void) => resolved(refusal) })],
    [
      "a throw",
      () => {
        throw new Error(token);
      },
    ],
    ["a rejection", () => Promise.reject(new Error(token))],
    ["a refusal without issues", () => ({ issues: [], value: { text: "a" } })],
    ["nothing", () => undefined],
    ["a promise of nothing", () => Promise.resolve(undefined)],
  ])("P3.1: that answers with %s accepts nothing by it", async (_, validate) => {
    const call = await resolveOne({ text: "a" }, { inputValidator: validator(validate) });
    expect(call.refusal?.code).toBe("invalid_arguments");
    expect(JSON.stringify(call)).not.toContain(token);
  });

  test("P3.1: cannot change what runs", async () => {
    const meddles = validator((value) => {
      (value as { text: string }).text = "changed";
      return { value };
    });
    expect((await resolveOne({ text: "a" }, { inputValidator: meddles })).arguments).toMatchObject({ text: "a" });
  });
});

describe("an unknown tool", () => {
  test("P3.3, P9.2: counts as a write at its place and is told the names that exist", async () => {
    const [call] = await resolve([callOf("nota", { text: "a" })]);
    expect(call).toMatchObject({ effect: "unclassified", facts: { isOrdered: true } });
    expect(call?.refusal).toMatchObject({ code: "unknown_tool", availableValues: ["note"], didNotRun: true });
    expect(call?.refusal?.message).toContain("did you mean note?");
  });
});

describe("effect and approval", () => {
  const connector = (effect: "read" | "idempotent_write" | "non_idempotent_write", change: Partial<Tool> = {}) =>
    connectorToolOf("tool", effect, added, change);
  const other = (effect: Tool["effect"], change: Partial<Tool> = {}) => functionToolOf("tool", effect, works, change);

  async function resolvedOf(tool: ScriptedTool, policy?: ToolPolicy): Promise<ResolvedCall> {
    const [call] = await resolve([callOf("tool")], {
      tools: [tool],
      policies: policy === undefined ? {} : { tool: policy },
    });
    if (call === undefined) throw new Error("nothing was resolved");
    return call;
  }

  test("P1.1: a policy cannot change the effect of a connector's tool, and that is said once", async () => {
    const said: string[] = [];
    const tools = [connector("non_idempotent_write")];
    const policies = { tool: { effect: "read" as const, requiresApproval: true } };
    const calls = [callOf("tool"), callOf("tool")];
    const resolved = await resolve(calls, { tools, policies, warn: (message) => said.push(message) });
    expect(resolved.map((call) => call.effect)).toEqual(["non_idempotent_write", "non_idempotent_write"]);
    expect(resolved.map((call) => call.requiresApproval)).toEqual([true, true]);
    expect(said).toEqual([expect.stringContaining('"read" in the policy of tool is ignored')]);
  });

  test("P1.2: elsewhere the policy wins over what the source says, and that over the default", async () => {
    expect((await resolvedOf(other("read"), { effect: "idempotent_write" })).effect).toBe("idempotent_write");
    expect((await resolvedOf(other("read"))).effect).toBe("read");
    expect((await resolvedOf(other(undefined))).effect).toBe("unclassified");
  });

  test.each([
    [undefined, undefined, false],
    [true, undefined, true],
    [undefined, true, true],
    [true, false, false],
    [false, true, true],
  ])("P1.1, P5.1: a connector's tool that says %s under a policy of %s asks: %s", async (said, policy, asks) => {
    const tool = connector("non_idempotent_write", { requiresApproval: said });
    const call = await resolvedOf(tool, policy === undefined ? undefined : { requiresApproval: policy });
    expect(call.requiresApproval).toBe(asks);
  });

  test.each([
    ["read", false],
    ["idempotent_write", false],
    ["non_idempotent_write", true],
    ["unclassified", true],
  ] as const)("P5.2: another tool of class %s asks without being told: %s", async (effect, asks) => {
    expect((await resolvedOf(other(effect))).requiresApproval).toBe(asks);
    expect((await resolvedOf(other(effect), { requiresApproval: !asks })).requiresApproval).toBe(!asks);
  });

  test("P5.3: a predicate sees the valid arguments and the call, once, and none of an invalid call", async () => {
    const seen: unknown[] = [];
    const requiresApproval: Tool["requiresApproval"] = (args, call) => {
      seen.push(args, call.key);
      return args["text"] !== "small";
    };
    const tool = connectorToolOf("tool", "non_idempotent_write", added, { inputSchema: schema, requiresApproval });
    const calls = [callOf("tool", { text: "small" }), callOf("tool", { text: "large" }), callOf("tool", {})];
    const resolved = await resolve(calls, { tools: [tool] });
    expect(resolved.map((call) => call.requiresApproval)).toEqual([false, true, true]);
    expect(seen).toEqual([{ text: "small", count: 1 }, "s/t/r.0", { text: "large", count: 1 }, "s/t/r.1"]);
  });

  test("P10.2: equality is of tool, connection and canonical arguments, for writes only", async () => {
    const equality = async (tool: ScriptedTool, args: JsonObject = { text: "a" }): Promise<string | undefined> => {
      const [call] = await resolve([callOf("tool", args)], { tools: [tool] });
      return call?.facts.equality;
    };
    const base = await equality(connector("non_idempotent_write"));
    expect(base).toBeDefined();
    expect(await equality(connector("idempotent_write"))).toBe(base);
    expect(await equality(connector("non_idempotent_write"), { text: "b" })).not.toBe(base);
    expect(await equality(connector("read"))).toBeUndefined();
    expect(await equality(other("non_idempotent_write"))).toBeDefined();
    expect(await equality(other("unclassified"))).toBeUndefined();
  });
});
