/** A redactor lasts while the secrets do, and not a moment longer. */
import { expect, test } from "vitest";
import { Secret } from "../../src/core/secret.ts";
import { currentRedactor } from "../../src/run/redact.ts";

test("the same secrets, read again, give the same redactor", () => {
  const redactor = currentRedactor(() => [new Secret("first-secret", "token")]);
  expect(redactor()).toBe(redactor());
});

test("P12.1: a secret that was renewed is removed from the next value on, also one that is new or of another place", () => {
  let secrets = ["first-secret"];
  const redactor = currentRedactor(() => secrets.map((text) => new Secret(text, "token")));
  const clean = (text: string): string => redactor().text(text).value;
  expect(clean("first-secret second-secret")).not.toContain("first-secret");
  secrets = ["second-secret"];
  expect(clean("second-secret")).not.toContain("second-secret");
  secrets = ["second-secret", "third-secret"];
  expect(clean("third-secret")).not.toContain("third-secret");
  secrets = [];
  expect(clean("third-secret")).toBe("third-secret");
});
