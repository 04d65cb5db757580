/** The whole way from bytes to a positioned tree, in the order that is safe: guard, parse, then look closer. */
import { guardText } from "./guard-text.ts";
import { findHiddenCharacters } from "./hidden-characters.ts";
import { readJson } from "./read-json.ts";
import { readYaml } from "./read-yaml.ts";
import type { Report, RuledDraft } from "./read-fault.ts";
import { createTextSource } from "./text-source.ts";
import type { TextSource } from "./text-source.ts";
import type { TreeNode } from "./tree.ts";

/** What was read: the text, its tree when it could be understood, and everything that is wrong with the text. */
export interface ReadDocument {
  readonly source: TextSource;
  readonly root: TreeNode | undefined;
  readonly drafts: readonly RuledDraft[];
}

/** Reads a manifest's bytes. A path that ends in `.json` is read as JSON, any other as YAML. */
export function readDocument(content: Uint8Array | string, path: string): ReadDocument {
  const source = createTextSource(content, path);
  const drafts: RuledDraft[] = [];
  const report: Report = (draft) => void drafts.push(draft);
  const isJson = path.toLowerCase().endsWith(".json");
  reportLineEnds(source, report);
  if (!guardText(source, isJson, report)) return { source, root: undefined, drafts };
  reportHidden(source, report);
  const root = isJson ? readJson(source.text, report) : readYaml(source, report);
  return { source, root, drafts };
}

function reportLineEnds(source: TextSource, report: Report): void {
  const what = [
    source.hasByteOrderMark ? "a byte order mark" : "",
    source.text.includes("\r\n") ? "CRLF line ends" : "",
  ];
  const found = what.filter((name) => name !== "");
  if (found.length === 0) return;
  report({ id: "DC1017", at: { pointer: "", span: { start: 0, end: 0 } }, data: { what: found.join(" and ") } });
}

function reportHidden(source: TextSource, report: Report): void {
  // None of them is in ASCII.
  if (source.isAscii) return;
  for (const { index, length, codePoint } of findHiddenCharacters(source.text)) {
    const span = { start: index, end: index + length };
    const fixes = [{ title: "remove it", applicability: "maybe" as const, edits: [{ span, newText: "" }] }];
    report({ id: "DC1014", at: { pointer: "", span }, data: { codePoint }, fixes });
  }
}
