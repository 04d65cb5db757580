import { describe, expect, test } from "vitest";
import { createConnection } from "../../src/connect/connection.ts";
import { givenValues } from "../../src/connect/given-values.ts";
import type { Ending } from "../../src/core/ending.ts";
import type { OperationHandler } from "../../src/core/operation.ts";
import type { ToolAttempt } from "../../src/core/tool.ts";
import { createRateGates } from "../../src/http/rate-gates.ts";
import { attemptOf, skippingClock } from "../http/attempt.ts";
import { run, sendTimes, serve } from "./desk.ts";
import { deskManifest, deskOperation } from "./desk-manifest.ts";

describe("a claim that is weaker than what the client saw", () => {
  const notSent: OperationHandler = async (_, attempt) => attempt.notSent("I say so");
  const notProcessed: OperationHandler = async (_, attempt) => attempt.notProcessed({ retryAfterMs: 5_000 });
  const notAuthorized: OperationHandler = async (_, attempt) => attempt.notAuthorized();
  const defect: OperationHandler = async (_, attempt) => attempt.branch("defect");

  test.each([
    ["not sent", notSent, 0, "not_sent"],
    ["not sent", notSent, 1, "ambiguous"],
    ["not processed", notProcessed, 1, "not_processed"],
    ["not processed", notProcessed, 2, "ambiguous"],
    ["not authorized", notAuthorized, 1, "branch"],
    ["not authorized", notAuthorized, 2, "ambiguous"],
    ["a defect", defect, 0, "branch"],
    ["a defect", defect, 1, "ambiguous"],
  ] as const)("P4.7: %s after sending as often as given ends as said or ambiguous", async (_, claim, sent, kind) => {
    const server = await serve();
    expect(await run(sendTimes(sent, claim), { origin: server.origin })).toMatchObject({ kind });
  });

  test("P4.7: requests that provably did not leave do not count", async () => {
    const trying: OperationHandler = async (input, attempt) => {
      await attempt.fetch("/a").catch(() => undefined);
      await attempt.fetch("/a").catch(() => undefined);
      return notSent(input, attempt);
    };
    expect(await run(trying)).toMatchObject({ kind: "not_sent", reason: "I say so" });
  });

  test("P4.6: a refusal on a re-send says nothing about the first send", async () => {
    const server = await serve();
    const setting = { origin: server.origin, attempt: { isResend: true, number: 2 } };
    expect(await run(sendTimes(1, notAuthorized), setting)).toMatchObject({ kind: "ambiguous", isFinal: true });
    expect(await run(sendTimes(0, defect), setting)).toMatchObject({ kind: "ambiguous", isFinal: true });
  });

  test("a read changes nothing, so its refusal stands", async () => {
    const server = await serve();
    const setting = { origin: server.origin, operation: { kind: "query" } } as const;
    expect(await run(sendTimes(3, notAuthorized), setting)).toMatchObject({ kind: "branch", code: "not_authorized" });
  });

  test("the stated wait is handed on", async () => {
    expect(await run(notProcessed)).toMatchObject({ kind: "not_processed", retryAfterMs: 5_000 });
  });
});

describe("the ending of a handler", () => {
  test("P4.3: an output that breaks its schema stays a success, with a warning", async () => {
    expect(await run(async (_, attempt) => attempt.branch("done", { noteId: 7, extra: true }))).toMatchObject({
      record: "succeeded",
      output: { noteId: 7, extra: true },
      warnings: [expect.stringMatching(/differs from its schema: .*noteId must be a string.*extra/)],
    });
    expect(await run(async (_, attempt) => attempt.branch("done"))).toMatchObject({
      record: "succeeded",
      warnings: [expect.stringContaining("an object")],
    });
  });

  test("P4.3: an output that is no JSON stays a success, with a warning", async () => {
    expect(await run(async (_, attempt) => attempt.branch("done", 1n as never))).toMatchObject({
      record: "succeeded",
      output: null,
    });
  });

  test("an undeclared branch is told as one, and names of every object are no branches", async () => {
    expect(await run(async (_, attempt) => attempt.branch("gone"))).toEqual({
      kind: "undeclared_branch",
      branch: "gone",
    });
    expect(await run(async (_, attempt) => attempt.branch("constructor"))).toMatchObject({ kind: "undeclared_branch" });
  });

  test.each([
    ["nothing", undefined],
    ["a text", "done"],
    ["a result of another kind of tool", { kind: "returned", output: 1 }],
    ["a success that the manifest calls failed", { kind: "branch", branch: "refused", record: "succeeded" }],
  ])("that is %s is ambiguous", async (_, claim) => {
    expect(await run(async () => claim as never)).toMatchObject({ kind: "ambiguous" });
  });

  test.each([
    ["No such ticket.", "No such ticket."],
    [404, "404"],
    [true, undefined],
  ])("reads a literal message %j of the manifest as %j", async (value, message) => {
    const { refused, ...others } = deskOperation("addNote").branches;
    if (refused === undefined) throw new Error("the operation has a branch refused");
    const branches = { ...others, refused: { ...refused, message: { kind: "literal", value } as const } };
    const ending = await run(async (_, attempt) => attempt.branch("refused"), { operation: { branches } });
    expect(ending).toMatchObject({ record: "failed", message });
  });

  test("carries message, facts and retryability, and the case for re-sends", async () => {
    const extras = {
      message: "No such ticket.",
      facts: { availableValues: ["T-2"] },
      isRetryable: false,
      isForResend: true,
    };
    expect(await run(async (_, attempt) => attempt.branch("refused", undefined, extras))).toMatchObject({
      record: "failed",
      ...extras,
    });
    expect(await run(async (_, attempt) => attempt.branch("refused"))).toMatchObject({ isRetryable: true });
  });
});

