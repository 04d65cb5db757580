/** A declared request's address is put together as text; it must be the one that a URL parser makes of it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestDeclaration } from "../../src/core/manifest-request.ts";
import { NO_ADDITIONS } from "../../src/http/additions.ts";
import { BuildFault } from "../../src/http/build-fault.ts";
import type { HttpUrl } from "../../src/http/exchange.ts";
import { buildRequest } from "../../src/http/request.ts";

function declaration(path: string): RequestDeclaration {
  return {
    method: "GET",
    host: { kind: "config", name: "base" },
    path: { template: path, parts: [{ kind: "text", text: path }] },
    query: [],
    headers: [],
    body: undefined,
    timeoutMs: 1_000,
    maxRequestBytes: 1_000,
    maxResponseBytes: 1_000,
    response: "json",
    readOnlyPost: undefined,
  };
}

/** The address, or `undefined` when the request is refused. */
function urlOf(base: string, path: string, wholeQuery?: string): HttpUrl | undefined {
  const scope = { input: {}, config: { base }, key: () => "key" };
  try {
    return buildRequest(declaration(path), { ...NO_ADDITIONS, wholeQuery }, scope).url;
  } catch (error) {
    if (error instanceof BuildFault) return undefined;
    throw error;
  }
}

function parts({ origin, host, pathname, search, username, password }: HttpUrl): readonly string[] {
  return [origin, host, pathname, search, username, password];
}

const base = "https://api.acme.example:8443/api";

describe("P12.2: the address of a declared request", () => {
  test.each(["/notes", "/a//b", "/a.b/..c/d..", "/%2E%2Ehidden/x", "/a;v=1/b@c:d,e", "/a/"])(
    "%s is kept as it is written",
    (path) => {
      const url = urlOf(base, path);
      expect(url?.pathname).toBe(`/api${path}`);
      expect(url && parts(url)).toEqual(parts(new URL(base + path)));
    },
  );

  test.each(["/..", "/../admin", "/a/./b", "/%2e%2E/b", "/.%2e", "/a b", "/é", "/a#b", "\\admin", "/a?b", "/a\nb"])(
    "%j is refused: a parser makes another one of it",
    (path) => {
      expect(urlOf(base, path)).toBeUndefined();
    },
  );

  test.each(["/a", "/", "/.a"])("of millions of parts such as %s is what a parser makes of it", (part) => {
    const path = part.repeat(3_000_000);
    expect(urlOf(base, path)?.pathname.length).toBe(new URL(base + path).pathname.length);
  });

  test("of any text is what a parser makes of it, or is refused", () => {
    const unit = fc.constantFrom(...Array.from("/.%2eE?#&=+ '\"<>\\@:;a\n\té\u0000[]{}|^`~!$*(),-_"));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), fc.string({ unit, maxLength: 8 }), (path, query) => {
        const url = urlOf(base, `/${path}`, query);
        if (url === undefined) return;
        const parsed = new URL(url.origin + url.pathname + url.search);
        expect(parts(url)).toEqual(parts(parsed));
        expect([parsed.hash, parsed.pathname]).toEqual(["", `/api/${path}`]);
      }),
      { numRuns: 2_000 },
    );
  });
});
