/** YAML text → positioned tree: one document of YAML 1.2 with text keys and no warnings. */
import { readQuickYaml } from "./quick-yaml.ts";
import { YamlTreeReader } from "./yaml-tree.ts";
import { parseYaml } from "./yaml-parser.ts";
import { reportYamlErrors } from "./yaml-faults.ts";
import type { Report } from "./read-fault.ts";
import type { TextSource } from "./text-source.ts";
import type { TreeNode } from "./tree.ts";

/** Reads one YAML document; `undefined` when the text cannot be understood, which is then reported. */
export function readYaml(source: TextSource, report: Report): TreeNode | undefined {
  return readQuickYaml(source.text) ?? readAnyYaml(source, report);
}

/** The same by the parser of record, which every text goes to that is not plain. */
export function readAnyYaml(source: TextSource, report: Report): TreeNode | undefined {
  reportDirectives(source, report);
  const documents = parseYaml(source.text);
  const [first, second] = documents;
  if (first === undefined || first.contents === null) {
    report({ id: "DC1006", at: { pointer: "", span: { start: 0, end: 0 } }, data: { count: 0 } });
    return undefined;
  }
  if (second !== undefined) {
    const start = second.range[0];
    report({ id: "DC1006", at: { pointer: "", span: { start, end: start + 3 } }, data: { count: documents.length } });
  }
  // A value that comes with an error is a guess of the parser; it is never used.
  const errors = documents.flatMap((document) => document.errors);
  if (errors.length > 0) {
    reportYamlErrors(errors, source, report);
    return undefined;
  }
  return new YamlTreeReader(source.text, report).read(first.contents);
}

/** Directives stand before the first document: `%YAML 1.1` would change what scalars mean. */
function reportDirectives(source: TextSource, report: Report): void {
  const head = /^(?:(?:#.*)?\r?\n)*%[^\r\n]*/.exec(source.text);
  if (head === null) return;
  const start = head[0].lastIndexOf("%");
  const what = `the directive \`${head[0].slice(start)}\``;
  report({ id: "DC1005", at: { pointer: "", span: { start, end: head[0].length } }, data: { what } });
}
