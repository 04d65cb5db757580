/** Loads the YAML parser when the first YAML text comes: a check of JSON files never pays for it. */
import { createRequire } from "node:module";
import type * as yaml from "yaml";
import type { Document } from "yaml";

type YamlPackage = typeof yaml;

let loaded: YamlPackage | undefined;

/** The parser package. Loading is synchronous so that reading a manifest is, too. */
export function yamlPackage(): YamlPackage {
  loaded ??= createRequire(import.meta.url)("yaml") as YamlPackage;
  return loaded;
}

/**
 * Parses a text that passed `guardText`. Only the syntax tree may be used, and only when there are no errors.
 *
 * Equal keys are found by our own walk: the parser compares each key with all before it.
 */
export function parseYaml(text: string): readonly Document.Parsed[] {
  const documents = yamlPackage().parseAllDocuments(text, {
    version: "1.2",
    schema: "core",
    stringKeys: true,
    uniqueKeys: false,
    strict: true,
    merge: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  return "empty" in documents ? [] : documents;
}
