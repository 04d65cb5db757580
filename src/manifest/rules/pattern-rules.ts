/** The rules on regular expressions. */
import { assertNever } from "../../core/assert-never.ts";
import { findUnanchoredPatterns, findUnsafePatterns } from "./pattern-faults.ts";
import type { AnchorData, PatternData } from "./pattern-faults.ts";
import { defineRule } from "./rule.ts";
import type { Rule, RuleText } from "./rule.ts";

const schemas = { category: "schemas", since: "0.1.0" } as const;

const unsafeRegex = defineRule<PatternData>({
  ...schemas,
  id: "DC4006",
  name: "unsafe-regex",
  severity: "error",
  fix: "none",
  security: true,
  why: "one text can keep the whole process busy, and other validators read such patterns differently",
  page: {
    why: "A pattern with several ways to read the same text tries them all before it gives up: 30 characters can take a minute, and nothing else runs meanwhile. Look-around and back-references are missing in many validators. `maxLength` bounds the rest.",
    bad: `{type: string, pattern: "^(a+)+$"}`,
    good: `{type: string, maxLength: 100, pattern: "^a+$"}`,
  },
  text: (data) => unsafeText(data),
  check: (context) => findUnsafePatterns(context),
});

function unsafeText({ pattern, problem, maxLength }: PatternData): RuleText {
  const shown = `\`${pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern}\``;
  switch (problem) {
    case "invalid":
      return {
        message: `${shown} is no regular expression`,
        help: "close its brackets, and escape what is meant literally",
      };
    case "lookaround":
      return { message: `${shown} looks around`, help: "say what the text is made of, without `(?=`, `(?!` or `(?<`" };
    case "backreference":
      return { message: `${shown} refers back to a group`, help: "write out the forms, or let a handler check it" };
    case "exponential":
      return {
        message: `${shown} has many ways to read one text`,
        help: "leave only one way inside each repeated part: no `(a+)+`, no `(a|a)*`",
      };
    case "slow":
      return {
        message: `${shown} takes too long on ${String(maxLength)} characters`,
        help: "anchor it with `^`, avoid repeats side by side over the same characters, or lower `maxLength`",
      };
    case "too-long":
      return {
        message: `${shown} is too long to be judged`,
        help: "split the text into fields, or let a handler check it",
      };
    case "too-many":
      return {
        message: `${shown} is not judged: the patterns of this manifest together take too many steps`,
        help: "simplify them: fewer alternatives and optional parts in a row, or leave checks to the provider",
      };
    case "unbounded":
      return { message: `${shown} is run on texts of any length`, help: "add `maxLength` beside the pattern" };
    default:
      return assertNever(problem);
  }
}

const unanchoredPattern = defineRule<AnchorData>({
  ...schemas,
  id: "DC4007",
  name: "unanchored-pattern",
  severity: "warning",
  fix: "maybe",
  why: "it holds for every longer text that has a match inside",
  page: {
    why: "A pattern of JSON Schema is searched, not compared: `C[A-Z0-9]+` accepts `../C1`. In an alternative such as `^a|b$` each side is anchored on one end only.",
    bad: `{type: string, maxLength: 20, pattern: "C[A-Z0-9]+"}`,
    good: `{type: string, maxLength: 20, pattern: "^C[A-Z0-9]+$"}`,
    suppress: "Matching inside a longer text is meant.",
  },
  text: ({ pattern, missing, whole }) => ({
    message: `\`${pattern}\` matches inside longer texts: it has no ${missing}`,
    help: `write \`${whole}\``,
  }),
  check: findUnanchoredPatterns,
});

export const patternRules: readonly Rule[] = [unsafeRegex, unanchoredPattern];
