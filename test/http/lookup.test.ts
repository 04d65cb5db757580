/** Lookups on a real server: before a re-send, after an unknown answer, and long after the call. */
import { afterEach, describe, expect, test } from "vitest";
import type { ToolAttempt } from "../../src/core/tool.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { attemptOf, skippingClock } from "./attempt.ts";
import { board, closeBoards, methods, ok, resend } from "./board.ts";

afterEach(closeBoards);

describe("before a re-send, where the mechanism is a lookup", () => {
  test("P8.1: a hit on the key is the ending, and nothing is sent again", async () => {
    const desk = await board({}, (mark) => [[{ id: "c1", mark: "other" }], [{ id: "c2", mark }]], ok);
    const attempt = resend();
    expect(await desk.add(attempt)).toMatchObject({
      kind: "branch",
      branch: "added",
      output: { id: "c2" },
      isForResend: true,
    });
    expect([methods(desk), attempt.dispatches()]).toEqual(["GET GET", 0]);
  });

  test("P8.1: proven absence lets the write go again", async () => {
    const desk = await board({}, () => [[]], ok);
    const attempt = resend();
    expect(await desk.add(attempt)).toMatchObject({ branch: "added", output: { id: "c9" } });
    expect([methods(desk), attempt.dispatches()]).toEqual(["GET POST", 1]);
  });

  test("a named branch of the query is absence, another ending of it settles nothing", async () => {
    const gone = await board({}, () => ({ kind: "answer", status: 404 }), ok);
    expect(await gone.add(resend())).toMatchObject({ branch: "added" });
    const broken = await board({}, () => ({ kind: "answer", status: 503 }), ok);
    expect(await broken.add(resend())).toMatchObject({ kind: "ambiguous" });
    expect(methods(broken)).toBe("GET");
  });

  test.each(["{}", '{"ok":false,"error":"busy"}', '{"cards":{"c1":1}}', '{"cards":null}'])(
    "P8.1: an answer that does not hold the list is no absence, and nothing is sent: %s",
    async (body) => {
      const desk = await board({}, () => ({ kind: "answer", status: 200, body }), ok);
      expect(await desk.add(resend())).toMatchObject({ kind: "ambiguous" });
      expect(methods(desk)).toBe("GET");
      expect(await desk.reconcile(resend())).toMatchObject({ kind: "open" });
    },
  );

  test("P8.1: an answer of which a part cannot be read is no absence, yet a hit in it is one", async () => {
    const odd = { id: 7, mark: true };
    const doubtful = await board({}, () => [[odd], [{ id: "c2", mark: "other" }]], ok);
    expect(await doubtful.add(resend())).toMatchObject({ kind: "ambiguous" });
    expect(methods(doubtful)).toBe("GET GET");
    const found = await board({}, (mark) => [[odd], [{ id: "c2", mark }]], ok);
    expect(await found.add(resend())).toMatchObject({ branch: "added", output: { id: "c2" } });
  });

  test("P8.1: two hits stay unknown, for good", async () => {
    const desk = await board(
      {},
      (mark) => [
        [
          { id: "c1", mark },
          { id: "c2", mark },
        ],
      ],
      ok,
    );
    expect(await desk.add(resend())).toMatchObject({ kind: "ambiguous", isFinal: true });
    expect(methods(desk)).toBe("GET");
  });

  test("P8.1: not found where writes appear late sends nothing again", async () => {
    const desk = await board({ consistency: "eventual", absent: "uncertain" }, () => [[]], ok);
    const ending = await desk.add(resend());
    expect(ending).toMatchObject({ kind: "branch", branch: "uncertain", record: "outcome_unknown" });
    expect(methods(desk)).toBe("GET");
  });

  test("an answer that is not there yet is waited for, within the attempt's time", async () => {
    const clock = skippingClock();
    const desk = await board({ waitBefore: "20s" }, () => [[]], ok);
    const attempt = resend({ clock, firstDispatchAt: clock.now() - 5_000, deadline: clock.now() + 30_000 });
    expect(await desk.add(attempt)).toMatchObject({ branch: "added" });
    expect(clock.slept).toEqual([15_000]);
    const hasty = await board({ waitBefore: "20s" }, () => [[]], ok);
    const late = skippingClock();
    const short = resend({ clock: late, firstDispatchAt: late.now() - 5_000, deadline: late.now() + 10_000 });
    expect(await hasty.add(short)).toMatchObject({ kind: "ambiguous" });
    expect([methods(hasty), late.slept]).toEqual(["", []]);
  });

  test("the first send of a call asks nothing", async () => {
    const desk = await board({}, () => [[]], ok);
    await desk.add(attemptOf());
    expect(methods(desk)).toBe("POST");
  });
});

describe("a key whose window is past", () => {
  const key = "{key: {in: header, name: X-Key, format: uuid, window: 1m, mismatch: error}}";

  test("P2.4: is looked up first, and sent again only when absence is proven", async () => {
    const found = await board({ idempotency: key }, (mark) => [[{ id: "c1", mark }]], ok);
    expect(await found.add(resend())).toMatchObject({ branch: "added", output: { id: "c1" } });
    expect(methods(found)).toBe("GET");
    const absent = await board({ idempotency: key }, () => [[]], ok);
    await absent.add(resend());
    expect(methods(absent)).toBe("GET POST");
  });

  test("P2.4: one millisecond earlier it is sent with the same key", async () => {
    const desk = await board({ idempotency: key }, () => [[]], ok);
    const clock = skippingClock();
    await desk.add(resend({ clock, firstDispatchAt: clock.now() - 59_999 }));
    expect(methods(desk)).toBe("POST");
  });
});

