/** `rules`: the list of all rules, with number, name, severity, category, the version since when, and fix. */
import { rules as allRules } from "../manifest/rules/registry.ts";
import type { Rule } from "../manifest/rules/rule.ts";
import { defineCommand } from "./command.ts";
import { formatFlag } from "./format-flag.ts";
import { summaryOf } from "./explain.ts";
import { writeJson, writeLine } from "./output.ts";

export const rules = defineCommand({
  name: "rules",
  summary: "List the rules with severity, category and fix.",
  usage: "rules [--format json]",
  flags: formatFlag,
  examples: ["rules", "rules --format json"],
  run: async ({ flags, stdout }) => {
    if (flags.format === "json") writeJson(stdout, allRules.map(summaryOf));
    else for (const rule of allRules) writeLine(stdout, line(rule));
    return Promise.resolve(0);
  },
});

function line({ id, name, severity, category, since, fix }: Rule): string {
  const columns = [id, name.padEnd(24), severity.padEnd(8), category.padEnd(12), since.padEnd(8)];
  return `${columns.join(" ")} ${fix === "none" ? "" : `fix: ${fix}`}`.trimEnd();
}
