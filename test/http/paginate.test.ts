import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Pagination } from "../../src/core/manifest-execution.ts";
import { BuildFault } from "../../src/http/build-fault.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { nextPage, pageAdditions } from "../../src/http/paginate.ts";

const origin = "https://api.acme.example";
const base: Pagination = {
  style: "cursor",
  send: { in: "query", name: "after" },
  next: { kind: "body", pointer: "/next" },
  items: "/items",
  size: { place: { in: "query", name: "limit" }, value: { kind: "input", pointer: "/size" } },
  stop: { kind: "missing" },
  input: "/cursor",
  output: "/nextCursor",
};
const link: Pagination = { ...base, style: "link", send: undefined, next: { kind: "header", name: "link" } };

const guard = { secretNames: new Set<string>(), holdsSecret: () => false };
const manifest = trustManifest({
  manifestVersion: 1,
  connector: { id: "pages", title: "Pages", description: "Lists things.", version: "1.0.0" },
  operations: {},
});

const scopeOf = (input: JsonObject) => ({ input, config: {}, key: () => "" });

function next(
  pagination: Pagination,
  body: Json,
  input: JsonObject = {},
  headers: Record<string, string> = {},
): unknown {
  const page = nextPage(pagination, scopeOf(input), { status: 200, headers, body }, { origin, guard });
  return page.warning ?? page.cursor;
}

describe("the request for a page", () => {
  test("carries size and cursor where the manifest says", () => {
    expect(pageAdditions(base, scopeOf({ size: 5, cursor: "c" }), manifest).query).toEqual([
      ["limit", "5"],
      ["after", "c"],
    ]);
    expect(pageAdditions(base, scopeOf({ size: 5 }), manifest).query).toEqual([["limit", "5"]]);
    expect(
      pageAdditions({ ...base, send: { in: "header", name: "X-After" } }, scopeOf({ cursor: "c" }), manifest).headers,
    ).toEqual(["x-after", "c"]);
    expect(
      pageAdditions({ ...base, send: { in: "body", at: "/page/after" } }, scopeOf({ cursor: 3 }), manifest).body,
    ).toEqual([{ at: "/page/after", value: 3 }]);
  });

  test("takes the place of the whole query for a link, which already holds it", () => {
    expect(pageAdditions(link, scopeOf({ size: 5, cursor: "a=1&page=2" }), manifest)).toMatchObject({
      wholeQuery: "a=1&page=2",
      query: [],
    });
  });

  test.each(["https://evil.example/#x", "a b", "a\r\nHost: x", "a#b", 'a"b', "a<b>", "\u00e9"])(
    "is refused for the forged link cursor %j",
    (cursor) => {
      expect(() => pageAdditions(link, scopeOf({ cursor }), manifest)).toThrow(BuildFault);
    },
  );

  test("is refused for a header cursor that would end the header", () => {
    expect(() =>
      pageAdditions({ ...base, send: { in: "header", name: "X-After" } }, scopeOf({ cursor: "a\r\nb: c" }), manifest),
    ).toThrow(BuildFault);
  });
});

describe("the cursor of the next page", () => {
  test.each([
    [{ next: "c2", items: [1] }, "c2"],
    [{ next: "", items: [1] }, undefined],
    [{ next: null, items: [1] }, undefined],
    [{ items: [1] }, undefined],
  ])("is read from the body: %j", (body, expected) => {
    expect(next(base, body)).toBe(expected);
  });

  test("is absent where the flag is not true, or nothing came", () => {
    const flagged: Pagination = { ...base, stop: { kind: "flag", pointer: "/more" } };
    expect([
      next(flagged, { next: "c", more: true }),
      next(flagged, { next: "c", more: false }),
      next(flagged, { next: "c" }),
    ]).toEqual(["c", undefined, undefined]);
    const empty: Pagination = { ...base, stop: { kind: "empty" } };
    expect([next(empty, { next: "c", items: [1] }), next(empty, { next: "c", items: [] })]).toEqual(["c", undefined]);
  });

  test("counts pages from one and items from zero", () => {
    const page: Pagination = { ...base, style: "page", next: undefined };
    expect([
      next(page, { items: [1] }),
      next(page, { items: [1] }, { cursor: 4 }),
      next(page, { items: [1] }, { cursor: "4" }),
      next(page, { items: [] }),
    ]).toEqual([2, 5, 5, undefined]);
    const offset: Pagination = { ...base, style: "offset", next: undefined };
    expect([
      next(offset, { items: [1, 2] }),
      next(offset, { items: [1, 2] }, { cursor: 10 }),
      next(offset, { items: [] }, { cursor: 10 }),
    ]).toEqual([2, 12, undefined]);
    expect(() => next(page, { items: [1] }, { cursor: "four" })).toThrow(BuildFault);
  });

  test.each([
    ['<https://api.acme.example/x?page=2&q=a>; rel="next"', "page=2&q=a"],
    ['<https://api.acme.example/x?page=1>; rel="prev", <https://api.acme.example/y?page=3>; rel="next"', "page=3"],
    ['<https://api.acme.example/x?a=1,2>; rel="prev", <https://api.acme.example/y?a=3,4>; rel=next', "a=3,4"],
    ['</y?page=3>; rel="first next"', "page=3"],
    ['<https://api.acme.example/x?page=2>; rel="nextish"', undefined],
    ['<https://api.acme.example/x>; rel="next"', undefined],
    ["", undefined],
    ['<https://evil.example/x?page=2>; rel="next"', "the next page lies on another host and is not offered"],
    ['<http://api.acme.example/x?page=2>; rel="next"', "the next page lies on another host and is not offered"],
  ])("is the query of the next link: %j", (header, expected) => {
    expect(next(link, null, {}, { link: header })).toBe(expected);
  });

  test("is the query of a whole URL in the body", () => {
    expect(
      next({ ...link, next: { kind: "body", pointer: "/next" } }, { next: "https://api.acme.example/x?c=9" }),
    ).toBe("c=9");
  });
});
