import { describe, expect, test } from "vitest";
import { defineCommand } from "../../src/cli/command.ts";
import { CommandError } from "../../src/cli/command-error.ts";
import { parseWords } from "../../src/cli/flags.ts";

const command = defineCommand({
  name: "paint",
  summary: "Paint.",
  usage: "paint <wall> [--color C]",
  operands: { min: 1, max: 1 },
  flags: {
    color: { type: "string", value: "COLOR", choices: ["red", "green"], description: "." },
    coat: { type: "string", multiple: true, value: "COAT", description: "." },
    text: { type: "string", value: "TEXT", description: "." },
    "dry-run": { type: "boolean", description: "." },
  },
  examples: ["paint wall"],
  run: async () => 0,
});

function refusal(...words: readonly string[]): string {
  try {
    parseWords(command, words);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("flags", () => {
  test("are always there: booleans false, lists empty, texts absent", () => {
    expect(parseWords(command, ["wall"])).toEqual({
      args: ["wall"],
      flags: { color: undefined, coat: [], text: undefined, "dry-run": false, help: false },
    });
  });

  test("take values apart or joined by =, and a dash only when joined", () => {
    const { flags } = parseWords(command, ["wall", "--coat", "one", "--coat=two", "--text=--three", "--dry-run"]);
    expect(flags).toMatchObject({ coat: ["one", "two"], text: "--three", "dry-run": true });
    expect(refusal("wall", "--text", "--dry-run")).toContain("--text=--dry-run");
  });

  test("-h asks for help, so that no operand is missing", () => {
    expect(parseWords(command, ["-h"]).flags["help"]).toBe(true);
  });

  test("everything after -- is a word", () => {
    expect(parseWords(command, ["--", "--color"]).args).toEqual(["--color"]);
  });

  test("an unknown flag is refused with the closest one", () => {
    expect(refusal("wall", "--colour", "red")).toBe("paint has no flag --colour; did you mean --color?");
    expect(refusal("wall", "-x")).toBe("paint has no flag -x; see `dex-connectors paint --help`");
    expect(refusal("wall", "--constructor", "x")).toContain("no flag --constructor");
  });

  test("a value outside the choices is refused with the closest one", () => {
    expect(refusal("wall", "--color", "gren")).toBe('--color takes red, green, not "gren"; did you mean green?');
  });

  test("a missing value, a value too many and a repeated flag are refused", () => {
    expect(refusal("wall", "--text")).toBe("--text needs a value: --text TEXT");
    expect(refusal("wall", "--dry-run=yes")).toBe("--dry-run takes no value");
    expect(refusal("wall", "--text", "a", "--text", "b")).toBe("--text was given 2 times; it takes one value");
  });

  test("too few and too many words are refused with the usage", () => {
    expect(refusal()).toBe("paint is missing something; usage: dex-connectors paint <wall> [--color C]");
    expect(refusal("wall", "door")).toContain('does not take "door"');
  });

  test("--help needs no words", () => {
    expect(parseWords(command, ["--help"]).flags["help"]).toBe(true);
  });
});
