/** The commands of the room, run through the command line's own entry. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandSurroundings } from "../../../src/cli/run-command.ts";
import { runCommand } from "../../../src/cli/run-command.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/manifests");
const good = join(fixtures, "complete-write/good.yaml");
const bad = join(fixtures, "DC2004-bad-enum/bad.yaml");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "validate-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  words: readonly string[],
  env: Record<string, string> = {},
  stdin = "",
): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const output = (take: (text: string) => void): CommandSurroundings["stdout"] => ({
    isTerminal: false,
    hasColor: false,
    write: take,
  });
  const code = await runCommand(words, {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: output((text) => (out += text)),
    stderr: output((text) => (err += text)),
    env,
    signal: new AbortController().signal,
  });
  return { code, out, err };
}

describe("validate", () => {
  it("ends with 0 for a good file and 1 for a bad one, the summary last", async () => {
    expect(await run(["validate", good])).toMatchObject({
      code: 0,
      out: "checked 1 manifest, 2 operations: no problems\n",
      err: "",
    });
    const result = await run(["validate", bad]);
    expect(result.code).toBe(1);
    expect(result.out.trimEnd().split("\n").at(-1)).toBe("checked 1 manifest, 0 operations: 1 error");
  });

  it("ends with 0 for findings that may not fail it", async () => {
    expect((await run(["validate", bad, "--fail-on", "never"])).code).toBe(0);
  });

  it.each([
    ["a path that does not exist", ["validate", "nowhere"], "nowhere"],
    ["a folder without manifests", ["validate", import.meta.dirname], "--allow-empty"],
    ["a rule that does not exist", ["validate", good, "--rule", "DC9999"], "DC9999"],
    ["a severity that does not exist", ["validate", good, "--severity", "DC2004=fatal"], "fatal"],
    ["an output without a file", ["validate", good, "--output", "json"], "FORMAT=FILE"],
    ["a count that is none", ["validate", good, "--max-problems", "0"], "0"],
    ["a flag that does not exist", ["validate", good, "--formt", "json"], "--format"],
  ])("ends with 2 and one line for %s", async (_, words, named) => {
    const { code, out, err } = await run(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(named);
    expect(err.trimEnd()).not.toContain("\n");
  });

  it("prints one JSON value on stdout and the summary on stderr", async () => {
    const { out, err } = await run(["validate", bad, "--format", "json"]);
    expect(JSON.parse(out)).toMatchObject({ summary: { errors: 1 } });
    expect(err).toBe("checked 1 manifest, 0 operations: 1 error\n");
  });

  it("writes further reports to files", async () => {
    await run([
      "validate",
      bad,
      "--output",
      `sarif=${join(folder, "a.sarif")}`,
      "--output",
      `junit=${join(folder, "a.xml")}`,
    ]);
    expect(JSON.parse(readFileSync(join(folder, "a.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(readFileSync(join(folder, "a.xml"), "utf8")).toContain("<testsuites");
  });

  it("adds to the summary of a step on GitHub", async () => {
    const file = join(folder, "summary.md");
    await run(["validate", bad, "--format", "github"], { GITHUB_STEP_SUMMARY: file });
    expect(readFileSync(file, "utf8")).toContain("DC2004");
  });

  it("checks standard input under the name it is given", async () => {
    const { code, out } = await run(["validate", "--stdin", "a.connector.json"], {}, "{,}");
    expect(code).toBe(1);
    expect(out).toContain("a.connector.json:1:2");
  });

  it("takes severities and kept findings from a file, and refuses one with an unknown key", async () => {
    const config = join(folder, "config.json");
    const weak = join(fixtures, "DC3006-weak/bad.yaml");
    writeFileSync(config, JSON.stringify({ severity: { DC3006: "error" } }));
    expect((await run(["validate", weak, "--config", config])).code).toBe(1);
    writeFileSync(config, JSON.stringify({ severities: {} }));
    expect(await run(["validate", weak, "--config", config])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no key "severities"'),
    });
  });
});

describe("explain and rules", () => {
  it("print a page by number or name, and misuse for what is none", async () => {
    expect((await run(["explain", "dc1010"])).out).toContain("lossy-number");
    expect((await run(["explain", "lossy-number"])).out).toContain("DC1010");
    expect(await run(["explain", "lossy-nubmer"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("lossy-number"),
    });
  });

  it("list every rule, for programs too", async () => {
    const { out } = await run(["rules", "--format", "json"]);
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ id: "DC1010", name: "lossy-number", severity: "error", fix: "safe" }),
    );
  });
});

describe("schema", () => {
  it("prints what is published", async () => {
    const { out } = await run(["schema", "--flavor", "draft-07"]);
    const published = readFileSync(
      join(import.meta.dirname, "../../../schemas/dex-connector.draft-07.schema.json"),
      "utf8",
    );
    expect(JSON.parse(out)).toEqual(JSON.parse(published));
  });
});

describe("resolve", () => {
  it("prints YAML that validates, its defaults marked, and JSON that can be shipped", async () => {
    const yaml = await run(["resolve", good]);
    expect(yaml.out).toContain("retry: never # default");
    writeFileSync(join(folder, "a.connector.yaml"), yaml.out);
    writeFileSync(join(folder, "dex-connector.json"), (await run(["resolve", good, "--json"])).out);
    expect((await run(["validate", join(folder, "a.connector.yaml")])).code).toBe(0);
    expect((await run(["validate", join(folder, "dex-connector.json")])).code).toBe(0);
  });

  it("ends with 1 for a manifest with errors, and names them", async () => {
    expect(await run(["resolve", bad])).toMatchObject({ code: 1, out: "", err: expect.stringContaining("DC2004") });
  });
});
