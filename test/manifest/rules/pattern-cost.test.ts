/** How patterns are judged: what is called unsafe really is slow, and ordinary patterns pass. */
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { findUnsafePatterns } from "../../../src/manifest/rules/pattern-faults.ts";
import type { RuleContext } from "../../../src/manifest/rules/rule-context.ts";
import { patternProblem } from "../../../src/manifest/rules/pattern-cost.ts";
import { mostPatternSteps } from "../../../src/manifest/rules/pattern-steps.ts";

const exponential = [
  "^(a+)+$",
  "^(a*)*$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(a|b|ab)*c$",
  "^(a?b?)*$",
  "^(x+x+)+y$",
  `^${"a?".repeat(30)}${"a".repeat(30)}$`,
  "^(a?){100}$",
  "^(a{1,10}){1,10}$",
  "^(\\w+\\s?)*$",
  "^([A-Za-z0-9]{1,100}-?)+$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
];

const ordinary = [
  "^T-[0-9]{1,12}$",
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^[a-z0-9]{0,30}[a-z]{0,30}$",
  "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]{2,63}$",
  "^([a-f0-9]{2}:?)+$",
  "^([0-9]{1,3}\\.){3}[0-9]{1,3}$",
  "^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$",
  "^[\\w.-]+@[\\w.-]+$",
  "^[A-Za-z0-9+/]+={0,2}$",
  "^(?:a|b|c|d|e|f)*$",
  "^\\p{L}+\\u0041\\u{1F600}\\x41\\cA[\\b\\]^-]$",
];

describe("a pattern", () => {
  it.each(exponential)("%s has many ways to read one text", (pattern) => {
    expect(patternProblem(pattern, 100)).toBe("exponential");
  });

  it.each(ordinary)("%s is fine on a thousand characters", (pattern) => {
    expect(patternProblem(pattern, 1000)).toBeUndefined();
  });

  it.each([
    ["a cube of the length", "^\\s*.*\\s*$", 1000],
    ["loops with letters between", "^(.*a){12}$", 100],
    ["loops of several letters", "^(no )*(no )*such$", 100_000],
    ["a search that begins anywhere", "a+b", 100_000],
  ])("is slow where its time grows like %s", (_, pattern, maxLength) => {
    expect(patternProblem(pattern, maxLength)).toBe("slow");
  });

  it("is judged for the texts it is run on", () => {
    expect(patternProblem("^.*.*$", 1000)).toBeUndefined();
    expect(patternProblem("^.*.*$", 100_000)).toBe("slow");
  });

  it.each([
    ["invalid", "^T-[0-9{1,12}$"],
    ["invalid", "(?<a>x)(?<a>y"],
    ["lookaround", "^(?!x)y$"],
    ["lookaround", "(?<=x)y"],
    ["backreference", "^(a)\\1$"],
    ["backreference", "^(?<a>b)\\k<a>$"],
    ["too-long", "a".repeat(1025)],
  ])("is %s: %s", (problem, pattern) => {
    expect(patternProblem(pattern, 100)).toBe(problem);
  });

  it("of a thousand characters is judged, however many loops and alternatives it has", () => {
    for (const part of ["a*", "(a|b)*", "[a-z]+[0-9]*", "(ab?)*", "a{1,9}", ".{0,60}"]) {
      const pattern = `^${part.repeat(Math.floor(1000 / part.length))}$`;
      expect(["slow", "exponential", "too-long"]).toContain(patternProblem(pattern, 1000));
    }
  });

  it("that nests repeats in repeats is judged as fast as it is read", () => {
    expect(patternProblem(`^${"(".repeat(200)}a${")*".repeat(200)}$`, 100)).toBe("exponential");
    expect(patternProblem(`^${"(?:".repeat(100)}a${"){1}".repeat(100)}$`, 100)).toBeUndefined();
  });

  it("that repeats nothing very often has no copies of it", () => {
    expect(patternProblem("^(?:){100000000}(?:\\b){9999999999}a$", 100)).toBeUndefined();
  });

  it("divides short texts, too, between many repeats", () => {
    expect(patternProblem(`^${".*".repeat(120)}b$`, 10)).toBe("slow");
    expect(patternProblem(`^${".*".repeat(6)}b$`, 10)).toBeUndefined();
  });

  it.each([...exponential, ...ordinary, "^\\s*.*\\s*$", "^(no )*(no )*such$"])(
    "%s is judged within its steps, and too long with one step less",
    (pattern) => {
      const given = { left: mostPatternSteps };
      const judged = patternProblem(pattern, 1000, given);
      const taken = mostPatternSteps - given.left;
      expect(judged).not.toBe("too-long");
      expect(patternProblem(pattern, 1000, { left: taken })).toBe(judged);
      if (taken > 0) expect(patternProblem(pattern, 1000, { left: taken - 1 })).toBe("too-long");
    },
  );

  it("is read to its end whatever the engine accepts", () => {
    const piece = constantFrom(
      "a",
      ".",
      "\\d",
      "[^a-c]",
      "(?:",
      "(",
      ")",
      "|",
      "*",
      "+?",
      "{2}",
      "{1,}",
      "^",
      "$",
      "\\b",
      "[",
      "]",
      "\\",
    );
    assert(
      property(
        array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
        (pattern) => {
          const isValid = compiles(pattern);
          expect(patternProblem(pattern, 10) === "invalid").toBe(!isValid);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

describe("the patterns of a manifest", () => {
  const pattern = "^[a-f]{1,40}[0-9]{1,20}x$";
  const settings = { first: { pattern, maxLength: 80 } };
  const written = { source: { config: settings }, operations: [], knownSchemas: { parts: new Map([["written", []]]) } };
  const problems = (steps: { left: number }): readonly string[] =>
    findUnsafePatterns(written as unknown as RuleContext, steps).map(({ data }) => data.problem);

  it("take their steps also when one was judged before, for another manifest", () => {
    const own = { left: mostPatternSteps };
    expect(patternProblem(pattern, 80, own)).toBeUndefined();
    const taken = mostPatternSteps - own.left;
    for (let round = 0; round < 2; round += 1) {
      const all = { left: mostPatternSteps };
      expect([problems(all), all.left]).toEqual([[], own.left]);
      expect(problems({ left: taken })).toEqual([]);
      expect(problems({ left: taken - 1 })).toEqual(["too-many"]);
    }
  });
});
