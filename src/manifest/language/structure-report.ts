/** How the structure check words its findings as data, so that each kind is made in one place. */
import type { Report } from "../read/read-fault.ts";
import type { Place } from "../rules/finding-draft.ts";
import type { MapEntry, ScalarNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { TextShape } from "./shape.ts";
import { suggest } from "./suggest.ts";
import { hasForm } from "./text-form.ts";

/** What stands there, in a few words. */
function describeNode(node: TreeNode): string {
  if (node.kind === "map") return "a map";
  if (node.kind === "list") return "a list";
  if (node.value === null) return node.source === "" ? "nothing" : "null";
  const text = node.source.length > 40 ? `${node.source.slice(0, 39)}…` : node.source;
  return typeof node.value === "string"
    ? `the text ${node.style === "plain" ? JSON.stringify(text) : text}`
    : `the ${typeof node.value} ${text}`;
}

/** The last steps of a pointer as a dotted path: short enough for a message. */
function whereOf(pointer: string): string {
  return pointer === "" ? "the manifest" : pointer.slice(1).split("/").slice(-4).join(".");
}

export function reportWrongType(report: Report, node: TreeNode, pointer: string, expected: string): void {
  report({ id: "DC2003", at: { pointer }, data: { where: whereOf(pointer), expected, given: describeNode(node) } });
}

export function reportMissing(report: Report, pointer: string, key: string, rule: string | undefined): void {
  const at: Place = { pointer, on: "key" };
  report({ id: rule ?? "DC2002", at, data: { key, where: whereOf(pointer) } });
}

/** A number where text stands, whose digits in quotes would not be of the form either: only the author knows what is meant. */
export function reportBareNumber(report: Report, node: ScalarNode, pointer: string, shape: TextShape): void {
  const { source } = node;
  const units = Number(source) < 1000 ? ["s", "ms"] : ["ms", "s"];
  const likely = [...units.map((unit) => source + unit), `${source}.0`].filter((text) => hasForm(shape, text));
  const data = { text: source, read: String(node.value), because: "text", expected: shape.what, likely };
  report({ id: "DC1010", at: { pointer }, data, fixes: [] });
}

/** A number where text stands: what the author typed is not what a reader keeps. */
export function reportUnquoted(report: Report, node: ScalarNode, pointer: string, because: "text" | "precision"): void {
  const quoted = JSON.stringify(node.source);
  const fixes = [
    { title: "put it in quotes", applicability: "safe" as const, edits: [{ span: node.span, newText: quoted }] },
  ];
  report({ id: "DC1010", at: { pointer }, data: { text: node.source, read: String(node.value), because }, fixes });
}

export function reportBadWord(
  report: Report,
  node: ScalarNode,
  pointer: string,
  allowed: readonly string[],
  aliases: Readonly<Record<string, string>> | undefined,
): void {
  const given = String(node.value);
  const suggestion = suggest(given, allowed, aliases);
  const edits = suggestion === undefined ? [] : [{ span: node.span, newText: suggestion }];
  const fixes =
    edits.length === 0
      ? []
      : [{ title: `write \`${suggestion}\``, applicability: "maybe" as const, edits: quoteAs(node, edits) }];
  report({ id: "DC2004", at: { pointer }, data: { given, allowed, suggestion, where: whereOf(pointer) }, fixes });
}

function quoteAs(node: ScalarNode, edits: { span: ScalarNode["span"]; newText: string }[]): typeof edits {
  return node.style === "quoted" ? edits.map((edit) => ({ ...edit, newText: JSON.stringify(edit.newText) })) : edits;
}

export interface UnknownKey {
  readonly entry: MapEntry;
  /** Pointer to the object that holds the key. */
  readonly pointer: string;
  readonly known: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  /** Where a key of this name does belong. */
  readonly belongs: string | undefined;
  /** What to write in its place, where that takes more words. */
  readonly instead?: string | undefined;
}

export function reportUnknownKey(report: Report, unknown: UnknownKey): void {
  const { entry, pointer, known, aliases, belongs, instead } = unknown;
  const suggestion = suggest(entry.key, known, aliases);
  const at: Place = { pointer: childPointer(pointer, entry.key), on: "key" };
  const data = {
    key: entry.key,
    where: whereOf(pointer),
    known,
    suggestion,
    belongs: suggestion === undefined ? belongs : undefined,
    instead,
  };
  const edits = [{ span: entry.keySpan, newText: suggestion ?? "" }];
  const fixes =
    suggestion === undefined ? [] : [{ title: `write \`${suggestion}\``, applicability: "maybe" as const, edits }];
  report({ id: "DC2001", at, data, fixes });
}

export function reportChoice(report: Report, at: Place, choices: readonly string[], given: readonly string[]): void {
  report({ id: "DC2005", at, data: { choices, given, where: whereOf(at.pointer) } });
}
