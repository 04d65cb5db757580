/** What a check loads: start-up time is mostly the loading of packages. */
import { spawnSync } from "node:child_process";
import { isBuiltin } from "node:module";
import { describe, expect, it } from "vitest";

/** Packages and Node's modules that are loaded to check one text. */
function loadedFor(text: string, path: string): readonly string[] {
  const room = new URL("../../src/manifest/load-manifest.ts", import.meta.url).href;
  const program = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith(".") && !name.startsWith("file:")) loaded.add(name);
      return next(name, context);
    } });
    const { loadManifest } = await import(${JSON.stringify(room)});
    loadManifest(${JSON.stringify(text)}, { path: ${JSON.stringify(path)} });
    console.log(JSON.stringify([...loaded]));`;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as string[];
}

const packages = (names: readonly string[]): readonly string[] => names.filter((name) => !isBuiltin(name));

describe("checking a manifest", () => {
  it("in JSON loads no package at all", () => {
    expect(packages(loadedFor("{}", "a.json"))).toEqual([]);
  });

  it("in plain YAML loads no package either", () => {
    expect(packages(loadedFor("a: 1", "a.yaml"))).toEqual([]);
  });

  it("in any other YAML loads the YAML parser and nothing else", () => {
    expect(packages(loadedFor("a: |\n  1", "a.yaml"))).toEqual(["yaml"]);
  });
});
