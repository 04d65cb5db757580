/** Reads what the description of a failed branch admits. English only, and cautious: what it cannot read it lets pass. */

const doubts: readonly RegExp[] = [
  /\b(?:may|might|could) (?:still |also |already |nevertheless |well )*have (?:already )?(?:been )?[a-z]+/i,
  /\b(?:may|might|could) (?:already|still) be [a-z]+/i,
  /\b(?:unknown|not known|unclear|uncertain|not certain|not sure|undecided|cannot tell|no telling|nobody knows) (?:if|whether)\b/i,
  /\b(?:possibly|perhaps|maybe|probably) [a-z]+ed\b/i,
  /\b(?:is|are|was|were|been) (?:only )?(?:partially|partly|half) [a-z]+/i,
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
  if (denial.test(text)) return undefined;
  return text
    .split(/[.;:!?\n]+/)
    .map((clause) => clause.trim())
    .find((clause) => !otherSubject.test(clause) && doubts.some((doubt) => doubt.test(clause)));
}

/** A name or a code that says that things already are as asked; "already exists" may be about another thing. */
export function saysNoOp(word: string): boolean {
  const spaced = word.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return /^(?:already_(?!exist|taken|in_?use|used)|no_?op$|no_change|not_modified$|unchanged$|nothing_to_)/.test(
    spaced,
  );
}
