import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Runs the command line in a process of its own and gives the modules of Node and of packages that it loaded. */
function modulesOf(...words: readonly string[]): ReadonlySet<string> {
  const program = `
    const { registerHooks } = await import("node:module");
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        loaded.add(name ?? url);
        return next(url, context);
      },
    });
    const { main } = await import(${JSON.stringify(join(root, "src/cli/main.ts"))});
    process.exitCode = await main(${JSON.stringify(words)});
    process.stdout.write("\\nLOADED " + JSON.stringify([...loaded]));
  `;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(ran.stderr);
  const [, list = ""] = ran.stdout.split("\nLOADED ");
  return new Set(JSON.parse(list) as string[]);
}

const heavy = ["ajv", "zod", "undici", "@slack/web-api", "node:sqlite", "yaml"];

test("validate loads no schema compiler, HTTP client, provider's client, database or parser for a plain file", () => {
  const loaded = modulesOf("validate", "connectors/slack");
  expect(heavy.filter((name) => loaded.has(name))).toEqual([]);
});

test.each([["--version"], ["--help"]])("%s loads no package and no command", (word) => {
  const loaded = [...modulesOf(word)];
  expect(loaded.filter((name) => !/^node:|\/src\//.test(name))).toEqual([]);
  expect(loaded.filter((name) => /\/src\/(?!cli\/|core\/)/.test(name))).toEqual([]);
});
