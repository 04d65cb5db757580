/** How the framework tests run. Adapters are sources of the repository; the frameworks they load come from this folder. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { exportSources } from "../../scripts/export-sources.ts";

const here = createRequire(import.meta.url);

/** The repository's own folder has no frameworks, so what the adapters import by name is looked for here. */
const frameworks: Plugin = {
  name: "frameworks-from-here",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (importer === undefined || !/^(@langchain|@modelcontextprotocol|@openai|ai|langchain|zod)(\/|$)/.test(source))
      return null;
    return this.resolve(source, here("node:path").join(import.meta.dirname, "package.json"), {
      ...options,
      skipSelf: true,
    });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [frameworks],
  resolve: {
    alias: [...exportSources()].map(([name, source]) => ({ find: new RegExp(`^${name}$`), replacement: source })),
  },
  test: {
    name: "frameworks",
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", "../../scripts/count-reporter.ts"],
  },
});
