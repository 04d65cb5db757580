/** How tests run: time-outs, workers, and the package's own name leading to its sources, so no build can be stale. */
import { defineConfig } from "vitest/config";
import { exportSources } from "./scripts/export-sources.ts";

export default defineConfig({
  resolve: {
    alias: [...exportSources()].map(([name, source]) => ({ find: new RegExp(`^${name}$`), replacement: source })),
  },
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
