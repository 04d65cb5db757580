/** Finds credentials that are written into the file. What it found is never part of a finding. */
import type { Span, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import { isSecretName } from "./secret-names.ts";

/** `name`: the header, parameter or field that holds a fixed value; empty for a value that shows what it is. */
export type LiteralSecretData = { readonly what: string; readonly name: string };

type Draft = FindingDraft<LiteralSecretData>;

/** Forms that nothing but a credential has, from the providers' own documentation. */
const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g],
  ["a JSON Web Token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[0-9]-[A-Za-z0-9-]{10,}/g],
  ["a Slack webhook", /hooks\.slack\.com\/services\/T[A-Z0-9]{8,}\/B[A-Z0-9]{8,}\/[A-Za-z0-9]{20,}/g],
  ["a Stripe key", /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}/g],
  ["a GitHub token", /\bgh[opusr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{40,}/g],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/g],
  ["an AWS access key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ["a Google API key", /\bAIza[A-Za-z0-9_-]{35}/g],
  ["a Google access token", /\bya29\.[A-Za-z0-9_-]{20,}/g],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}/g],
  ["a SendGrid key", /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g],
  ["a model provider's key", /\bsk-(?:ant|proj|svcacct|or)-[A-Za-z0-9_-]{20,}|\bsk-[A-Za-z0-9]{40,}/g],
  ["a Notion token", /\bntn_[A-Za-z0-9]{40,}|\bsecret_[A-Za-z0-9]{40,}/g],
  ["a Linear key", /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g],
  ["a Shopify token", /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/g],
  ["an Airtable token", /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g],
  ["a password in an address", /\bhttps?:\/\/[^\s/?#@:"'{}<>]+:[^\s/?#@"'{}<>]+@/g],
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
  // Escapes and folded lines can hide in the text what the value says.
  const hidden = scalars(context.root, new Set()).flatMap(({ value, span }) =>
    spans.some((found) => overlaps(found, span)) || context.textOf(span).includes(value)
      ? []
      : findForms(value).map(({ what }): Draft => ({ at: { pointer: "", span }, data: { what, name: "" } })),
  );
  return [...inText, ...hidden, ...fixedCredentials(context, spans)];
}

function findForms(text: string): readonly { readonly what: string; readonly span: Span }[] {
  return forms.flatMap(([what, form]) =>
    [...text.matchAll(form)]
      .filter(([match]) => !isPlaceholder(match))
      .map((match) => ({ what, span: { start: match.index, end: match.index + match[0].length } })),
  );
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

interface TextScalar {
  readonly value: string;
  readonly span: Span;
}

function scalars(node: TreeNode, seen: Set<TreeNode>): readonly TextScalar[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (node.kind === "list") return node.items.flatMap((item) => scalars(item, seen));
  if (node.kind === "map") return [...node.entries.values()].flatMap(({ value }) => scalars(value, seen));
  return typeof node.value === "string" && node.value.length >= 16 ? [{ value: node.value, span: node.span }] : [];
}

/** Parts of requests that are named like a credential and hold a fixed text. */
function fixedCredentials(context: RuleContext, found: readonly Span[]): readonly Draft[] {
  const requests = context.operations.flatMap(({ pointer }) => [`${pointer}/request`, `${pointer}/lookup/request`]);
  const places = [
    "/defaults/headers",
    ...requests.flatMap((at) => ["headers", "query", "body"].map((part) => `${at}/${part}`)),
  ];
  return places.flatMap((at) =>
    namedTexts(context.nodeAt(at), at)
      .filter(({ node }) => !found.some((span) => overlaps(span, node.span)))
      .map(({ name, pointer }): Draft => ({ at: { pointer }, data: { what: "", name } })),
  );
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
    if (!key.startsWith("$") && isSecretName(key) && isFixedText(value)) return [{ name: key, node: value, pointer }];
    return namedTexts(value, pointer);
  });
}

function isFixedText(node: TreeNode): boolean {
  if (node.kind === "scalar") return typeof node.value === "string" && node.value.length >= 8;
  const constant = node.kind === "map" ? node.entries.get("$const")?.value : undefined;
  return constant !== undefined && isFixedText(constant);
}