describe("after an answer that says nothing", () => {
  const failed: Reply = { kind: "answer", status: 500 };

  test("{lookup} finds the truth inside the attempt, after the wait", async () => {
    const desk = await board({}, (mark) => [[{ id: "c1", mark }]], failed);
    const clock = skippingClock();
    const attempt = attemptOf({ clock, deadline: clock.now() + 30_000 });
    expect(await desk.add(attempt)).toMatchObject({ branch: "added", output: { id: "c1" } });
    expect([methods(desk), clock.slept, attempt.dispatches()]).toEqual(["POST GET", [1_000], 1]);
  });

  test("{lookup} that finds nothing leaves the next attempt to the retry layer", async () => {
    const desk = await board({}, () => [[]], failed);
    const clock = skippingClock();
    expect(await desk.add(attemptOf({ clock, deadline: clock.now() + 30_000 }))).toEqual({
      kind: "ambiguous",
      reason: "the provider answered with status 500",
    });
  });

  test("P4.6: a failed branch on a re-send is looked up before it is believed", async () => {
    const taken: Reply = { kind: "answer", status: 409 };
    const ours = await board(
      { idempotency: "{natural: {because: A title is there once., identity: [/title]}}" },
      (mark) => [[{ id: "c1", mark }]],
      taken,
    );
    expect(await ours.add(resend())).toMatchObject({ branch: "added", output: { id: "c1" } });
    const theirs = await board(
      { idempotency: "{natural: {because: A title is there once., identity: [/title]}}" },
      () => [[]],
      taken,
    );
    expect(await theirs.add(resend())).toMatchObject({ branch: "taken", isForResend: true });
    const first = await board(
      { idempotency: "{natural: {because: A title is there once., identity: [/title]}}" },
      () => [[]],
      taken,
    );
    expect(await first.add(attemptOf())).toMatchObject({ branch: "taken" });
    expect(methods(first)).toBe("POST");
  });
});

describe("reconcile", () => {
  const clock = skippingClock();
  const settled = (firstDispatchAt: number): ToolAttempt =>
    attemptOf({ clock, firstDispatchAt, deadline: clock.now() + 30_000 });
  const longAgo = clock.now() - 3_600_000;

  test("P8.1: a hit on the key settles the call, and no write is sent", async () => {
    const desk = await board({}, (mark) => [[{ id: "c1", mark }]], ok);
    expect(await desk.reconcile(settled(longAgo))).toMatchObject({
      kind: "settled",
      ending: { branch: "added", output: { id: "c1" } },
    });
    expect(methods(desk)).toBe("GET");
  });

  test("P8.1: a hit on business values is no proof and is left to a person", async () => {
    const desk = await board({ marker: false, equals: "{$input: /title}" }, () => [[{ id: "c1", mark: "Hello" }]], ok);
    expect(await desk.reconcile(settled(longAgo))).toMatchObject({ kind: "state_matches" });
  });

  test("P8.1: a natural write ends in the found branch by its state, with a warning", async () => {
    const natural = {
      idempotency: "{natural: {because: Titles are unique., identity: [/title]}}",
      marker: false,
      equals: "{$input: /title}",
    };
    const desk = await board(natural, () => [[{ id: "c1", mark: "Hello" }]], ok);
    const found = await desk.reconcile(settled(longAgo));
    expect(found).toMatchObject({ kind: "settled", ending: { branch: "added" } });
    expect(found?.kind === "settled" ? found.ending.warnings?.join() : "").toContain("nothing proves");
  });

  test("P8.1: not found settles only where the lookup is strongly consistent", async () => {
    const strong = await board({}, () => [[]], ok);
    const absent = await strong.reconcile(settled(longAgo));
    expect(absent).toMatchObject({ kind: "settled", ending: { record: "failed", provesNothingHappened: true } });
    const eventual = await board({ consistency: "eventual", absent: "taken" }, () => [[]], ok);
    expect(await eventual.reconcile(settled(longAgo))).toMatchObject({ kind: "open" });
  });

  test("P8.1: asked too early it says when to ask again, and asks nobody", async () => {
    const desk = await board({ waitBefore: "20s" }, () => [[]], ok);
    expect(await desk.reconcile(settled(clock.now() - 5_000))).toEqual({ kind: "too_early", askAgainInMs: 15_000 });
    expect(methods(desk)).toBe("");
    expect(await desk.reconcile(settled(clock.now() - 20_000))).toMatchObject({ kind: "settled" });
  });

  test("P8.1: two hits, an unreadable answer and an empty bound value leave it open", async () => {
    const two = await board({}, (mark) => [[{ id: "c1", mark }], [{ id: "c2", mark }]], ok);
    expect(await two.reconcile(settled(longAgo))).toMatchObject({
      kind: "open",
      reason: expect.stringContaining("2 matches") as string,
    });
    const page = await board({}, () => ({ kind: "answer", status: 200, body: "<html>" }), ok);
    expect(await page.reconcile(settled(longAgo))).toMatchObject({ kind: "open" });
    const empty = await board({}, () => [[]], ok);
    expect(await empty.reconcile(settled(longAgo), { board: "", title: "x" })).toMatchObject({ kind: "open" });
    expect(methods(empty)).toBe("");
  });
});
