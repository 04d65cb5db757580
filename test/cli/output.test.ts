import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { outputOf, paint } from "../../src/cli/output.ts";
import { shellWord } from "../../src/cli/conclusion.ts";

function isColored(isTTY: boolean, env: Readonly<Record<string, string>>): boolean {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return paint(outputOf(stream, env), "red", "x") !== "x";
}

describe("color", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [true, { TERM: "dumb" }, false],
  ])("terminal %s with %o is colored: %s", (isTTY, env, expected) => {
    expect(isColored(isTTY, env)).toBe(expected);
  });
});

describe("words for a shell", () => {
  test.each([
    ["s/t/r.0:q1", "s/t/r.0:q1"],
    ["a b", "'a b'"],
    ["it's", String.raw`'it'\''s'`],
    ["$(rm)", "'$(rm)'"],
    ["", "''"],
  ])("%s is written %s", (text, written) => {
    expect(shellWord(text)).toBe(written);
  });
});
