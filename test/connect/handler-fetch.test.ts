import { describe, expect, test } from "vitest";
import { isFetchError } from "../../src/core/fetch-error.ts";
import type { OperationHandler } from "../../src/core/operation.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { skippingClock } from "../http/attempt.ts";
import { run, sendTimes, serve } from "./desk.ts";

describe("attempt.fetch", () => {
  test("sends below the configured address with the credential at its place, and gives the answer", async () => {
    const server = await serve();
    const ending = await run(
      async (input, attempt) => {
        const response = await attempt.fetch("/v2/notes", {
          method: "post",
          headers: { "X-Desk": "1" },
          body: JSON.stringify(input),
        });
        return attempt.branch("done", response.json());
      },
      { origin: `${server.origin}/base` },
    );
    expect(ending).toMatchObject({ kind: "branch", branch: "done", record: "succeeded", output: { noteId: "n1" } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: "POST", target: "/base/v2/notes" });
    expect(server.requests[0]?.headers).toEqual(
      expect.arrayContaining([
        ["authorization", "Bearer t0ken"],
        ["x-desk", "1"],
      ]),
    );
  });

  test("leaves a header alone that the handler writes itself", async () => {
    const server = await serve();
    await run(
      async (_, attempt) => {
        await attempt.fetch("/a", { headers: { Authorization: "Bearer other" } });
        return attempt.branch("done", { noteId: "1" });
      },
      { origin: server.origin },
    );
    const sent = server.requests[0]?.headers.filter(([name]) => name === "authorization");
    expect(sent).toEqual([["authorization", "Bearer other"]]);
  });

  test.each([
    ["another host", "https://evil.example/a"],
    ["plain http elsewhere", "http://evil.example/a"],
    ["a path above the configured one", "/../admin"],
    ["no URL", "http://:"],
  ])("P12.2: refuses %s and sends nothing: a defect", async (_, url) => {
    const server = await serve();
    const ending = await run(
      async (__, attempt) => {
        await attempt.fetch(url);
        return attempt.branch("done", { noteId: "1" });
      },
      { origin: `${server.origin}/base` },
    );
    expect(ending).toMatchObject({ kind: "branch", branch: "defect", record: "failed", provesNothingHappened: true });
    expect(server.requests).toHaveLength(0);
  });

  test.each(["//evil.example/a", "/\\evil.example/a", "@evil.example/a", "evil.example:80/a"])(
    "P12.2: takes %s for a path of the configured host",
    async (url) => {
      const server = await serve();
      await run(
        async (_, attempt) => {
          await attempt.fetch(url);
          return attempt.branch("done", { noteId: "1" });
        },
        { origin: server.origin },
      );
      expect(server.requests).toHaveLength(1);
    },
  );

  test("throws a FetchError that says whether anything may have left", async () => {
    const seen: unknown[] = [];
    const noting: OperationHandler = async (_, attempt) => {
      await attempt.fetch("/a").catch((error: unknown) => seen.push(error));
      return attempt.ambiguous("noted");
    };
    const server = await serve(() => ({ kind: "reset", when: "after_request" }));
    await run(noting, { origin: server.origin });
    await run(noting);
    expect(seen.every(isFetchError)).toBe(true);
    expect(seen).toMatchObject([
      { fault: "reset", mayHaveSent: true },
      { fault: "connect", mayHaveSent: false },
    ]);
  });
});

describe("a handler that lets a FetchError through", () => {
  const sending = sendTimes(1, async (_, attempt) => attempt.branch("done", { noteId: "1" }));

  test("ends not sent when nothing left", async () => {
    expect(await run(sending)).toMatchObject({ kind: "not_sent" });
  });

  test.each<Reply>([
    { kind: "reset", when: "after_request" },
    { kind: "truncated", status: 200, body: '{"note' },
    { kind: "garbage" },
  ])("ends ambiguous when something may have left: %j", async (reply) => {
    const server = await serve(() => reply);
    expect(await run(sending, { origin: server.origin })).toMatchObject({ kind: "ambiguous" });
  });

  test("goes through with any other throw, which counts as ambiguous", async () => {
    const trouble = new Error("a bug");
    await expect(run(() => Promise.reject(trouble))).rejects.toBe(trouble);
  });
});

describe("a request that provably did not leave", () => {
  const once = sendTimes(1, async (_, attempt) => attempt.branch("done", { noteId: "1" }));

  test("P4.1: is sent again by the client for an operation that is entered once, at most twice, and never by the handler", async () => {
    const clock = skippingClock();
    let entered = 0;
    const counting: OperationHandler = (input, attempt) => {
      entered += 1;
      return once(input, attempt);
    };
    expect(await run(counting, { attempt: { clock } })).toMatchObject({ kind: "not_sent" });
    expect([entered, clock.slept.length]).toEqual([1, 2]);
  });

  test("P4.1: is not sent again past the attempt's time", async () => {
    const clock = skippingClock();
    await run(once, { attempt: { clock, deadline: clock.now() + 300 } });
    expect(clock.slept).toEqual([250]);
  });

  test("P4.2: is left to the one retry layer where the operation is repeatable", async () => {
    const clock = skippingClock();
    await run(once, { operation: { kind: "query", effect: "read" }, attempt: { clock } });
    expect(clock.slept).toEqual([]);
  });

  test("P4.1: anything ambiguous is never sent again", async () => {
    const clock = skippingClock();
    const server = await serve(() => ({ kind: "reset", when: "after_request" }));
    expect(await run(once, { origin: server.origin, attempt: { clock } })).toMatchObject({ kind: "ambiguous" });
    expect([server.requests.length, clock.slept.length]).toEqual([1, 0]);
  });
});
