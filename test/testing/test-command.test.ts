/** `dex-connectors test` as it is typed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { CommandContext } from "../../src/cli/command.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { test as testCommand } from "../../src/cli/test.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const notes = join(import.meta.dirname, "../fixtures/http/note/dex-connector.yaml");

/** A copy of the manifest with one text replaced. */
function changed(from: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), "dex-test-command-"));
  folders.push(folder);
  const text = readFileSync(notes, "utf8");
  if (!text.includes(from)) throw new Error(`the manifest holds no ${from}`);
  const file = join(folder, "dex-connector.yaml");
  writeFileSync(file, text.replace(from, to));
  return file;
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], flags: Record<string, string> = {}): Promise<Ran> {
  const written = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr") => ({
    isTerminal: false,
    hasColor: false,
    write(text: string) {
      written[name] += text;
    },
  });
  const context = {
    args,
    flags,
    stdin: process.stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: {},
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  return { code: await testCommand.run(context), ...written };
}

describe("dex-connectors test", () => {
  test("passes a connector whose examples hold", async () => {
    const { code, stdout, stderr } = await run([notes]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok .*note\/dex-connector\.yaml: 2 passed\n$/);
    expect(stderr).toMatch(/^ran 2 examples of 1 manifest: 0 failed, 0 warnings\n$/);
  });

  test("fails, and names the example, when a record is another", async () => {
    const file = changed("result: {branch: missing, record: failed}", "result: {branch: missing, record: succeeded}");
    const { code, stdout } = await run([file], { filter: "getNote/missing" });
    expect(code).toBe(1);
    expect(stdout).toContain(
      "error[DC9003] ending-differs: getNote/missing: it ended in missing (failed), the example says missing (succeeded)",
    );
    const line =
      readFileSync(file, "utf8")
        .split("\n")
        .findIndex((text) => text.includes("record: succeeded}")) + 1;
    expect(stdout).toContain(`; see which rule of \`classify\` fits the answer first`);
    expect(stdout).toContain(`  ${file}:${String(line)}\n`);
  });

  test("prints one JSON value for a machine", async () => {
    const { code, stdout } = await run([notes], { format: "json", filter: "getNote/" });
    const report = JSON.parse(stdout) as {
      readonly files: readonly { readonly path: string; readonly failed: number }[];
    };
    expect([code, report.files.length, report.files[0]?.failed]).toEqual([0, 1, 0]);
  });

  test("tells a machine where each fault is and what to do next", async () => {
    const file = changed("result: {branch: missing, record: failed}", "result: {branch: missing, record: succeeded}");
    const { stdout } = await run([file], { format: "json" });
    const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly faults: readonly JsonObject[] }[] };
    const lines = readFileSync(file, "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes("record: succeeded}")) + 1;
    const offset = readFileSync(file).indexOf("missing: {input");
    expect(files[0]?.faults).toContainEqual({
      kind: "ending_differs",
      rule: "DC9003",
      severity: "error",
      operation: "getNote",
      example: "missing",
      message: expect.stringContaining("it ended in missing (failed), the example says missing (succeeded)") as string,
      pointer: "/operations/getNote/examples/missing",
      start: { line, column: 7, offset },
      end: { line, column: 14, offset: offset + 7 },
      help: expect.stringContaining("see which rule of `classify` fits the answer first") as string,
    });
  });

  test("points at the operation where an example is missing", async () => {
    const example =
      "      missing: {input: {id: n2}, exchange: [{respond: {status: 404}}], result: {branch: missing, record: failed}}\n";
    const { stdout } = await run([changed(example, "")], { format: "json" });
    const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly faults: readonly JsonObject[] }[] };
    const places = files[0]?.faults.map(({ kind, pointer, start }) => [kind, pointer, start]);
    expect(places).toContainEqual([
      "branch_unproved",
      "/operations/getNote",
      expect.objectContaining({ line: 8, column: 3 }),
    ]);
  });

  test("fails on a warning when asked to", async () => {
    const example =
      "      missing: {input: {id: n2}, exchange: [{respond: {status: 404}}], result: {branch: missing, record: failed}}\n";
    const unproved = changed(example, "");
    expect((await run([unproved])).code).toBe(0);
    expect((await run([unproved], { "fail-on": "warning" })).code).toBe(1);
  });

  test("refuses a path that does not exist, or that holds no manifest", async () => {
    await expect(run(["no-such-folder"])).rejects.toMatchObject({ exitCode: 2 });
    await expect(run([join(import.meta.dirname, "../../docs/decisions")])).rejects.toMatchObject({ exitCode: 2 });
  });
});
