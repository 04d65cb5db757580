/** Lookups that cannot be asked, and answers of which more or less can be read than it seems. */
import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { attemptOf } from "./attempt.ts";
import { board, closeBoards, methods, ok, resend } from "./board.ts";

afterEach(closeBoards);

describe("a lookup that cannot be asked", () => {
  const structure: JsonObject = { board: "b1", title: { nested: true } };

  test.each([
    ["an input", { bind: '{board: {$concat: ["b", {$input: /title}]}}' }],
    ["the value to look for", { equals: '{$concat: ["t", {$input: /title}]}' }],
  ] as const)("P8.1: as %s cannot be made settles nothing, and nothing is sent", async (_name, declared) => {
    const desk = await board(declared, () => [[]], ok);
    const ending = await desk.add(resend(), structure);
    expect(ending).toMatchObject({
      kind: "ambiguous",
      reason: expect.stringContaining("$concat needs a text, number or boolean") as string,
    });
    expect(await desk.reconcile(resend(), structure)).toMatchObject({
      kind: "open",
      reason: expect.stringContaining("the lookup did not run") as string,
    });
    expect(methods(desk)).toBe("");
  });

  test("P8.1: as one of its values is empty says which, and nothing is sent", async () => {
    const desk = await board({}, () => [[]], ok);
    expect(await desk.add(resend(), { board: "", title: "x" })).toMatchObject({
      kind: "ambiguous",
      reason: expect.stringContaining("the lookup's input board is empty") as string,
    });
    expect(methods(desk)).toBe("");
  });

  test("P8.1: as its own request cannot be built settles nothing, and nothing is sent", async () => {
    const desk = await board({ inline: true, bind: "{board: {$const: '..'}}" }, () => [[]], ok);
    expect(await desk.add(resend())).toMatchObject({
      kind: "ambiguous",
      reason: expect.stringContaining("goes into the path") as string,
    });
    expect(methods(desk)).toBe("");
  });
});

describe("a lookup by a request of its own", () => {
  const answer = (body: string, headers: Record<string, string> = {}): Reply => ({
    kind: "answer",
    status: 200,
    headers,
    body,
  });
  const inline = { inline: true };

  test("P8.1: sends again what it does not find, and ends with what it finds", async () => {
    const absent = await board(inline, () => [[{ id: "c1", mark: "other" }]], ok);
    expect(await absent.add(resend())).toMatchObject({ branch: "added", output: { id: "c9" } });
    expect(methods(absent)).toBe("GET POST");
    const found = await board(inline, (mark) => [[{ id: "c1", mark }]], ok);
    expect(await found.add(resend())).toMatchObject({ branch: "added", output: { id: "c1" } });
    expect(methods(found)).toBe("GET");
  });

  test.each(['<https://acme.example/x?page=2>; rel="next"', '</x?page=1>; rel=prev, </x?page=3>; rel="next"'])(
    "P8.1: proves no absence by a first page: %s",
    async (link) => {
      const desk = await board(inline, () => answer('{"cards":[]}', { link }), ok);
      expect(await desk.add(resend())).toMatchObject({ kind: "ambiguous" });
      expect(await desk.reconcile(resend())).toMatchObject({ kind: "open" });
      expect(methods(desk)).toBe("GET GET");
    },
  );

  test("P8.1: takes a hit on a first page, and the absence on a last one", async () => {
    const link = '<https://acme.example/x?page=2>; rel="next"';
    const hit = await board(inline, (mark) => answer(JSON.stringify({ cards: [{ id: "c1", mark }] }), { link }), ok);
    expect(await hit.add(resend())).toMatchObject({ branch: "added", output: { id: "c1" } });
    const last = await board(inline, () => answer('{"cards":[]}', { link: '</x?page=1>; rel="prev"' }), ok);
    expect(await last.add(resend())).toMatchObject({ branch: "added", output: { id: "c9" } });
  });

  test("keeps the digits of what it found", async () => {
    const desk = await board(inline, (mark) => answer(`{"cards":[{"id":9007199254740993,"mark":"${mark}"}]}`), ok);
    expect(await desk.add(resend())).toMatchObject({ branch: "added", output: { id: "9007199254740993" } });
  });

  test.each([
    ["9007199254740993", { found: "9007199254740993", other: "9007199254740992" }],
    ["1.5", { found: "1.50", other: "1.6" }],
    ["7", { found: "7", other: "1e400" }],
  ] as const)("compares %s by all of its digits", async (wanted, { found, other }) => {
    const declared = {
      ...inline,
      marker: false,
      equals: "{$input: /title}",
      idempotency: "{natural: {because: Titles are unique., identity: [/title]}}",
    };
    const title = wanted.length > 15 ? wanted : Number(wanted);
    const sought = async (mark: string): Promise<string | undefined> => {
      const desk = await board(declared, () => answer(`{"cards":[{"id":"c1","mark":${mark}}]}`), ok);
      const finding = await desk.reconcile(attemptOf({ firstDispatchAt: 0 }), { board: "b1", title });
      return finding?.kind === "settled" ? finding.ending.branch : finding?.kind;
    };
    expect([await sought(found), await sought(other)]).toEqual(["added", "absent"]);
  });
});
