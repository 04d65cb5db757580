/** `rules`: the list of all rules. */
import { rules as allRules } from "../manifest/rules/registry.ts";
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
    else
      for (const rule of allRules) writeLine(stdout, line(rule.id, rule.name, rule.severity, rule.category, rule.fix));
    return Promise.resolve(0);
  },
});

function line(id: string, name: string, severity: string, category: string, fix: string): string {
  return `${id}  ${name.padEnd(24)} ${severity.padEnd(8)} ${category.padEnd(12)} ${fix === "none" ? "" : `fix: ${fix}`}`.trimEnd();
}