describe("what a handler is given", () => {
  test("P2.1: a provider key that is equal in every attempt and differs by call, form and journal", async () => {
    const keys: string[] = [];
    const noting: OperationHandler = async (_, attempt) => {
      keys.push(attempt.providerKey({ format: "uuid" }), attempt.providerKey({ format: "hex", maxLength: 20 }));
      return attempt.notSent("only looking");
    };
    await run(noting);
    await run(noting, { attempt: { number: 2, isResend: true } });
    await run(noting, { attempt: { key: "session/turn/response.1" } });
    await run(noting, { attempt: { keyNamespace: "another journal" } });
    const [uuid, hex, ...rest] = keys;
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(hex).toMatch(/^[0-9a-f]{20}$/);
    expect(rest.slice(0, 2)).toEqual([uuid, hex]);
    expect(new Set(keys).size).toBe(6);
  });

  test.each([
    { format: "hex", maxLength: 15 },
    { format: "uuid", maxLength: 35 },
  ] as const)("P2.1: a key cut to %j would not be one and is refused", async (form) => {
    await expect(run(async (_, attempt) => attempt.ambiguous(attempt.providerKey(form)))).rejects.toThrow(/maxLength/);
  });

  test("settings with defaults, credentials, deadline and signal", async () => {
    const attempt = attemptOf();
    let seen: Parameters<OperationHandler>[1] | undefined;
    await run(async (_, given) => ((seen = given), given.notSent("only looking")), { attempt });
    expect(seen).toMatchObject({ key: attempt.key, deadline: attempt.deadline, signal: attempt.signal });
    expect(seen?.config).toEqual({ baseUrl: "http://127.0.0.1:9", pageSize: 20 });
    expect(seen?.credentials["apiToken"]?.reveal()).toBe("t0ken");
  });
});

describe("what a manifest says of re-sends and rates holds for handlers", () => {
  const done: OperationHandler = async (_, attempt) => attempt.branch("done", { noteId: "1" });

  test("P2.4: past the key window nothing is sent blindly", async () => {
    const clock = skippingClock();
    const key = { kind: "key", place: { in: "header", name: "k" }, format: "uuid", maxLength: 36 } as const;
    const operation = {
      effect: "idempotent_write",
      idempotency: { ...key, windowMs: 1_000, mismatch: "error", replaysFailures: false, inProgress: undefined },
    } as const;
    const resent = (ago: number): Partial<ToolAttempt> => ({
      clock,
      isResend: true,
      number: 2,
      firstDispatchAt: clock.now() - ago,
    });
    expect(await run(done, { operation, attempt: resent(999) })).toMatchObject({ kind: "branch" });
    expect(await run(done, { operation, attempt: resent(1_000) })).toMatchObject({ kind: "ambiguous", isFinal: true });
  });

  test("a limit that is used up beyond the attempt's time ends not processed, with the wait, and the handler is not entered", async () => {
    let entered = 0;
    const counting: OperationHandler = async (_, attempt) => ((entered += 1), attempt.branch("done", { noteId: "1" }));
    const rateLimit = {
      requests: { count: 1, perMs: 60_000 },
      concurrency: undefined,
      minIntervalMs: undefined,
      scope: { kind: "connection" },
    } as const;
    const manifest = deskManifest([deskOperation("addNote", { rateLimit })]);
    const connection = createConnection(
      { manifest, handlers: { addNote: counting }, connectorGates: createRateGates() },
      givenValues({ name: "support", config: { baseUrl: "https://desk.example" }, credentials: { apiToken: "t" } }),
    );
    const clock = skippingClock();
    const invoke = (): Promise<Ending> => connection.operation("addNote").invoke({}, attemptOf({ clock }));
    expect(await invoke()).toMatchObject({ kind: "branch" });
    expect(await invoke()).toMatchObject({ kind: "not_processed", retryAfterMs: 60_000 });
    expect(entered).toBe(1);
  });
});
