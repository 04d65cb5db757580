import { describe, expect, test } from "vitest";
import { callErrorCodes } from "../../src/core/call-error-code.ts";
import type { Ending } from "../../src/core/ending.ts";
import type { Tool, ToolSource } from "../../src/core/tool.ts";
import type { FunctionTool } from "../../src/tools/function-tool.ts";
import { functionTools } from "../../src/tools/function-tools.ts";
import { ToolFailure } from "../../src/tools/tool-failure.ts";
import { attemptOf } from "../http/attempt.ts";

class Note {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

const lookup: FunctionTool = {
  name: "lookup",
  description: "Looks something up.",
  inputSchema: { type: "object" },
  execute: () => null,
};

function call(
  execute: FunctionTool["execute"],
  source: ToolSource = functionTools([{ ...lookup, execute }]),
): Promise<Ending> {
  return source.callTool("lookup", { a: 1 }, attemptOf());
}

function listed(tool: Partial<FunctionTool>): Tool | undefined {
  return (functionTools([{ ...lookup, ...tool }]).listTools({}) as readonly Tool[])[0];
}

describe("a function tool", () => {
  test("gets its arguments and its attempt, and its result is the output", async () => {
    const ending = await call((args, { key, number, isResend }) => ({ args, key, number, isResend }));
    expect(ending).toEqual({
      kind: "returned",
      output: { args: { a: 1 }, key: "session/turn/response.0", number: 1, isResend: false },
    });
  });

  test("counts as dispatched before its first line runs", async () => {
    const attempt = attemptOf();
    let seen = 0;
    const source = functionTools([{ ...lookup, execute: () => (seen = attempt.dispatches()) }]);
    await source.callTool("lookup", {}, attempt);
    expect(seen).toBe(1);
  });

  test("has thirty seconds and three attempts unless it says otherwise", () => {
    expect(listed({})?.execution).toMatchObject({ timeoutMs: 30_000, retry: { attempts: 3, initial: 1_000 } });
    expect(listed({ timeoutMs: 5, retry: { attempts: 7 } })?.execution).toMatchObject({
      timeoutMs: 5,
      retry: { attempts: 7, initial: 1_000, max: 30_000 },
    });
  });

  test("P1.2: lists the policy it was given, and leaves an unstated effect to the runner", () => {
    expect(listed({ policy: { effect: "read", requiresApproval: false } })).toMatchObject({
      effect: "read",
      requiresApproval: false,
    });
    expect(listed({})).toMatchObject({ effect: undefined, requiresApproval: undefined });
  });

  test("a ToolFailure is a reported failure with its own code and facts", async () => {
    const ending = await call(() => {
      throw new ToolFailure({
        code: "out_of_stock",
        message: "None left; choose another.",
        retryable: true,
        facts: { left: 0 },
      });
    });
    expect(ending).toEqual({
      kind: "reported_failure",
      code: "out_of_stock",
      message: "None left; choose another.",
      isRetryable: true,
      facts: { left: 0 },
    });
  });

  test.each(callErrorCodes)("P9.2: a ToolFailure cannot use the toolkit's code %s", async (code) => {
    const ending = await call(async () => Promise.reject(new ToolFailure({ code, message: "no" })));
    expect(ending).toMatchObject({ kind: "reported_failure", code: "tool_failure", isRetryable: false });
  });

  test.each([undefined, "", "out of stock", "x".repeat(65), 7])(
    "a ToolFailure of the code %j is still a reported failure",
    async (code) => {
      const ending = await call(() => {
        throw new ToolFailure({ code: code as string, message: "no", facts: { at: new Date(0), big: 1n } as never });
      });
      expect(ending).toEqual({ kind: "reported_failure", code: "tool_failure", message: "no", isRetryable: false });
    },
  );

  test("any other throw goes through, since nobody knows what had happened", async () => {
    const trouble = new Error("connection reset");
    await expect(call(() => Promise.reject(trouble))).rejects.toBe(trouble);
  });

  test("a call of a name that is not listed runs nothing and says so", async () => {
    const attempt = attemptOf();
    const ending = await functionTools([lookup]).callTool("toString", {}, attempt);
    expect(ending).toMatchObject({ kind: "not_sent", isFinal: true });
    expect(attempt.dispatches()).toBe(0);
  });
});

describe("what a function returns", () => {
  test.each([
    ["nothing", undefined, null],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["an object of a class", new Note(1), { id: 1 }],
    ["a member that is undefined", { a: undefined, b: 1 }, { b: 1 }],
    ["a number that is not finite", { a: Number.NaN }, { a: null }],
  ])("becomes JSON: %s", async (_, returned, output) => {
    expect(await call(() => returned)).toEqual({ kind: "returned", output });
  });

  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  test.each([
    ["a cycle", cycle],
    ["a bigint", { a: 1n }],
    ["a function", () => 1],
  ])("P4.3: stays a success with a warning when it cannot be written: %s", async (_, returned) => {
    const ending = await call(() => returned);
    expect(ending).toMatchObject({ kind: "returned", output: null });
    expect(ending.kind === "returned" && ending.warnings?.[0]).toContain("could not be written as JSON");
  });
});

describe("a faulty definition is refused when it is made", () => {
  test.each([
    [
      "an unknown key, with the closest one",
      { inputSchem: {} },
      /unknown key "inputSchem"; did you mean "inputSchema"/,
    ],
    ["an unknown policy key", { policy: { efect: "read" } }, /did you mean "effect"/],
    ["an unknown effect", { policy: { effect: "write" } }, /effect must be one of read/],
    ["an approval rule that is none", { policy: { requiresApproval: "no" } }, /must be true, false or a function/],
    ["a name with a space", { name: "look up" }, /name must be/],
    ["no function", { execute: "x" }, /execute must be a function/],
    ["no schema", { inputSchema: undefined }, /inputSchema must be/],
    ["no description", { description: "" }, /description must say/],
    ["no time", { timeoutMs: 0 }, /timeoutMs must be/],
    ["too many attempts", { retry: { attempts: 21 } }, /attempts must be/],
    ["a retry key that is not known", { retry: { attempt: 2 } }, /did you mean "attempts"/],
  ])("P12.4: %s", (_, part, message) => {
    expect(() => functionTools([{ ...lookup, ...(part as object) }])).toThrow(message);
  });

  test("two tools of one name", () => {
    expect(() => functionTools([lookup, lookup])).toThrow(/two function tools have the name lookup/);
  });
});
