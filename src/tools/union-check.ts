/** Checks of `oneOf` and `anyOf`: finds the form that was meant, so that only its faults are told. */

import { closestName } from "../core/closest-name.ts";
import { childPointer } from "../core/json-pointer.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { choices, Faults } from "./faults.ts";
import type { PortableSchema } from "./portable-schema.ts";
import { type Check, isOfKind, kindsInWords } from "./scalar-check.ts";

type ToCheck = (schema: PortableSchema) => Check;

/** The check of a union; with `isExclusive` a value may have one form only. */
export function unionCheck(forms: readonly PortableSchema[], isExclusive: boolean, toCheck: ToCheck): Check {
  const tag = tagOf(forms);
  return tag === undefined ? anyFormCheck(forms, isExclusive, toCheck) : taggedCheck(tag, forms, toCheck);
}

/** The property that tells the forms apart: required in each, with another constant text in each. */
function tagOf(forms: readonly PortableSchema[]): string | undefined {
  const candidates = Object.keys(forms[0]?.properties ?? {});
  return candidates.find((key) => {
    const values = forms.map((form) => tagValue(form, key));
    return values.every((value) => value !== undefined) && new Set(values).size === forms.length;
  });
}

/** The constant text that a form has for its tag. */
function tagValue(form: PortableSchema, tag: string): string | undefined {
  const { properties = {}, required = [], type } = form;
  if (type !== "object" || !required.includes(tag) || !Object.hasOwn(properties, tag)) return undefined;
  const value = properties[tag]?.const;
  return typeof value === "string" ? value : undefined;
}

function taggedCheck(tag: string, forms: readonly PortableSchema[], toCheck: ToCheck): Check {
  const checks = new Map(forms.map((form) => [tagValue(form, tag), toCheck(form)]));
  const names = forms.map((form) => tagValue(form, tag) ?? "");
  const expected = `one of ${choices(names)}`;
  return (value, pointer, faults) => {
    if (!isJsonObject(value)) return faults.wrong(pointer, "an object", value);
    const given = Object.hasOwn(value, tag) ? value[tag] : undefined;
    if (given === undefined) return faults.add({ pointer: childPointer(pointer, tag), expected });
    const check = typeof given === "string" ? checks.get(given) : undefined;
    if (check !== undefined) return check(value, pointer, faults);
    const closest = typeof given === "string" ? closestName(given, names) : undefined;
    faults.wrong(childPointer(pointer, tag), expected, given, closest);
  };
}

function anyFormCheck(forms: readonly PortableSchema[], isExclusive: boolean, toCheck: ToCheck): Check {
  const checks = forms.map(toCheck);
  const expected = `${isExclusive ? "exactly one" : "one"} of these forms: ${forms.map(formInWords).join("; ")}`;
  return (value, pointer, faults) => {
    const results = checks.map((check) => faultsOf(check, value, pointer));
    const fitting = results.filter((result) => result.isEmpty).length;
    if (isExclusive ? fitting === 1 : fitting > 0) return;
    // A form for another kind of value was not meant. When one form is left, its faults say more than the list of forms.
    const meant = fitting > 0 ? [] : results.filter((_, index) => isForKind(forms[index], value));
    const [only] = meant;
    if (only !== undefined && meant.length === 1) faults.addAll(only);
    else faults.wrong(pointer, expected, value);
  };
}

function isForKind(form: PortableSchema | undefined, value: Json): boolean {
  if (form?.type === undefined) return true;
  return isOfKind(value, typeof form.type === "string" ? [form.type] : form.type);
}

function faultsOf(check: Check, value: Json, pointer: string): Faults {
  const found = new Faults();
  check(value, pointer, found);
  return found;
}

function formInWords(form: PortableSchema): string {
  if (form.const !== undefined) return choices([form.const]);
  if (form.enum !== undefined) return `one of ${choices(form.enum)}`;
  const kinds = typeof form.type === "string" ? [form.type] : (form.type ?? []);
  const keys = form.required ?? [];
  const words = kinds.length === 0 ? "a value" : kindsInWords(kinds);
  return keys.length === 0 ? words : `${words} with ${choices(keys)}`;
}
