import { describe, expect, it } from "vitest";
import { TextMemo } from "../../src/manifest/read/text-memo.ts";

/** A memo with the texts that it had to make a value for. */
function counting(): { readonly memo: TextMemo<string | undefined>; readonly made: string[] } {
  const made: string[] = [];
  const memo = new TextMemo((text) => {
    made.push(text);
    return text === "none" ? undefined : `<${text}>`;
  });
  return { memo, made };
}

describe("a memo of texts", () => {
  it("makes the value of a text once, also when there is none", () => {
    const { memo, made } = counting();
    expect([memo.of("a"), memo.of("a"), memo.of("none"), memo.of("none")]).toEqual([
      "<a>",
      "<a>",
      undefined,
      undefined,
    ]);
    expect(made).toEqual(["a", "none"]);
  });

  it("keeps texts of up to 256 characters", () => {
    const { memo, made } = counting();
    for (const length of [256, 256, 257, 257]) expect(memo.of("x".repeat(length))).toHaveLength(length + 2);
    expect(made.map(({ length }) => length)).toEqual([256, 257, 257]);
  });

  it("keeps the first 500 texts and no others", () => {
    const { memo, made } = counting();
    for (let index = 0; index < 500; index += 1) memo.of(String(index));
    memo.of("0");
    memo.of("499");
    expect(made).toHaveLength(500);
    memo.of("500");
    memo.of("500");
    memo.of("0");
    expect(made).toHaveLength(502);
  });
});
