/** Reads what the description of a failed branch admits. English only, and cautious: what it cannot read it lets pass. */
import { TextMemo } from "../read/text-memo.ts";
import { findCaseless } from "./caseless.ts";
import type { CaselessPattern } from "./caseless.ts";

const doubts: readonly CaselessPattern[] = [
  {
    words: ["may ", "might ", "could "],
    pattern: /\b(?:may|might|could) (?:still |also |already |nevertheless |well )*have (?:already )?(?:been )?[a-z]+/i,
  },
  { words: ["may ", "might ", "could "], pattern: /\b(?:may|might|could) (?:already|still) be [a-z]+/i },
  {
    words: [" if", " whether"],
    pattern:
      /\b(?:unknown|not known|unclear|uncertain|not certain|not sure|undecided|cannot tell|no telling|nobody knows) (?:if|whether)\b/i,
  },
  {
    words: ["possibly ", "perhaps ", "maybe ", "probably "],
    pattern: /\b(?:possibly|perhaps|maybe|probably) [a-z]+ed\b/i,
  },
  {
    words: ["partially ", "partly ", "half "],
    pattern: /\b(?:is|are|was|were|been) (?:only )?(?:partially|partly|half) [a-z]+/i,
  },
];

/** A doubt about credentials or settings is none about the effect. */
const otherSubject = /\b(?:token|secret|credentials?|scopes?|permissions?|api key|feature|plan|limit|quota)\b/i;

const effects =
  "(?:changed|happened|done|sent|added|created|written|posted|moved|deleted|removed|updated|charged|refunded|applied|stored|saved)";

/** A clear word that there was no effect: then the doubt is about the cause. "Or nothing happened" is no clear word. */
const denial = new RegExp(
  String.raw`(?<!\bor )\b(?:nothing|no [a-z]+) (?:was |were |has |has been |is |will be )?${effects}\b|\b(?:was|were|has been|is) not ${effects}\b`,
  "i",
);

/** The clause that says that something may have happened, if there is one. */
export function admittedDoubt(text: string): string | undefined {
  return doubtsOfTexts.of(text);
}

const doubtsOfTexts = new TextMemo(firstDoubt);

function firstDoubt(text: string): string | undefined {
  // Nearly every text admits none anywhere.
  if (findCaseless(doubts, text) === undefined || denial.test(text)) return undefined;
  return text
    .split(/[.;:!?\n]+/)
    .map((clause) => clause.trim())
    .find((clause) => !otherSubject.test(clause) && findCaseless(doubts, clause) !== undefined);
}

/** A name or a code that says that things already are as asked; "already exists" may be about another thing. */
export function saysNoOp(word: string): boolean {
  const spaced = word.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return /^(?:already_(?!exist|taken|in_?use|used)|no_?op$|no_change|not_modified$|unchanged$|nothing_to_)/.test(
    spaced,
  );
}
