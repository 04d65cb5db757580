import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/http/answer.ts";

function read(body: string | Buffer, headers: Record<string, string> = {}, status = 200): unknown {
  const answer = readAnswer({ kind: "response", status, headers, body: Buffer.from(body) }, "json");
  return answer.fault ?? answer.plainBody;
}

describe("a JSON body", () => {
  test.each([
    ["{}", {}],
    ['{"a":"é \\u00e9 \u{1f600}"}', { a: "é é \u{1f600}" }],
    ['\ufeff{"a":"é"}', { a: "é" }],
    ['\ufeff"a"', "a"],
    ["", undefined],
  ])("of UTF-8 is read: %j", (body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test.each([
    ["Latin-1", Buffer.from('{"a":"é"}', "latin1")],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
    ["a cut character", Buffer.from('{"a":"é"}').subarray(0, 7)],
    ["an encoded half character", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["a comment", '{"a":1} // one'],
    ["two values", "{}{}"],
  ])("of or with %s is unreadable, which a refusal's status outweighs", (_name, body) => {
    expect(read(body)).toBe("invalidBody");
    expect(read(body, {}, 404)).toBeUndefined();
  });

  test.each(["identity", "Identity", ""])("is read when its coding is %j, which is none", (coding) => {
    expect(read("{}", { "content-encoding": coding })).toEqual({});
  });

  test.each(["gzip", "br", "identity, gzip", "x"])(
    "is unreadable when its coding is %s, which was not asked for",
    (coding) => {
      expect(read("{}", { "content-encoding": coding })).toBe("invalidBody");
    },
  );

  test("that names a key twice counts by the last, and __proto__ is a key", () => {
    expect(read('{"ok":false,"ok":true}')).toEqual({ ok: true });
    const value = read('{"__proto__":{"ok":true}}') as { readonly ok?: boolean };
    expect([Object.keys(value), value.ok]).toEqual([["__proto__"], undefined]);
  });
});
