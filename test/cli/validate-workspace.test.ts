/** `validate --workspace`: what is named is checked, and its tool names are compared with the whole folder's. */
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { checkFiles } from "../../src/manifest/check-files.ts";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryWorkingFolder } from "./temporary-folder.ts";

let folder = "";

beforeEach(async () => {
  folder = await temporaryWorkingFolder();
});

function manifest(id: string, operation: string, kind = "query"): string {
  return `manifestVersion: 1
connector: {id: ${id}, title: Desk, description: Read tickets., version: 1.0.0}
operations:
  ${operation}:
    kind: ${kind}
    description: Read one ticket by its key, with its title.
    input: {type: object, additionalProperties: false}
    output: {type: object, additionalProperties: false}
    branches: {found: {record: succeeded, description: The ticket was read.}}
    agent: {exposed: true}
    handler: {}
`;
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
}

interface Told {
  readonly exitCode: number;
  readonly files: readonly string[];
  /** Rule, file, and the file that it is about. */
  readonly findings: readonly string[];
}

async function told(words: readonly string[], stdin = ""): Promise<Told> {
  const ran = await runWords(["validate", ...words, "--format", "json"], { stdin });
  const report = jsonOf(ran) as {
    files: { path: string; status: string; problem?: string }[];
    diagnostics: { id: string; file: string; related: { file: string }[] }[];
  };
  return {
    exitCode: ran.exitCode,
    files: report.files.map(({ path, status, problem }) => [path, status, problem ?? ""].join(" ").trim()),
    findings: report.diagnostics.map(({ id, file, related }) =>
      [id, file, ...related.map((each) => each.file)].join(" "),
    ),
  };
}

const alone = ["a.connector.yaml findings"];

test("a named file is compared with the files beside it, whichever comes first, and only it is reported", async () => {
  await put("a.connector.yaml", manifest("desk-a", "note"));
  await put("b/b.connector.yaml", manifest("desk", "aNote"));
  expect(await told(["a.connector.yaml"])).toMatchObject({ exitCode: 0, findings: [] });
  expect(await told(["a.connector.yaml", "--workspace"])).toEqual({
    exitCode: 1,
    files: alone,
    findings: ["DC3004 a.connector.yaml b/b.connector.yaml"],
  });
  expect(await told(["b", "--workspace"])).toEqual({
    exitCode: 1,
    files: ["b/b.connector.yaml findings"],
    findings: ["DC3004 b/b.connector.yaml a.connector.yaml"],
  });
});

test("one connector id in two files is told, too", async () => {
  await put("a.connector.yaml", manifest("desk", "note"));
  await put("b.connector.yaml", manifest("desk", "mark"));
  expect((await told(["a.connector.yaml", "--workspace"])).findings).toEqual([
    "DC3004 a.connector.yaml b.connector.yaml",
  ]);
});

test("faults and collisions of the files beside it are theirs", async () => {
  await put("a.connector.yaml", manifest("other", "note"));
  await put("b.connector.yaml", manifest("desk", "note").replace("1.0.0", "one"));
  await put(
    "c.connector.yaml",
    manifest("desk", "note").replace("description: Read one ticket by its key, with its title.", "description: Note."),
  );
  await put("d.connector.yaml", manifest("desk", "note"));
  expect(await told(["a.connector.yaml", "--workspace"])).toMatchObject({ findings: [] });
});

test("nothing is compared twice: the whole folder, and a file under another spelling of its path", async () => {
  await put("a.connector.yaml", manifest("desk", "note"));
  expect(await told(["--workspace"])).toMatchObject({ exitCode: 0, findings: [] });
  expect(await told(["./a.connector.yaml", join(folder, "a.connector.yaml"), "--workspace"])).toEqual({
    exitCode: 0,
    files: ["a.connector.yaml ok"],
    findings: [],
  });
});

test("standard input stands in for the file of its name", async () => {
  await put("a.connector.yaml", manifest("desk", "note"));
  await put("b.connector.yaml", manifest("desk-a", "note"));
  const renamed = manifest("desk", "aNote");
  for (const name of ["a.connector.yaml", "./a.connector.yaml"]) {
    expect(await told(["--stdin", name], renamed)).toMatchObject({ exitCode: 0, findings: [] });
    expect(await told(["--stdin", name, "--workspace"], renamed)).toMatchObject({
      exitCode: 1,
      findings: [`DC3004 ${name} b.connector.yaml`],
    });
  }
});

describe("a comparison that is not complete ends in 4, and says with which file", () => {
  const uncompared = "its tool names were not compared";

  test.each([
    ["cannot be parsed", "{"],
    ["has an operation that cannot be understood", manifest("desk", "aNote", "read")],
    ["is no map", "- a"],
  ])("that %s", async (_what, text) => {
    await put("a.connector.yaml", manifest("desk-a", "note"));
    await put("b.connector.yaml", text);
    expect(await told(["a.connector.yaml", "--workspace"])).toEqual({
      exitCode: 4,
      files: ["a.connector.yaml ok", `b.connector.yaml unreadable it has errors; ${uncompared}`],
      findings: [],
    });
    expect(await told(["a.connector.yaml"])).toMatchObject({ exitCode: 0 });
  });

  test("that is a link to itself", async () => {
    await put("a.connector.yaml", manifest("desk-a", "note"));
    await symlink("b.connector.yaml", join(folder, "b.connector.yaml"));
    const { exitCode, files } = await told(["a.connector.yaml", "--workspace"]);
    expect(exitCode).toBe(4);
    expect(files).toEqual([
      "a.connector.yaml ok",
      expect.stringMatching(/^b\.connector\.yaml unreadable ELOOP.*not compared$/),
    ]);
  });

  test("is told once of a named path that cannot be read", async () => {
    await put("a.connector.yaml", manifest("desk-a", "note"));
    await symlink("b.connector.yaml", join(folder, "b.connector.yaml"));
    const { files } = await told(["a.connector.yaml", "b.connector.yaml", "--workspace"]);
    expect(files).toEqual(["a.connector.yaml ok", expect.stringMatching(/^b\.connector\.yaml unreadable ELOOP[^;]*$/)]);
  });

  test.skipIf(process.getuid?.() === 0)("that is a folder that cannot be searched", async () => {
    await put("a/a.connector.yaml", manifest("desk-a", "note"));
    await put("b/b.connector.yaml", "");
    await chmod(join(folder, "b"), 0);
    onTestFinished(() => chmod(join(folder, "b"), 0o700));
    expect((await told(["a", "--workspace"])).files).toEqual([
      "a/a.connector.yaml ok",
      expect.stringMatching(/^b unreadable EACCES.*not compared$/),
    ]);
  });

  test("that is a folder that could not be searched, whoever runs this", async () => {
    await put("a.connector.yaml", manifest("desk-a", "note"));
    const workspace = { files: ["a.connector.yaml"], unreadable: [{ path: "b", problem: "EACCES" }] };
    const options = { workingFolder: folder, today: "2026-06-01", workspace };
    const { files } = await checkFiles({ files: ["a.connector.yaml"], unreadable: [] }, options);
    expect(files.map(({ path, status, problem }) => [path, status, problem])).toEqual([
      ["a.connector.yaml", "ok", undefined],
      ["b", "unreadable", `EACCES; ${uncompared}`],
    ]);
  });
});
