/** The types that are printed hold what the schemas say, as a compiler understands them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { schemaType } from "../../src/manifest/types/schema-type.ts";
import { runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = join(import.meta.dirname, "../..");

function compile(folder: string): string {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2024", "--types", "", "use.ts"];
  const run = spawnSync(process.execPath, [compiler, ...flags], { cwd: folder, encoding: "utf8" });
  return run.stdout;
}

describe("types", () => {
  it("of the shipped connectors compile, accept what the schemas accept and refuse what they refuse", async () => {
    const folder = await temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const ran = await runWords(["types", "github", "slack", "stripe"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    writeFileSync(join(folder, "types.ts"), ran.stdout);
    const use = [
      `import type { GithubGetIssueInput, GithubGetIssueOutput } from "./types";`,
      `export const good: GithubGetIssueInput = { owner: "o", repo: "r", number: 1 };`,
      `// @ts-expect-error a number is required`,
      `export const missing: GithubGetIssueInput = { owner: "o", repo: "r" };`,
      `// @ts-expect-error the input is closed`,
      `export const more: GithubGetIssueInput = { owner: "o", repo: "r", number: 1, page: 2 };`,
      `export const title = (issue: GithubGetIssueOutput): string => issue.title;`,
    ];
    writeFileSync(join(folder, "use.ts"), use.join("\n"));
    expect(compile(folder)).toBe("");
  });

  it("of one connector have the names of its operations", async () => {
    const { stdout } = await runWords(["types", "stripe"]);
    expect(stdout).toMatch(/^\/\/ Types of stripe /);
    expect(stdout).toMatch(/^export type [A-Z][A-Za-z]*Input = \{$/m);
    expect(stdout).not.toContain("export type Stripe");
  });

  it("of a manifest with errors are not printed", async () => {
    const ran = await runWords(["types", "test/fixtures/manifests/DC2001-slip/bad.yaml"]);
    expect(ran).toMatchObject({ exitCode: 1, stdout: "" });
    expect(ran.stderr).toContain("DC2001");
  });
});

describe("the type of a schema", () => {
  it.each([
    ["a text", { type: "string" }, "string"],
    ["text or nothing", { type: ["string", "null"] }, "string | null"],
    ["a choice", { enum: ["a", 1, true, null] }, `"a" | 1 | true | null`],
    ["a list of a choice", { type: "array", items: { enum: ["a", "b"] } }, `readonly ("a" | "b")[]`],
    [
      "a list of lists",
      { type: "array", items: { type: "array", items: { type: "integer" } } },
      "readonly (readonly number[])[]",
    ],
    ["anything", {}, "unknown"],
    ["an empty object", { type: "object", additionalProperties: false }, "Readonly<Record<string, never>>"],
    [
      "a map",
      { type: "object", maxProperties: 3, additionalProperties: { type: "number" } },
      "{\n  readonly [name: string]: number;\n}",
    ],
    [
      "an object with odd names and words",
      {
        type: "object",
        required: ["a-b"],
        additionalProperties: false,
        properties: { "a-b": { type: "string", description: "Ends */ here.\nReally." }, c: { type: "boolean" } },
      },
      '{\n  /** Ends *\\/ here. Really. */\n  readonly "a-b": string;\n  readonly c?: boolean;\n}',
    ],
  ] as const)("of %s", (_what, schema, type) => {
    expect(schemaType(schema)).toBe(type);
  });
});
