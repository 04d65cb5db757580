/**
 * Checks schemas outside the portable part with ajv: `$ref`, conditions, pattern properties, older drafts. Such schemas
 * come from applications and other servers, never from a manifest, so ajv is loaded only when one is used.
 */

import type { ErrorObject } from "ajv";
import type { Ajv2020, Options } from "ajv/dist/2020.js";
import { closestName } from "../core/closest-name.ts";
import { childPointer } from "../core/json-pointer.ts";
import { isJsonObject, type Json, type JsonSchema } from "../core/json.ts";
import { choices, type Faults } from "./faults.ts";
import { textFormat } from "./formats.ts";
import type { Check } from "./scalar-check.ts";

type Validator = Pick<Ajv2020, "compile" | "removeSchema">;

const formatNames = ["date-time", "date", "time", "uuid", "email", "uri", "hostname", "ipv4", "ipv6"];

const options: Options = {
  allErrors: true,
  verbose: true,
  ownProperties: true,
  // Other people's schemas carry words of their own; they are no rules.
  strict: false,
  // Two tools may use one `$id`.
  addUsedSchema: false,
  logger: false,
  formats: Object.fromEntries(
    formatNames.map((name) => [name, (text: string) => textFormat(name)?.isValid(text) ?? true]),
  ),
};

const validators = new Map<string, Validator>();

/** The check of any schema of draft 6, 7, 2019-09 or 2020-12. Throws when it is no such schema. */
export function generalCheck(schema: JsonSchema): Check {
  const validator = validatorFor(schema["$schema"]);
  const validate = validator.compile(schema);
  // The caller keeps the check; a second copy here would outlive the tool.
  validator.removeSchema(schema);
  return (value, pointer, faults) => {
    if (validate(value)) return;
    for (const error of validate.errors ?? []) report(error, pointer, faults);
  };
}

function validatorFor(dialect: Json | undefined): Validator {
  const file = fileOf(typeof dialect === "string" ? dialect : "");
  let validator = validators.get(file);
  if (validator === undefined) {
    const loaded = load(file);
    validator = new loaded(options);
    validators.set(file, validator);
  }
  return validator;
}

function fileOf(dialect: string): string {
  if (/draft-0[67]\/schema/.test(dialect)) return "ajv/dist/ajv.js";
  return dialect.includes("2019-09") ? "ajv/dist/2019.js" : "ajv/dist/2020.js";
}

/** A check is made where no promise can be awaited, so the module is loaded through `require`, when it is needed. */
function load(file: string): new (options: Options) => Validator {
  const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);
  return (require(file) as { readonly default: new (options: Options) => Validator }).default;
}

/** Keywords that only sum up what other errors say already. */
const summaries = new Set(["if", "propertyNames"]);

function report(error: ErrorObject, base: string, faults: Faults): void {
  if (summaries.has(error.keyword)) return;
  const pointer = base + error.instancePath;
  const params = error.params as Readonly<Record<string, Json>>;
  const missing = params["missingProperty"];
  const extra = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof missing === "string") {
    faults.add({ pointer: childPointer(pointer, missing), expected: "a value, which is required" });
  } else if (typeof extra === "string") {
    const names = isJsonObject(error.parentSchema?.["properties"]) ? Object.keys(error.parentSchema["properties"]) : [];
    const expected = names.length === 0 ? "no such key" : `one of the keys ${choices(names)}`;
    faults.wrong(childPointer(pointer, extra), expected, extra, closestName(extra, names));
  } else {
    reportValue(error, pointer, params, faults);
  }
}

function reportValue(
  error: ErrorObject,
  pointer: string,
  params: Readonly<Record<string, Json>>,
  faults: Faults,
): void {
  const given = error.data as Json;
  const allowed = params["allowedValues"];
  if (Array.isArray(allowed)) {
    const names = allowed.filter((value) => typeof value === "string");
    const closest = typeof given === "string" ? closestName(given, names) : undefined;
    return faults.wrong(pointer, `one of ${choices(allowed as readonly Json[])}`, given, closest);
  }
  if (error.keyword === "const")
    return faults.wrong(pointer, `the value ${choices([params["allowedValue"] ?? null])}`, given);
  const name = params["format"];
  const format = typeof name === "string" ? textFormat(name)?.expected : undefined;
  faults.wrong(pointer, format ?? (error.message ?? error.keyword).replace(/^must (?:be )?/, ""), given);
}
