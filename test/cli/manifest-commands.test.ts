/** `validate`, `fix`, `resolve`, `rules`, `schema` and `test` as they are typed: exit codes, JSON, and files that cannot be read. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jsonOf, runWords } from "./run-words.ts";

const fixtures = join(import.meta.dirname, "../fixtures/manifests");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dex-manifests-"));
  copyFileSync(join(fixtures, "complete-write/good.yaml"), join(folder, "good.connector.yaml"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A file that is there and that nobody can read, whoever runs the test. */
function addUnreadable(): void {
  symlinkSync("loop.connector.yaml", join(folder, "loop.connector.yaml"));
}

function addFaulty(): void {
  copyFileSync(join(fixtures, "DC2004-bad-enum/bad.yaml"), join(folder, "faulty.connector.yaml"));
}

describe("a file that cannot be read", () => {
  test.each(["validate", "fix", "test"])("ends %s in 4, and the other files are looked at", async (command) => {
    addUnreadable();
    const ran = await runWords([command, folder]);
    expect(ran.exitCode).toBe(4);
    expect(ran.stdout + ran.stderr).toContain("ELOOP");
    expect(ran.stdout + ran.stderr).toMatch(/1 manifest\b/);
  });

  test.each(["validate", "fix", "test", "resolve"])("ends %s in 4 when it is named", async (command) => {
    addUnreadable();
    const ran = await runWords([command, join(folder, "loop.connector.yaml")]);
    expect(ran.exitCode).toBe(4);
    expect(ran.stdout + ran.stderr).toContain("ELOOP");
  });

  test("is named by the path that was given, and by no other", async () => {
    addUnreadable();
    const { files } = jsonOf(await runWords(["validate", folder, "--format", "json"])) as {
      readonly files: readonly { readonly problem?: string }[];
    };
    expect(files.map(({ problem }) => problem)).toEqual([undefined, "ELOOP: too many symbolic links encountered"]);
  });
});

describe("a path that does not exist", () => {
  test.each(["validate", "fix", "test", "resolve", "types"])(
    "ends %s in 2, before anything is done",
    async (command) => {
      const ran = await runWords([command, join(folder, "absent")]);
      expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 2, stdout: "" });
    },
  );
});

describe("validate", () => {
  test("says how standard input is read when a dash is given", async () => {
    const ran = await runWords(["validate", "-"]);
    expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--stdin NAME") as string });
  });

  test("ends in 4 when a further report cannot be written", async () => {
    const file = join(folder, "absent", "report.json");
    const ran = await runWords(["validate", folder, "--output", `json=${file}`]);
    expect(ran).toMatchObject({
      exitCode: 4,
      stderr: `error: ${file} cannot be written: ENOENT: no such file or directory\n`,
    });
    expect(ran.stdout).toContain("no problems");
  });
});

describe("an interrupt", () => {
  test.each(["validate", "fix", "test"])("ends %s in 130 before the next file", async (command) => {
    const interrupt = new AbortController();
    setImmediate(() => interrupt.abort(new Error("interrupted")));
    const ran = await runWords([command, folder], { signal: interrupt.signal });
    expect(ran).toEqual({ exitCode: 130, stdout: "", stderr: "" });
  });
});

describe("fix", () => {
  test("tells a program what changed and what is left", async () => {
    const path = join(folder, "tab.connector.yaml");
    copyFileSync(join(fixtures, "DC1003-tab-indent/bad.yaml"), path);
    addFaulty();
    addUnreadable();
    const ran = await runWords(["fix", folder, "--format", "json", "--dry-run"]);
    const told = jsonOf(ran) as { readonly files: readonly { readonly path: string; readonly patch: string }[] };
    expect(ran.exitCode).toBe(4);
    expect(told).toMatchObject({
      formatVersion: 1,
      dryRun: true,
      files: [
        { applied: 0, patch: "" },
        { applied: 0, patch: "" },
        { path, applied: 1 },
      ],
      left: [{ id: "DC2004", start: { line: expect.any(Number) as number }, help: expect.any(String) as string }],
      failed: [{ problem: "ELOOP: too many symbolic links encountered" }],
    });
    expect(told.files[2]?.patch).toContain("-\tkind: query\n+    kind: query\n");
    expect(readFileSync(path, "utf8")).toContain("\tkind: query");
  });

  test("stops between two files when it is interrupted", async () => {
    const path = join(folder, "tab.connector.yaml");
    copyFileSync(join(fixtures, "DC1003-tab-indent/bad.yaml"), path);
    const ran = await runWords(["fix", folder], { signal: AbortSignal.abort(new Error("interrupted")) });
    expect(ran.exitCode).toBe(130);
    expect(readFileSync(path, "utf8")).toContain("\tkind: query");
  });
});

describe("resolve", () => {
  test("takes a folder that holds one manifest, and names those of a folder that holds more", async () => {
    const one = await runWords(["resolve", folder]);
    expect(one).toMatchObject({ exitCode: 0, stderr: "" });
    addFaulty();
    const two = await runWords(["resolve", folder]);
    expect(two.exitCode).toBe(2);
    expect(two.stderr).toContain("holds 2 manifests");
    expect(two.stderr).toContain("faulty.connector.yaml");
  });

  test("gives the same JSON for --json and --format json", async () => {
    const short = await runWords(["resolve", folder, "--json"]);
    expect(await runWords(["resolve", folder, "--format", "json"])).toEqual(short);
    expect(jsonOf(short)).toMatchObject({ manifestVersion: 1 });
  });
});

describe("schema and rules", () => {
  test("schema is JSON whether it is asked for or not", async () => {
    expect(await runWords(["schema", "--format", "json"])).toEqual(await runWords(["schema"]));
  });

  test("rules says of each rule since when it is reported", async () => {
    const { stdout } = await runWords(["rules"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => /^DC\d{4} \S+ +(?:error|warning|info) +\w+ +\d+\.\d+\.\d+/.test(line))).toBe(true);
  });
});

describe("test", () => {
  test("runs the others when a manifest has errors, and ends in 1", async () => {
    addFaulty();
    const ran = await runWords(["test", folder]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("DC2004");
    expect(ran.stderr).toContain("of 1 manifest: 0 failed, 2 warnings; 1 manifest could not be run\n");
    expect((await runWords(["test", folder, "--fail-on", "never"])).exitCode).toBe(0);
  });

  test("tells a program of a manifest that could not be run", async () => {
    writeFileSync(join(folder, "faulty.connector.yaml"), "a: [");
    const { files } = jsonOf(await runWords(["test", folder, "--format", "json"])) as {
      readonly files: readonly { readonly path: string; readonly problem?: string }[];
    };
    expect(files.map(({ path, problem }) => [path.slice(folder.length), problem === undefined])).toEqual([
      ["/good.connector.yaml", true],
      ["/faulty.connector.yaml", false],
    ]);
  });
});
