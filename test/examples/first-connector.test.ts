/** The page on a first connector: its commands run in an empty folder, and its files are as short as it says. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadManifest } from "../../src/manifest/load-manifest.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/first-connector.md"), "utf8");
const cli = JSON.stringify(join(root, "src/cli/main.ts"));

const commands = [...page.matchAll(/^npx dex-connectors (.+)$/gm)].map(([, words = ""]) => words.split(" "));

test("the commands of the page end well in an empty folder, one after the other", async () => {
  const folder = await temporaryFolder();
  expect(commands.map(([name]) => name)).toEqual(["init", "validate", "test", "tools", "types"]);
  // In one process of its own, because the commands work in its folder and a start of each takes its time.
  const program = `
    const { main } = await import(${cli});
    for (const words of ${JSON.stringify(commands)}) {
      const exitCode = await main(words);
      if (exitCode !== 0) throw new Error(words.join(" ") + " ended with " + exitCode);
    }`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ exitCode: ran.status, isToldAs: ran.status === 0 ? "" : ran.stderr }).toEqual({ exitCode: 0, isToldAs: "" });
  expect(ran.stdout).toContain("export type AddNoteInput = {");
});

test.each([
  ["read", 24, 25],
  ["write", 33, 40],
])("the %s that the page shows has no finding and the lines that the page says", (name, lines, most) => {
  const text = readFileSync(join(root, `docs/examples/${name}.connector.yaml`), "utf8");
  expect(loadManifest(text, { path: "a.yaml" }).findings).toEqual([]);
  expect(text.trimEnd().split("\n")).toHaveLength(lines);
  expect(lines).toBeLessThanOrEqual(most);
  expect(page.replaceAll("\n", " ")).toMatch(
    new RegExp(`${name}\\.connector\\.yaml\\) (?:is a whole connector in|has) ${String(lines)} lines`),
  );
});

test("the write in the page on the manifest is the one of the example", () => {
  const text = readFileSync(join(root, "docs/examples/write.connector.yaml"), "utf8");
  const operation = text.slice(text.indexOf("operations:\n") + "operations:\n".length);
  expect(readFileSync(join(root, "docs/manifest.md"), "utf8")).toContain(operation);
});
