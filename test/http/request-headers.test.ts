/** Each header of a declared request is sent once: the toolkit's own additions win, of two of one name the later. */
import { describe, expect, test } from "vitest";
import type { RequestDeclaration } from "../../src/core/manifest-request.ts";
import { headerAddition, joinAdditions, NO_ADDITIONS } from "../../src/http/additions.ts";
import { buildRequest } from "../../src/http/request.ts";

function headersWith(...additions: readonly (readonly [string, string])[]): readonly string[] {
  const declaration: RequestDeclaration = {
    method: "GET",
    host: { kind: "config", name: "base" },
    path: { template: "/x", parts: [{ kind: "text", text: "/x" }] },
    query: [],
    headers: [{ name: "x-note", value: { kind: "literal", value: "declared" } }],
    body: undefined,
    timeoutMs: 1_000,
    maxRequestBytes: 1_000,
    maxResponseBytes: 1_000,
    response: "json",
    readOnlyPost: undefined,
  };
  const joined = additions.map(([name, value]) => headerAddition(name, value)).reduce(joinAdditions, NO_ADDITIONS);
  const scope = { input: {}, config: { base: "https://api.acme.example" }, key: () => "key" };
  return buildRequest(declaration, joined, scope).headers;
}

function valuesOf(headers: readonly string[], name: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1] === name);
}

describe("the headers of a declared request", () => {
  test("an addition takes the place of a declared header", () => {
    expect(valuesOf(headersWith(["X-Note", "added"]), "x-note")).toEqual(["added"]);
  });

  test("of two additions of one name the later is sent, alone", () => {
    const headers = headersWith(["Authorization", "one"], ["X-Key", "k"], ["authorization", "two"]);
    expect(valuesOf(headers, "authorization")).toEqual(["two"]);
    expect(valuesOf(headers, "x-key")).toEqual(["k"]);
  });

  test("a value that reads like a name is a value", () => {
    const headers = headersWith(["x-one", "x-two"], ["x-two", "2"]);
    expect([valuesOf(headers, "x-one"), valuesOf(headers, "x-two")]).toEqual([["x-two"], ["2"]]);
  });
});
