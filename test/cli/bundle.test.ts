/** The bundled command does what the sources do, from a folder of its own, with few files to load. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleCommand } from "../../scripts/bundle.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const fixtures = join(root, "test/fixtures/manifests");

interface Ran {
  readonly exitCodes: readonly number[];
  readonly loaded: readonly string[];
  readonly stdout: string;
}

/** Runs command lines one after the other and gives the files of the bundle that the first one loaded. */
function run(folder: string, ...lines: readonly (readonly string[])[]): Ran {
  const program = `
    const { registerHooks } = await import("node:module");
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { main } = await import(${JSON.stringify(join(folder, "dist/src/cli/main.cjs"))});
    const exitCodes = [];
    let first;
    for (const words of ${JSON.stringify(lines)}) {
      exitCodes.push(await main(words));
      first ??= loaded.filter((url) => url.startsWith("file:"));
    }
    process.stdout.write("\\nRAN " + JSON.stringify({ exitCodes, loaded: first }));`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: folder,
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  const [stdout = "", facts = ""] = ran.stdout.split("\nRAN ");
  return { ...(JSON.parse(facts) as Pick<Ran, "exitCodes" | "loaded">), stdout };
}

test("the bundle checks plain files with a handful of modules, others with the parser beside it, and finds its version", async () => {
  const folder = await temporaryFolder();
  await bundleCommand(join(folder, "dist"));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  writeFileSync(join(folder, "a.connector.yaml"), "a: |\n  text\n");
  const ran = run(
    folder,
    ["validate", join(fixtures, "complete-write/good.yaml")],
    ["validate", "a.connector.yaml"],
    ["--version"],
    ["init", "acme"],
    ["validate", "acme"],
  );
  expect(ran.exitCodes).toEqual([0, 1, 0, 0, 0]);
  expect(ran.loaded.length).toBeLessThanOrEqual(6);
  expect(ran.loaded.join("\n")).not.toContain("yaml.cjs");
  expect(ran.stdout).toContain("DC2002");
  expect(ran.stdout).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+$/m);
  expect(existsSync(join(folder, "dist/src/cli/yaml.cjs.LICENSE"))).toBe(true);
});
