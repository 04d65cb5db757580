/** The file that `--config` names: severities and findings that a project chose to keep. Unknown keys are misuse. */
import { readFileSync } from "node:fs";
import type { Severity } from "../core/finding.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import type { AllowedFinding } from "../manifest/check-files.ts";
import { findRule } from "../manifest/rules/registry.ts";
import { misuse } from "./command-error.ts";

export interface CheckConfig {
  readonly severities: ReadonlyMap<string, Severity>;
  readonly allow: readonly AllowedFinding[];
}

const allowKeys = ["rule", "file", "pointer", "reason", "expires"];

export function readCheckConfig(path: string): CheckConfig {
  const config = parse(path);
  onlyKeys(path, config, ["severity", "allow"]);
  const severity = config["severity"] ?? {};
  const allow = config["allow"] ?? [];
  if (!isJsonObject(severity)) throw misuse(`${path}: "severity" must be an object of rule ids and severities`);
  if (!Array.isArray(allow)) throw misuse(`${path}: "allow" must be a list`);
  const severities = Object.entries(severity).map(([id, level]) =>
    readSeverity(`${path}: severity`, id, typeof level === "string" ? level : JSON.stringify(level)),
  );
  return {
    severities: new Map(severities),
    allow: allow.map((entry: unknown, index) => readAllowed(path, entry, index)),
  };
}

function parse(path: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw misuse(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJsonObject(value)) throw misuse(`${path} must hold a JSON object`);
  return value;
}

function onlyKeys(place: string, object: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined) throw misuse(`${place} has no key "${unknown}"; possible are ${known.join(", ")}`);
}

function readAllowed(path: string, entry: unknown, index: number): AllowedFinding {
  const place = `${path}: allow[${index}]`;
  if (!isJsonObject(entry)) throw misuse(`${place} must be an object`);
  onlyKeys(place, entry, allowKeys);
  const text = (key: string): string => {
    const value = entry[key];
    if (typeof value !== "string" || value === "") throw misuse(`${place} needs "${key}" as text`);
    return value;
  };
  const pointer = entry["pointer"];
  if (typeof pointer !== "string") throw misuse(`${place} needs "pointer" as text ("" is the whole file)`);
  const allowed = { rule: knownRule(place, text("rule")), file: text("file"), pointer, reason: text("reason") };
  return entry["expires"] === undefined ? allowed : { ...allowed, expires: readDate(place, text("expires")) };
}

function readDate(place: string, date: string): string {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) throw misuse(`${place}: "expires" must be a date such as 2027-01-31`);
  return date;
}

/** The id of a rule that exists; misuse otherwise. */
export function knownRule(place: string, idOrName: string): string {
  const rule = findRule(idOrName);
  if (rule === undefined) throw misuse(`${place}: there is no rule "${idOrName}"; dex-connectors rules lists them`);
  return rule.id;
}

/** One severity for one rule. */
export function readSeverity(place: string, id: string, level: string): readonly [string, Severity] {
  if (level !== "error" && level !== "warning" && level !== "info") {
    throw misuse(`${place}: "${level}" is no severity; possible are error, warning, info`);
  }
  return [knownRule(place, id), level];
}
