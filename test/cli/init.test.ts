/** The first manifest: sound, proved by its own examples, and never written over another file. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

const cli = JSON.stringify(join(import.meta.dirname, "../../src/cli/main.ts"));

/** In a process of its own, because the command writes into its working folder. */
function run(folder: string, ...words: readonly string[]): { exitCode: number | null; stdout: string; stderr: string } {
  const program = `const { main } = await import(${cli}); process.exitCode = await main(${JSON.stringify(words)});`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: folder,
    encoding: "utf8",
  });
  return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

describe("init", () => {
  it("writes a manifest without a finding whose examples all pass and leave nothing unproved", async () => {
    const folder = await temporaryFolder();
    expect(run(folder, "init", "acme-desk")).toMatchObject({ exitCode: 0, stdout: "acme-desk/dex-connector.yaml\n" });
    const checked = run(folder, "validate", "acme-desk", "--fail-on", "info");
    expect(checked).toMatchObject({ exitCode: 0, stdout: "checked 1 manifest, 2 operations: no problems\n" });
    const tested = run(folder, "test", "acme-desk", "--fail-on", "warning");
    expect(tested).toMatchObject({ exitCode: 0 });
    expect(tested.stderr).toMatch(/^ran 1[0-9] examples of 1 manifest: 0 failed, 0 warnings$/m);
  });

  it("leads an editor to the schema of the package in the folder above", async () => {
    const folder = await temporaryFolder();
    run(folder, "init", "acme-desk");
    const [first = ""] = readFileSync(join(folder, "acme-desk/dex-connector.yaml"), "utf8").split("\n");
    const named = /\$schema=(.*)$/.exec(first)?.[1] ?? "";
    const schema = join("node_modules/dex-connectors/schemas/dex-connector.draft-07.schema.json");
    expect(join("acme-desk", named)).toBe(schema);
  });

  it("leaves a file alone that is there already", async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, "acme"));
    writeFileSync(join(folder, "acme/dex-connector.yaml"), "mine");
    expect(run(folder, "init", "acme")).toMatchObject({ exitCode: 2, stdout: "" });
    expect(readFileSync(join(folder, "acme/dex-connector.yaml"), "utf8")).toBe("mine");
  });

  it.each(["Acme", "a", "acme_desk", "../acme", "acme-", "-acme"])(
    "refuses %s as an id and writes nothing",
    async (id) => {
      const folder = await temporaryFolder();
      const ran = run(folder, "init", "--", id);
      expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
      expect(ran.stderr).toContain("acme-desk");
    },
  );
});
