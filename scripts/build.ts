/**
 * Makes `dist/` from nothing: compiled modules and declarations, and beside them the files that the compiler does not
 * carry (manifests of connectors, JSON Schemas). The command is bundled in place of its modules.
 *
 * `npm ci` runs it with `--keep-going`: a type error is printed but does not stop the install, because without an install
 * neither the tests nor the type check could say more. Everywhere else a type error fails the build.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundleCommand } from "./bundle.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

function compile(): number {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  if (run.error) throw run.error;
  return run.status ?? 1;
}

/** Fixtures are for tests; sources are already compiled. Everything else keeps its place relative to its module. */
function isShipped(path: string): boolean {
  if (statSync(path).isDirectory()) return !/[\\/](fixtures|node_modules)$/.test(path);
  return !path.endsWith(".ts");
}

function copyAssets(): void {
  for (const folder of ["src", "connectors", "schemas"]) {
    const from = join(root, folder);
    if (existsSync(from)) cpSync(from, join(dist, folder), { recursive: true, filter: isShipped });
  }
}

rmSync(dist, { recursive: true, force: true });
const compiled = compile();
copyAssets();
await bundleCommand(dist);
process.exitCode = process.argv.includes("--keep-going") ? 0 : compiled;
