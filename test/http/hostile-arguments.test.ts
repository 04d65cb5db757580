/** P12.2: whatever an argument holds, it changes neither host, nor the depth of the path, nor a header. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.ts";
import type { Operation } from "../../src/core/manifest.ts";
import { ArgumentFault, BuildFault } from "../../src/http/build-fault.ts";
import type { HttpRequest } from "../../src/http/exchange.ts";
import { buildRequest } from "../../src/http/request.ts";
import { NO_ADDITIONS } from "../../src/http/additions.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { callDesk } from "./desk.ts";

const manifest = trustManifest(
  parse(`
manifestVersion: 1
connector: {id: target, title: Target, description: Takes anything., version: 1.0.0}
hosts: [api.target.example]
operations:
  send:
    kind: mutation
    impact: additive
    input: {type: object, additionalProperties: false, properties: {one: {type: string}, many: {type: string}, q: {type: string}, h: {type: string}}}
    branches: {sent: {record: succeeded, description: Sent.}}
    request:
      method: POST
      path: "/v1/{one}/under/{many*}"
      query: {q: {$input: /q}, fixed: "1"}
      headers: {X-Note: {$input: /h}}
      body: {json: {text: {$input: /q}}}
`) as JsonObject,
);

function build(input: JsonObject): HttpRequest {
  const operation = manifest.operations["send"] as Operation;
  if (operation.implementation.kind !== "request") throw new Error("a declared request is expected");
  const scope = { input: { one: "a", many: "b", ...input }, config: {}, key: () => "key" };
  return buildRequest(operation.implementation.request, NO_ADDITIONS, scope);
}

/** Where a parser leads the request; it must be what was built. */
function parsedUrl({ url }: HttpRequest): URL {
  const parsed = new URL(url.origin + url.pathname + url.search);
  expect([parsed.origin, parsed.host, parsed.pathname, parsed.search, parsed.hash]).toEqual([
    url.origin,
    url.host,
    url.pathname,
    url.search,
    "",
  ]);
  return parsed;
}

/** The request, or `undefined` when it is refused before anything is sent. */
function built(input: JsonObject): HttpRequest | undefined {
  try {
    return build(input);
  } catch (error) {
    if (error instanceof BuildFault) return undefined;
    throw error;
  }
}

const hostile = [
  "..",
  ".",
  "%2e%2e",
  "%2E.",
  "../../admin",
  "..%2f..",
  "..\\..\\admin",
  "//evil.example",
  "https://evil.example/",
  "@evil.example",
  "user:pass@evil.example",
  "a\r\nHost: evil.example",
  "a\u0000b",
  "a?admin=1",
  "a#fragment",
  "a;b=c",
  "a/b",
  " ",
  "\t",
  "é",
  "\u202e",
  "\ud800",
  "__proto__",
  "constructor",
  "{one}",
  "%",
  "%00",
  "",
];

describe("P12.2: hostile arguments", () => {
  test.each(hostile)("%j as one segment stays one segment or is refused", (value) => {
    const request = built({ one: value });
    if (request === undefined) return;
    expect(parsedUrl(request).host).toBe("api.target.example");
    expect(request.url.pathname.split("/")).toHaveLength(5);
    expect(request.url.search).toBe("?fixed=1");
  });

  test.each(["..", ".", "%2e%2e", "%2E.", "../../admin", "..%2f..", "..\\..\\admin", "", "\ud800"])(
    "%j is refused in a path",
    (value) => {
      expect(built({ one: value })).toBeUndefined();
      expect(built({ many: value })).toBeUndefined();
      expect(built({ many: `a/${value}/b` })).toBeUndefined();
    },
  );

  test("any text in a path arrives as the text it was, at the depth that was declared", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (value) => {
        const request = built({ one: value });
        if (request === undefined) return;
        const segments = parsedUrl(request).pathname.split("/");
        expect(segments.slice(0, 2)).toEqual(["", "v1"]);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(value);
        expect(segments.slice(3)).toEqual(["under", "b"]);
      }),
    );
  });

  test("any text in a query arrives as the text it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (value) => {
        const request = built({ q: value });
        if (request === undefined) return;
        expect([...parsedUrl(request).searchParams]).toEqual([
          ["q", value],
          ["fixed", "1"],
        ]);
      }),
    );
  });

  test.each(["a\r\nX-Evil: 1", "a\n", "\u0000", "é", "a\u007f"])("%j is refused in a header", (value) => {
    expect(built({ h: value })).toBeUndefined();
  });

  test("a header takes visible ASCII as it is", () => {
    const { headers } = build({ h: "a b: c; d" });
    expect(headers[headers.indexOf("x-note") + 1]).toBe("a b: c; d");
  });

  test("a member called __proto__ is sent as a member and changes nothing else", () => {
    const input = JSON.parse('{"q":"x","__proto__":{"polluted":true}}') as JsonObject;
    expect(build(input).body).toBe('{"text":"x"}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("a request over its limit is refused, one at it is not", () => {
    const room = 1_048_576 - Buffer.byteLength('{"text":""}');
    expect(build({ q: "x".repeat(room) }).body).toHaveLength(1_048_576);
    expect(built({ q: "x".repeat(room + 1) })).toBeUndefined();
  });

  test.each([
    [{ one: ".." }, "the argument one goes into the path and"],
    [{ many: "a//b" }, "the argument many goes into the path and"],
    [{ one: "\ud800" }, "the argument one holds half a character"],
    [{ h: "é" }, "the header x-note (argument /h) takes visible ASCII"],
  ])("%j is refused as a fault of the argument, by name", (input, words) => {
    expect(() => build(input)).toThrow(ArgumentFault);
    expect(() => build(input)).toThrow(words);
  });

  test("P9.2: an argument that cannot go into the path ends as a defect that did not run, which a corrected call mends", async () => {
    const record = await callDesk("http://127.0.0.1:9", "putNote", { id: "..", text: "x" });
    expect(record).toMatchObject({
      status: "failed",
      branch: "defect",
      error: {
        code: "defect",
        didNotRun: true,
        retryable: true,
        message:
          'Nothing was sent: the argument id goes into the path and may hold no part that is ".", ".." or empty. Correct the call as said and try again.',
      },
    });
  });

  test("an argument of 1 MB did not run, and nothing is opened", async () => {
    const record = await callDesk("http://127.0.0.1:9", "putNote", { id: "a", text: "x".repeat(1_048_576) });
    expect(record).toMatchObject({ status: "failed", attempts: 0, error: { didNotRun: true } });
  });

  test("a request of 1 MiB is built, and one byte more is not", () => {
    const largest = 1_048_576 - '{"text":""}'.length;
    expect(build({ q: "x".repeat(largest) }).body).toHaveLength(1_048_576);
    expect(() => build({ q: "x".repeat(largest + 1) })).toThrow("the request is larger than 1048576 bytes");
  });
});
