import { describe, expect, test } from "vitest";
import { textFormat } from "../../src/tools/formats.ts";

const cases: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  "date-time": {
    good: ["2026-01-31T09:30:00Z", "2026-01-31t09:30:00.123z", "2026-01-31T09:30:00+05:30", "2016-12-31T23:59:60Z"],
    bad: [
      "2026-01-31",
      "2026-01-31 09:30:00Z",
      "2026-01-31T09:30:00",
      "2026-02-30T09:30:00Z",
      "2026-01-31T24:00:00Z",
      "2026-01-31T09:30:00+24:00",
    ],
  },
  date: {
    good: ["2026-01-31", "2024-02-29", "2000-02-29"],
    bad: ["2026-1-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-04-31", "2026-00-10", "20260131"],
  },
  time: { good: ["09:30:00Z", "23:59:60Z"], bad: ["09:30Z", "09:30:00", "12:00:60Z", "09:60:00Z"] },
  uuid: {
    good: ["123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"],
    bad: ["123e4567e89b42d3a456426614174000", "123e4567-e89b-42d3-a456-42661417400g", ""],
  },
  email: {
    good: ["a@example.com", "first.last+tag@sub.example.com"],
    bad: ["a", "@example.com", "a@", "a b@example.com", "a@@b", ".a@example.com", "a@-x.com"],
  },
  uri: {
    good: ["https://example.com/a?b=c#d", "mailto:a@example.com", "urn:isbn:1"],
    bad: ["example.com", "/a", "https://exa mple.com", "https://x/%zz", "http:"],
  },
  hostname: { good: ["example.com", "localhost", "a-b.c1"], bad: ["-a.com", "a..b", "a_b.com", "", "x".repeat(64)] },
  ipv4: { good: ["192.0.2.1", "0.0.0.0", "255.255.255.255"], bad: ["256.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"] },
  ipv6: {
    good: ["2001:db8::1", "::", "::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1::"],
    bad: ["1:2:3:4:5:6:7", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "::ffff:192.0.2.256", ":1", ""],
  },
};

describe.each(Object.entries(cases))("the format %s", (name, { good, bad }) => {
  test.each(good)("takes %j", (text) => {
    expect(textFormat(name)?.isValid(text)).toBe(true);
  });

  test.each(bad)("refuses %j", (text) => {
    expect(textFormat(name)?.isValid(text)).toBe(false);
  });

  test("answers a hostile text of a mebibyte", () => {
    for (const part of ["a.", "1:", "-", "0", "%", "@"]) {
      expect(textFormat(name)?.isValid(part.repeat(500_000) + "!\n")).toBe(false);
    }
  });
});

test("a format that is not known is no rule", () => {
  expect(textFormat("color")).toBeUndefined();
});
