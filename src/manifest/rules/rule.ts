/**
 * What a rule is: its number, its page, its wording and, when it judges by itself, its check.
 * Rules of one family live in one file; the registry lists them all.
 */
import type { FindingData, Severity } from "../../core/finding.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

export type { FindingDraft } from "./finding-draft.ts";

/** The families of rules, by the hundreds of their numbers. */
export type RuleCategory =
  | "suppression"
  | "reading"
  | "structure"
  | "names"
  | "schemas"
  | "branches"
  | "repeating"
  | "agents"
  | "requests"
  | "examples";

/** Whether findings of a rule carry a fix, and whether it keeps the manifest's meaning. */
export type FixClass = "none" | "safe" | "maybe";

/** The words for one finding. */
export interface RuleText {
  /** What is wrong, with the value. */
  readonly message: string;
  /** One concrete next step. */
  readonly help: string;
  /** A few words under the marked text. */
  readonly mark?: string;
}

/** The page that `explain` prints. */
export interface RulePage {
  /** A paragraph: what goes wrong when nobody heeds it. */
  readonly why: string;
  /** A bad and a good piece of a manifest, as YAML. */
  readonly bad: string;
  readonly good: string;
  /** When it is right to keep it; absent for rules that should never be suppressed. */
  readonly suppress?: string;
}

/** A rule as the registry holds it. */
export interface Rule {
  /** `DC` and four digits; never reused. */
  readonly id: string;
  /** Kebab-case, unique. */
  readonly name: string;
  /** The usual severity. */
  readonly severity: Severity;
  readonly category: RuleCategory;
  /** The version of the toolkit that began to report it. */
  readonly since: string;
  readonly fix: FixClass;
  /** Why it matters, in one clause that is printed with every finding. */
  readonly why: string;
  /** True: it can be suppressed, but the summary always lists it. */
  readonly security: boolean;
  /** True: found by replaying examples, never by reading alone. */
  readonly byReplay: boolean;
  /** True: the text it is about must not be printed. */
  readonly hidesText: boolean;
  readonly page: RulePage;
  readonly text: (data: FindingData) => RuleText;
  /** Absent when the reader or the structure check reports it. */
  readonly check: ((context: RuleContext) => readonly FindingDraft[]) | undefined;
}

/** A rule as its family writes it; `Data` ties the check to the wording. */
export interface RuleDefinition<Data extends FindingData> {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  readonly category: RuleCategory;
  readonly since: string;
  readonly fix: FixClass;
  readonly why: string;
  readonly security?: boolean;
  readonly byReplay?: boolean;
  readonly hidesText?: boolean;
  readonly page: RulePage;
  readonly text: (data: Data) => RuleText;
  readonly check?: (context: RuleContext) => readonly FindingDraft<Data>[];
}

/** Makes a rule of its definition. */
export function defineRule<Data extends FindingData>(definition: RuleDefinition<Data>): Rule {
  return {
    ...definition,
    security: definition.security ?? false,
    byReplay: definition.byReplay ?? false,
    hidesText: definition.hidesText ?? false,
    // The data of a finding always comes from the rule with its id, so it is of this rule's type.
    text: (data) => definition.text(data as Data),
    check: definition.check,
  };
}
