/** `explain`: the page of one rule. */
import { findRule, rules } from "../manifest/rules/registry.ts";
import type { Rule } from "../manifest/rules/rule.ts";
import { closestName } from "../core/closest-name.ts";
import { misuse } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { formatFlag } from "./format-flag.ts";
import { writeJson } from "./output.ts";

export const explain = defineCommand({
  name: "explain",
  summary: "Say why a rule exists, with a bad and a good example.",
  usage: "explain RULE",
  operands: { min: 1, max: 1 },
  flags: formatFlag,
  examples: ["explain DC2001", "explain lossy-number"],
  run: async ({ args: [name = ""], flags, stdout }) => {
    const rule = findRule(name);
    if (rule === undefined) throw unknownRule(name);
    if (flags.format === "json") writeJson(stdout, { ...summaryOf(rule), why: rule.why, page: rule.page });
    else stdout.write(pageText(rule));
    return Promise.resolve(0);
  },
});

function unknownRule(name: string): Error {
  const closest = closestName(name, [...rules.map((rule) => rule.name), ...rules.map((rule) => rule.id)]);
  return misuse(
    `there is no rule ${name}; ${closest === undefined ? "dex-connectors rules lists them" : `did you mean ${closest}?`}`,
  );
}

/** What lists show of a rule. */
export function summaryOf({ id, name, severity, category, fix, since, security, byReplay }: Rule): object {
  return { id, name, severity, category, fix, since, security, foundBy: byReplay ? "test" : "validate" };
}

function pageText(rule: Rule): string {
  const { page } = rule;
  const suppress = page.suppress ?? "There is hardly ever a reason to.";
  return [
    `${rule.id} ${rule.name} (${rule.severity}, ${rule.category}, since ${rule.since})`,
    "",
    page.why,
    "",
    "Bad:",
    indent(page.bad),
    "",
    "Good:",
    indent(page.good),
    "",
    `When to keep it: ${suppress}`,
    rule.byReplay
      ? "  `dex-connectors test` finds it; no comment suppresses it."
      : canBeKept(rule)
        ? `  # dex-connectors-ignore ${rule.id}: the reason     (YAML, on or above the key; JSON: \`allow\` in --config)`
        : "  It cannot be suppressed: what cannot be understood has no meaning to keep.",
    "",
  ].join("\n");
}

function canBeKept({ category, severity }: Rule): boolean {
  return category !== "suppression" && !((category === "reading" || category === "structure") && severity === "error");
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
