/** Findings → words. Kept apart from the data, so that programs never parse sentences. */
import type { Finding } from "../core/finding.ts";
import { ruleOf } from "./rules/registry.ts";

/** What a person reads about one finding. */
export interface FindingText {
  readonly name: string;
  readonly message: string;
  readonly help: string;
  readonly why: string;
  /** A few words under the marked text. */
  readonly mark: string | undefined;
}

export function explainFinding(finding: Finding): FindingText {
  const rule = ruleOf(finding.id);
  const { message, help, mark } = rule.text(finding.data);
  return { name: rule.name, message, help, why: rule.why, mark };
}

/** One line for logs and error messages: place, number and what is wrong. */
export function findingLine(finding: Finding): string {
  const { line, column } = finding.range.start;
  const { message, help } = explainFinding(finding);
  return `${finding.file}:${line}:${column} ${finding.severity} ${finding.id} ${message}; ${help}`;
}
