/** A secret shows itself only where it is asked to. */

import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { isSecret, Secret } from "../../src/core/secret.ts";

const secret = new Secret("xoxb-0123456789", "botToken");

describe("a secret", () => {
  test.each([
    ["a template", () => `it is ${String(secret)}`],
    ["JSON", () => JSON.stringify({ secret, list: [secret] })],
    ["inspection", () => inspect({ secret }, { depth: 9, showHidden: true })],
    ["an error's message", () => String(new Error(`it was ${String(secret)}`))],
    ["a copy of its own members", () => JSON.stringify(Object.assign({}, secret))],
    ["its names", () => Reflect.ownKeys(secret).map(String).join()],
  ])("P12.1: does not show in %s", (_, print) => {
    expect(print()).not.toContain("xoxb");
  });

  test("names its label and gives its value to who reveals it", () => {
    expect(String(secret)).toContain("botToken");
    expect(secret.reveal()).toBe("xoxb-0123456789");
  });

  test("is recognized, and a look-alike is not", () => {
    expect(isSecret(secret)).toBe(true);
    expect(isSecret({ reveal: () => "x" })).toBe(false);
    expect(isSecret(undefined)).toBe(false);
  });
});
