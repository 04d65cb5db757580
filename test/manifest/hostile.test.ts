/**
 * Texts that make parsers and checkers run for ever, or end the process: each is answered with findings, twice in one
 * process, in steps that are counted. A step is a block of the validator or of its parser that ran once.
 */
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createStepCounter } from "./count-steps.ts";

const counter = createStepCounter();
// What is loaded before the counter is not counted block by block.
const { checkManifest } = await import("../../src/manifest/check-manifest.ts");
const { mostManifestSteps } = await import("../../src/manifest/rules/pattern-steps.ts");
const { parseDocument } = await import("yaml");

afterAll(() => counter.stop());

const write = readFileSync(new URL("../fixtures/manifests/complete-write/good.yaml", import.meta.url), "utf8");

/** A good manifest takes about 26 steps a byte. What is bounded by itself (parts, patterns) may add a fixed amount. */
const stepsPerByte = 60;
const stepsBesides = 5_000_000;

const mostSteps = (text: string): number => stepsPerByte * text.length + stepsBesides;

/** Checks a text twice; gives the rules that it breaks and the steps of the longer check. */
function checked(text: string, path = "a.yaml"): { readonly ids: readonly string[]; readonly steps: number } {
  const [one, two] = [1, 2].map(() => counter.count(() => checkManifest(text, path)));
  const ids = (one?.result.findings ?? []).map(({ id }) => id);
  expect(two?.result.findings).toEqual(one?.result.findings);
  const steps = Math.max(one?.steps ?? 0, two?.steps ?? 0);
  expect(steps).toBeLessThan(mostSteps(text));
  return { ids: [...new Set(ids)], steps };
}

function bomb(levels: number): string {
  const uses = (level: number): string => Array.from({ length: 10 }, () => `*a${String(level)}`).join(", ");
  const lines = Array.from(
    { length: levels },
    (_, level) => `x-${String(level + 1)}: &a${String(level + 1)} [${uses(level)}]`,
  );
  return ["x-0: &a0 [1]", ...lines].join("\n");
}

/** Schemas of which each refers to two others, in a circle or in a chain; the input refers to the first. */
function schemas(count: number, isCircle: boolean): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const next =
      isCircle || index < count - 1 ? `{$ref: "#/schemas/S${String((index + 1) % count)}"}` : "{type: boolean}";
    return `  S${String(index)}: {type: object, additionalProperties: false, properties: {a: ${next}, b: ${next}}}`;
  });
  return withSchemas(lines, '{$ref: "#/schemas/S0"}');
}

function withSchemas(lines: readonly string[], input: string): string {
  return write
    .replace("operations:", () => `schemas:\n${lines.join("\n")}\noperations:`)
    .replace("        text: {type", () => `        more: ${input}\n        text: {type`);
}

describe("the steps of a check", () => {
  it("are counted: a good manifest takes some for each byte, and twice the manifest takes twice as many", () => {
    const once = checked(write).steps;
    const operations = write.slice(write.indexOf("  getTicket:"));
    const twice = checked(write + operations.replaceAll(/^ {2}(\w+):/gm, "  $1Again:")).steps;
    expect(once).toBeGreaterThan(10 * write.length);
    expect(once).toBeLessThan(stepsPerByte * write.length);
    expect(twice / once).toBeGreaterThan(1.7);
    expect(twice / once).toBeLessThan(2.3);
  });

  it("pass the limit when the tree of a bomb is walked as if it were one", () => {
    const text = bomb(7);
    const aliases = parseDocument(text).toJS({ maxAliasCount: -1 }) as Record<string, unknown>;
    let visits = 0;
    const walk = (value: unknown): void => {
      visits += 1;
      if (Array.isArray(value)) for (const item of value) if (visits <= mostSteps(text)) walk(item);
    };
    walk(aliases["x-7"]);
    expect(visits).toBeGreaterThan(mostSteps(text));
  });
});

describe("aliases", () => {
  it.each([3, 8, 30, 90])("that multiply in %d levels are refused where they pass the limit", (levels) => {
    expect(checked(`${bomb(levels)}\n${write}`).ids).toEqual(levels < 5 ? [] : ["DC1008"]);
  });

  it("that lead back to what they stand in are refused", () => {
    expect(checked(`x-a: &a [*a]\n${write}`).ids).toEqual(["DC1008"]);
    expect(checked(`x-a: &a {b: &b {a: *a, b: *b}}\n${write}`).ids).toEqual(["DC1008"]);
  });
});

