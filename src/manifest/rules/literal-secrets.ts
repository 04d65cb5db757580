/** Finds credentials that are written into the file. What it found is never part of a finding. */
import type { Span, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import { isSecretName } from "./secret-names.ts";

/** `name`: the header, parameter or field that holds a fixed value; empty for a value that shows what it is. */
export type LiteralSecretData = { readonly what: string; readonly name: string };

type Draft = FindingDraft<LiteralSecretData>;

interface SecretForm {
  readonly what: string;
  /** Every text of the form has one of them; most files have none, and looking for words is quick. */
  readonly words: readonly string[];
  readonly form: RegExp;
}

/** Forms that nothing but a credential has, from the providers' own documentation. */
const forms: readonly SecretForm[] = [
  {
    what: "a private key",
    words: ["-----BEGIN "],
    form: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g,
  },
  {
    what: "a JSON Web Token",
    words: ["eyJ"],
    form: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
  {
    what: "a Slack token",
    words: ["xox", "xapp-"],
    form: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[0-9]-[A-Za-z0-9-]{10,}/g,
  },
  {
    what: "a Slack webhook",
    words: ["hooks.slack.com/services/"],
    form: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,}\/B[A-Z0-9]{8,}\/[A-Za-z0-9]{20,}/g,
  },
  {
    what: "a Stripe key",
    words: ["_live_", "_test_", "whsec_"],
    form: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}/g,
  },
  {
    what: "a GitHub token",
    words: ["gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    form: /\bgh[opusr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{40,}/g,
  },
  { what: "a GitLab token", words: ["glpat-"], form: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { what: "an AWS access key", words: ["AKIA", "ASIA"], form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { what: "a Google API key", words: ["AIza"], form: /\bAIza[A-Za-z0-9_-]{35}/g },
  { what: "a Google access token", words: ["ya29."], form: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  { what: "an npm token", words: ["npm_"], form: /\bnpm_[A-Za-z0-9]{36}/g },
  { what: "a SendGrid key", words: ["SG."], form: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  {
    what: "a model provider's key",
    words: ["sk-"],
    form: /\bsk-(?:ant|proj|svcacct|or)-[A-Za-z0-9_-]{20,}|\bsk-[A-Za-z0-9]{40,}/g,
  },
  {
    what: "a Notion token",
    words: ["ntn_", "secret_"],
    form: /\bntn_[A-Za-z0-9]{40,}|\bsecret_[A-Za-z0-9]{40,}/g,
  },
  { what: "a Linear key", words: ["lin_"], form: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g },
  { what: "a Shopify token", words: ["shp"], form: /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/g },
  { what: "an Airtable token", words: ["pat"], form: /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g },
  {
    what: "a password in an address",
    words: ["://"],
    form: /\bhttps?:\/\/[^\s/?#@:"'{}<>]+:[^\s/?#@"'{}<>]+@/g,
  },
];

/** What is plainly made up: documentation's own examples, and the same few letters again and again. */
function isPlaceholder(text: string): boolean {
  if (/example|placeholder|redacted|dummy|your[-_]/i.test(text)) return true;
  const longest = text.split(/[-_.]/).toSorted((one, other) => other.length - one.length)[0] ?? "";
  return !text.includes("PRIVATE KEY") && !text.includes("://") && new Set(longest.toLowerCase()).size <= 3;
}

export function findLiteralSecrets(context: RuleContext): readonly Draft[] {
  const text = context.textOf({ start: 0, end: Infinity });
  const inText = findForms(text).map(({ what, span }): Draft => {
    return { at: { pointer: "", span }, data: { what, name: "" } };
  });
  const spans = inText.flatMap(({ at }) => ("span" in at ? [at.span] : []));
  return [...inText, ...hiddenInValues(context, text, spans), ...fixedCredentials(context, spans)];
}

/** Escapes and folded lines can hide in the text what the value says. */
function hiddenInValues({ facts }: RuleContext, text: string, spans: readonly Span[]): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const { value, span } of facts().texts) {
    if (typeof value !== "string" || standsIn(text, span, value)) continue;
    if (spans.some((found) => overlaps(found, span))) continue;
    for (const { what } of findForms(value)) drafts.push({ at: { pointer: "", span }, data: { what, name: "" } });
  }
  return drafts;
}

/** Whether a value stands in its stretch of the text as it is: nearly always at its start or after one quote. */
function standsIn(text: string, { start, end }: Span, value: string): boolean {
  const offset = end - start === value.length ? start : start + 1;
  if (offset + value.length <= end && text.startsWith(value, offset)) return true;
  return text.slice(start, end).includes(value);
}

function findForms(text: string): readonly { readonly what: string; readonly span: Span }[] {
  const found: { what: string; span: Span }[] = [];
  for (const { what, words, form } of forms) {
    if (!words.some((word) => text.includes(word))) continue;
    for (const match of text.matchAll(form)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (!isPlaceholder(match[0])) found.push({ what, span });
    }
  }
  return found;
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Parts of requests that are named like a credential and hold a fixed text. */
function fixedCredentials(context: RuleContext, found: readonly Span[]): readonly Draft[] {
  const requests = context.operations.flatMap(({ pointer }) => [`${pointer}/request`, `${pointer}/lookup/request`]);
  const places = [
    "/defaults/headers",
    ...requests.flatMap((at) => ["headers", "query", "body"].map((part) => `${at}/${part}`)),
  ];
  const drafts: Draft[] = [];
  for (const at of places) {
    for (const { name, node, pointer } of namedTexts(context.nodeAt(at), at)) {
      if (!found.some((span) => overlaps(span, node.span))) drafts.push({ at: { pointer }, data: { what: "", name } });
    }
  }
  return drafts;
}

interface NamedText {
  readonly name: string;
  readonly node: TreeNode;
  readonly pointer: string;
}

function namedTexts(node: TreeNode | undefined, at: string): readonly NamedText[] {
  if (node === undefined || node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap((item, index) => namedTexts(item, childPointer(at, index)));
  return [...node.entries.values()].flatMap(({ key, value }): readonly NamedText[] => {
    const pointer = childPointer(at, key);
    if (!key.startsWith("$") && isFixedText(value) && isSecretName(key)) return [{ name: key, node: value, pointer }];
    return namedTexts(value, pointer);
  });
}

function isFixedText(node: TreeNode): boolean {
  if (node.kind === "scalar") return typeof node.value === "string" && node.value.length >= 8;
  const constant = node.kind === "map" ? node.entries.get("$const")?.value : undefined;
  return constant !== undefined && isFixedText(constant);
}
