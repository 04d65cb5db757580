/**
 * Writes the generated part of docs/manifest-reference.md: every key of the manifest language, from the description that
 * the validator uses. `node scripts/manifest-reference.ts` after the language or its example manifest was changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findExamples, readExampleManifest } from "./reference/examples.ts";
import { keySections } from "./reference/key-sections.ts";
import { formTable, keywordTables, operatorTable } from "./reference/tables.ts";

const page = join(import.meta.dirname, "../docs/manifest-reference.md");
const place = /(<!-- reference:begin -->\n)[\s\S]*(<!-- reference:end -->)/;

/** The page with the part that belongs into it. Throws when the manifest of examples lacks a key. */
export function withReference(text: string, manifest: string): string {
  const examples = findExamples(manifest);
  const part = [...keySections(examples), operatorTable(examples), keywordTables(examples), formTable()].join("\n\n");
  return text.replace(place, (_whole, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
}

export function readReference(): string {
  return readFileSync(page, "utf8");
}

if (import.meta.main) writeFileSync(page, withReference(readReference(), readExampleManifest()));
