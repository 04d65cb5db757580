import { describe, expect, test } from "vitest";
import { hasNextLink, nextTarget } from "../../src/http/link-header.ts";

describe("the next page of a Link header", () => {
  test.each([
    ['<https://a.example/x?page=2>; rel="next"', "https://a.example/x?page=2"],
    ['<a>; rel="prev", <b?q=1,2>; rel=next', "b?q=1,2"],
    ["<a>;rel=NEXT", "a"],
    ['<a>; title="x, <b>; rel=next"; rel="prev"', undefined],
    ['<a>; title="x;y"; rel="first next"', "a"],
    ['<a>; title="open, <b>; rel=next', undefined],
    ['<a>; title="one \\" quote"; rel="prev", <b>; rel="next"', "b"],
    ['<a>; title="x\\\\", <b>; rel="next"', "b"],
    ['<a>; rel="prev"; rel="next"', undefined],
    ['<a>; rel="nextish", <b>; rev="next", <c>', undefined],
    ["<a>; rel = next ", "a"],
    ["<>; rel=next", ""],
    ["<a", undefined],
    ["https://a.example/x?page=2", "https://a.example/x?page=2"],
  ])("%j leads to %j", (header, expected) => {
    expect(nextTarget(header)).toBe(expected);
  });

  test.each([
    ['<a>; rel="next"', true],
    ['<a>; rel="prev"', false],
    ["https://a.example", false],
    [undefined, false],
  ])("is named by %j: %j", (header, expected) => {
    expect(hasNextLink(header)).toBe(expected);
  });

  test.each([
    `<a>; rel=next${" ".repeat(1_000_000)}"x`,
    `<a>; rel=${"next ".repeat(200_000)}"`,
    `<a>${";".repeat(1_000_000)}`,
    `<a>${",<".repeat(500_000)}`,
    "<a>;".repeat(250_000),
    `<a>; x=${'"'.repeat(1_000_001)}`,
  ])("is looked for in one pass: a million characters are no work (%#)", (header) => {
    expect(nextTarget(header)?.length ?? 0).toBeLessThan(2);
  });
});
