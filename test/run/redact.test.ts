/** Known secrets are found by value, in the forms in which they travel. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { Secret } from "../../src/core/secret.ts";
import { createRedactor, minSecretLength, redactionMark } from "../../src/run/redact.ts";

const token = 'xoxb-1/2+"3';
const redactor = createRedactor([new Secret(token, "token")]);

describe("a redactor", () => {
  test.each([
    ["as it is", token],
    ["percent-encoded", encodeURIComponent(token)],
    ["in base64", btoa(token)],
    ["in JSON text", JSON.stringify({ token })],
  ])("P12.1: removes a secret %s", (_, text) => {
    const { value, count } = redactor.text(`before ${text} after`);
    expect(count).toBe(1);
    expect(value).toContain(redactionMark);
    expect(value.startsWith("before ")).toBe(true);
    expect(value.endsWith(" after")).toBe(true);
  });

  test("P12.1: counts each place, in keys too, and leaves everything else as it was", () => {
    const value: Json = { [token]: [token, { deep: `${token}${token}` }, 1, null, true], same: "text" };
    const cleaned = redactor.json(value);
    expect(cleaned.count).toBe(4);
    expect(JSON.stringify(cleaned.value)).not.toContain("xoxb");
    expect(cleaned.value).toMatchObject({ same: "text", [redactionMark]: [redactionMark, {}, 1, null, true] });
  });

  test("P12.1: finds a secret anywhere in arguments", () => {
    expect(redactor.finds({ list: [{ note: `see ${token}` }] })).toBe(true);
    expect(redactor.finds({ list: [{ note: "see nothing" }] })).toBe(false);
  });

  test("the longer of two secrets of which one holds the other goes first", () => {
    const both = createRedactor([new Secret("abcdef", "short"), new Secret("abcdefghij", "long")]);
    expect(both.text("abcdefghij")).toEqual({ value: redactionMark, count: 1 });
  });

  test("a secret that is too short is not looked for, one of the least length is", () => {
    const short = "x".repeat(minSecretLength - 1);
    const enough = "y".repeat(minSecretLength);
    const both = createRedactor([new Secret(short, "short"), new Secret(enough, "enough")]);
    expect(both.text(`${short} ${enough}`)).toEqual({ value: `${short} ${redactionMark}`, count: 1 });
  });

  test("a key named __proto__ stays a key", () => {
    const value = JSON.parse(`{"__proto__": ${JSON.stringify(token)}}`) as Json;
    expect(JSON.stringify(redactor.json(value).value)).toBe(`{"__proto__":"${redactionMark}"}`);
  });

  test("P12.1: no text that holds the secret keeps it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const { value, count } = redactor.text(before + token + after);
        expect(value).not.toContain(token);
        expect(count).toBeGreaterThan(0);
      }),
    );
  });
});
