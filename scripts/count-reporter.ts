/**
 * Ends a test run with one plain line, `123 passed, 0 failed`, that a reader or a script finds without knowing vitest.
 * A file that does not load and an error outside any test count as failed: a run that lost tests is never all green.
 */
import type { Reporter, TestModule } from "vitest/node";

// Vitest loads a reporter that is given by path through its default export.
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failedTests = tests.filter((test) => test.result().state === "failed").length;
    const failedModules = modules.filter((module) => !module.ok() && !hasFailedTest(module)).length;
    const passed = tests.filter((test) => test.result().state === "passed").length;
    process.stdout.write(`${passed} passed, ${failedTests + failedModules + unhandled.length} failed\n`);
  }
}

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests("failed")].length > 0;
}
