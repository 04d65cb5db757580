/** Texts that other readers get wrong: what is said about them, from both sides of each limit. */
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../src/manifest/load-manifest.ts";
import { findHiddenCharacters } from "../../src/manifest/read/hidden-characters.ts";
import { isLossyNumber, secondReading } from "../../src/manifest/read/scalar-readings.ts";

function ids(text: string | Uint8Array, path = "a.yaml"): readonly string[] {
  const found = loadManifest(text, { path }).findings.map((finding) => finding.id);
  return found.filter((id) => id.startsWith("DC1"));
}

describe("a hostile text", () => {
  it.each([
    ["brackets", `a: ${"[".repeat(5000)}`],
    ["block lists on one line", `${"- ".repeat(5000)}a`],
    ["explicit keys on one line", `${"? ".repeat(5000)}a`],
    ["growing indentation", Array.from({ length: 300 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")],
  ])("of deep %s is refused before it is parsed", (_, text) => {
    expect(ids(text)).toEqual(["DC1008"]);
    // The second one used to end the process in the parser.
    expect(ids(text)).toEqual(["DC1008"]);
  });

  it("over 1 MiB is refused, at 1 MiB it is read", () => {
    const text = "x-a: 1 # ";
    expect(ids(text.padEnd(1024 * 1024, "-"))).toEqual([]);
    expect(ids(text.padEnd(1024 * 1024 + 1, "-"))).toEqual(["DC1008"]);
  });

  it("with 1001 uses of aliases is refused, with 1000 it is read", () => {
    const uses = (count: number): string => `x-a: &a 1\nx-b: [${Array.from({ length: count }, () => "*a").join(", ")}]`;
    expect(ids(uses(1000))).toEqual([]);
    expect(ids(uses(1001))).toEqual(["DC1008"]);
  });

  it("that is not UTF-8 is refused", () => {
    expect(ids(new Uint8Array([0x61, 0x3a, 0x20, 0xff]))).toEqual(["DC1001"]);
  });

  it("with a control character is refused", () => {
    expect(ids("x-a: a\u0007b")).toEqual(["DC1001"]);
  });

  it("with keys of every prototype name does not reach a prototype", () => {
    expect(ids('{"__proto__": {"polluted": true}, "constructor": 1, "toString": 2}', "a.json")).toEqual([
      "DC1013",
      "DC1013",
    ]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("a plain scalar", () => {
  it.each(["no", "On", "y", "012", "0o17", "1:30", "1_000", "2026-03-10", "0b101"])("%s has two readings", (text) => {
    expect(secondReading(text)).toBeDefined();
  });

  it.each(["nope", "12", "0", "1.5", "yesterday", "v1", "10:30am", "-1", "null", "true"])(
    "%s has one reading",
    (text) => {
      expect(secondReading(text)).toBeUndefined();
    },
  );

  it.each(["9007199254740993", "12345678901234567890", "1e400", "0.1000000000000000055", "1710000000.00010012345678"])(
    "%s is not kept as a number",
    (text) => {
      expect(isLossyNumber(text, Number(text))).toBe(true);
    },
  );

  it.each(["9007199254740992", "1.10", "0.1", "1e3", "-0", "100", "1E-7"])("%s is kept as a number", (text) => {
    expect(isLossyNumber(text, Number(text))).toBe(false);
  });
});

describe("a hidden character", () => {
  it.each(["\u200B", "\u202E", "\u2066", "\u00AD", "\uFEFF", "\u{E0041}", "\u2060"])("%j is found", (character) => {
    expect(findHiddenCharacters(`a${character}b`)).toHaveLength(1);
  });

  it.each(["plain", "Größe", "日本語", "👩‍💻", "❤️", "🏳️‍🌈", "👨‍👩‍👧"])("is not seen in %s", (text) => {
    expect(findHiddenCharacters(text)).toEqual([]);
  });
});