describe("nesting", () => {
  it.each([
    ["brackets", (depth: number) => `a: ${"[".repeat(depth)}`, "a.yaml"],
    ["closed brackets", (depth: number) => `a: ${"[".repeat(depth)}${"]".repeat(depth)}`, "a.yaml"],
    ["block lists on one line", (depth: number) => `${"- ".repeat(depth)}a`, "a.yaml"],
    ["brackets of JSON", (depth: number) => "[".repeat(depth), "a.json"],
    ["maps of JSON", (depth: number) => '{"a":'.repeat(depth), "a.json"],
  ])("of %s is refused at any depth, in steps that do not grow with it", (_, text, path) => {
    const few = checked(text(1000), path);
    const many = checked(text(150_000), path);
    expect([few.ids, many.ids]).toEqual([["DC1008"], ["DC1008"]]);
    expect(many.steps).toBeLessThan(few.steps * 1.2 + 1000);
  });
});

describe("references of schemas", () => {
  it.each([1, 2, 20, 200])("in a circle of %d are found", (count) => {
    expect(checked(schemas(count, true)).ids).toContain("DC4005");
  });

  it.each([15, 40, 200])("that double in %d levels are too large, and are not written out to say so", (count) => {
    expect(checked(schemas(count, false)).ids).toContain("DC4003");
  });

  it("that leave the file are found, and nothing is fetched", () => {
    const dial = vi.spyOn(Socket.prototype, "connect").mockImplementation(() => {
      throw new Error("nothing may be fetched");
    });
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nothing may be fetched"));
    const remote = withSchemas(
      ['  S: {$ref: "https://schemas.example/ticket.json"}'],
      '{$ref: "http://127.0.0.1:1/a"}',
    );
    expect(checked(`$schema: http://127.0.0.1:1/schema\n${remote}`).ids).toContain("DC4004");
    expect([dial.mock.calls.length, fetched.mock.calls.length]).toEqual([0, 0]);
    vi.restoreAllMocks();
  });
});

describe("a pattern that can run for ever", () => {
  const text = `${"a".repeat(40)}b`;
  const withPattern = (pattern: string): string =>
    withSchemas(
      [
        `  S: {type: string, maxLength: 100, description: A text., pattern: '${pattern}', default: ${text}, examples: [${text}]}`,
      ],
      '{$ref: "#/schemas/S"}',
    );

  it.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    `^${"a?".repeat(60)}${"a".repeat(60)}$`,
    `^${"(".repeat(200)}a${")*".repeat(200)}$`,
    `^(${"a|".repeat(200)}b)*$`,
    `^(?:${"[a-z]?".repeat(120)})*$`,
    `^${".*".repeat(300)}$`,
    `^${"(ab)*(cd)*".repeat(60)}$`,
  ])("is found and never run: %s", (pattern) => {
    const exec = vi.spyOn(RegExp.prototype, "exec");
    const test = vi.spyOn(RegExp.prototype, "test");
    const { ids } = checked(withPattern(pattern));
    const ran = sourcesOf([...exec.mock.contexts, ...test.mock.contexts]);
    vi.restoreAllMocks();
    expect(ids).toContain("DC4006");
    expect(ran.length).toBeGreaterThan(100);
    expect(ran).not.toContain(pattern);
  });

  it("is run where it is harmless", () => {
    const test = vi.spyOn(RegExp.prototype, "test");
    const { ids } = checked(withPattern("^a+$"));
    const ran = sourcesOf(test.mock.contexts);
    vi.restoreAllMocks();
    expect([ids.includes("DC4006"), ids.includes("DC4009")]).toEqual([false, true]);
    expect(ran).toContain("^a+$");
  });

  it("costs a manifest no more than all its patterns may take together, however many there are", () => {
    const choices = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x100 + index)).join("|");
    const manifest = withSchemas(
      Array.from({ length: 500 }, (_, index) => {
        const pattern = `^(?:${choices})*${String(index)}$`;
        return `  S${String(index)}: {type: string, maxLength: 9, pattern: '${pattern}'}`;
      }),
      "{type: boolean, description: More.}",
    );
    const { steps, result } = counter.count(() => checkManifest(manifest, "a.yaml"));
    // A step of a pattern is a dozen blocks.
    expect(steps).toBeLessThan(mostSteps(manifest) + 20 * mostManifestSteps);
    const found = result.findings.filter(({ id, pointer }) => id === "DC4006" && pointer.startsWith("/schemas/"));
    expect(found.length).toBeGreaterThan(450);
    expect(new Set(found.map(({ data }) => data["problem"]))).toEqual(new Set(["too-many"]));
  });

  it("is judged once, however often it is written", () => {
    const costly = "^[a-z0-9]{0,30}[a-z]{0,30}$";
    const lines = Array.from({ length: 1000 }, (_, index) => {
      return `  S${String(index)}: {type: string, maxLength: 90, pattern: '${costly}'}`;
    });
    expect(checked(withSchemas(lines, "{type: boolean, description: More.}")).ids).toEqual(["DC2008"]);
  });
});

/** What the regular expressions that ran were made of. */
function sourcesOf(ran: readonly unknown[]): readonly string[] {
  return ran.map((pattern) => (pattern instanceof RegExp ? pattern.source : ""));
}
