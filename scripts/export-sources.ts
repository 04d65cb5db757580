/**
 * Where each public subpath has its source. The export list of package.json is the only list there is; tests and
 * examples that import the package by its own name are led to the sources through it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** From specifier (`dex-connectors/sqlite`) to the absolute path of its source file. */
export function exportSources(): ReadonlyMap<string, string> {
  const root = join(import.meta.dirname, "..");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const sources = new Map<string, string>();
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (typeof target === "string") continue;
    const source = target.default.replace("./dist/", "").replace(/\.js$/, ".ts");
    sources.set(`${manifest.name}${subpath.slice(1)}`, join(root, source));
  }
  return sources;
}
