/** How the framework tests run. Adapters are sources of the repository; the frameworks they load come from this folder. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { exportSources } from "../../scripts/export-sources.ts";

const frameworks = /^(@langchain|@modelcontextprotocol|@openai|ai|langchain)(\/|$)/;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    {
      // The repository's own folder has no frameworks, so what the adapters import by name is looked for here.
      name: "frameworks-from-here",
      enforce: "pre",
      async resolveId(source, importer, options) {
        if (importer === undefined || !frameworks.test(source)) return null;
        return this.resolve(source, join(import.meta.dirname, "package.json"), { ...options, skipSelf: true });
      },
    },
  ],
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
