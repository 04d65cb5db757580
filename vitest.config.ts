/** How tests run. Owns time-outs, workers and how the package's own name finds the sources. */
import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

const root = import.meta.dirname;
const manifest = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as Manifest;

/** Tests import the package as users do and reach the sources, so no build can be stale under them. */
function sourceAliases(): { find: RegExp; replacement: string }[] {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const source = target.default.replace("./dist/", "").replace(/\.js$/, ".ts");
    const name = `${manifest.name}${subpath.slice(1)}`;
    return [{ find: new RegExp(`^${name}$`), replacement: `${root}/${source}` }];
  });
}

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    name: "unit",
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/frameworks/**", "dist/**"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ["default", "./scripts/count-reporter.ts"],
  },
});
