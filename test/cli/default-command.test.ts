/** `validate` is the default command: for words that begin with a path, and for none. Commands win over paths. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryWorkingFolder } from "./temporary-folder.ts";

let folder = "";

beforeEach(async () => {
  folder = await temporaryWorkingFolder();
});

const manifest = `manifestVersion: 1
connector: {id: desk, title: Desk, description: Read tickets., version: 1.0.0}
operations:
  getTicket:
    kind: query
    description: Read one ticket by its key, with its title.
    input: {type: object, additionalProperties: false}
    output: {type: object, additionalProperties: false}
    branches: {found: {record: succeeded, description: The ticket was read.}}
    agent: {exposed: true}
    handler: {}
`;

async function put(path: string, text = manifest): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
}

const checked = "checked 1 manifest, 1 operation: no problems\n";
const fine = { exitCode: 0, stdout: checked, stderr: "" };

describe("without a word", () => {
  test("the folder is checked, findings and all", async () => {
    await put("a/dex-connector.yaml");
    expect(await runWords([])).toEqual(fine);
    await put("b.connector.yaml", "{");
    expect(await runWords([])).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("DC1001") as string });
  });

  test("in a folder without manifests the commands are listed, as misuse", async () => {
    await put("notes.yaml");
    const ran = await runWords([]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toContain("usage: dex-connectors <command>");
    expect(ran.stderr).toBe((await runWords(["--help"])).stdout);
  });
});

describe("a first word that is a path", () => {
  test.each([["desk.yaml"], ["./desk.yaml"], ["."], ["folder"], ["folder", "desk.yaml"]])(
    "is checked: %s",
    async (...paths) => {
      await put("desk.yaml");
      await put("folder/dex-connector.yaml");
      const ran = await runWords([...paths, "--rule", "DC1001"]);
      expect(ran).toEqual(await runWords(["validate", ...paths, "--rule", "DC1001"]));
      expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^checked [12] manifests?, /) as string });
    },
  );

  test("takes the flags of validate, and its help", async () => {
    await put("desk.yaml");
    expect(jsonOf(await runWords(["desk.yaml", "--format", "json"]))).toMatchObject({ summary: { files: 1 } });
    expect((await runWords(["desk.yaml", "--help"])).stdout).toBe((await runWords(["validate", "--help"])).stdout);
    expect((await runWords(["desk.yaml", "--formt", "json"])).stderr).toContain("validate has no flag --formt");
  });

  test.each(["./desk", "desk/a", "desk.yaml", "desk.yml", "desk.json", "..a"])(
    "that is not there is misuse, and no command is looked for: %s",
    async (path) => {
      expect(await runWords([path])).toEqual({
        exitCode: 2,
        stdout: "",
        stderr: `error: there is no file or folder ${path}\n`,
      });
    },
  );

  test("gives way to a command and to the first word of one: ./ tells them apart", async () => {
    await put("rules/dex-connector.yaml");
    await put("connections/dex-connector.yaml");
    expect((await runWords(["rules"])).stdout).toContain("DC1001");
    expect(await runWords(["connections"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("connections needs a second word") as string,
    });
    expect(await runWords(["./rules"])).toEqual(fine);
    expect(await runWords(["./connections"])).toEqual(fine);
  });
});

describe("a first word that is neither", () => {
  test.each([
    ["validat", 'error: there is no command "validat"; did you mean validate?\n'],
    ["desk", 'error: there is no command "desk"; see dex-connectors --help\n'],
  ])("is misuse: %s", async (word, stderr) => {
    expect(await runWords([word])).toEqual({ exitCode: 2, stdout: "", stderr });
  });

  test("is no flag, not even where a file has its name", async () => {
    await put("--format");
    expect(await runWords(["--format", "json"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("the command comes before its flags") as string,
    });
  });
});
