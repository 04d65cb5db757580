/** Holds names that authors choose against their form, and says which letters only look right. */
import type { Report } from "../read/read-fault.ts";
import type { MapEntry, TreeNode } from "../read/tree.ts";
import type { Place } from "../rules/finding-draft.ts";
import type { TextShape } from "./shape.ts";
import { hasForm } from "./text-form.ts";

/** Checks a key that is a name. */
export function checkName(shape: TextShape, entry: MapEntry, pointer: string, report: Report): void {
  if (!hasForm(shape, entry.key)) reportName(shape, entry.key, { pointer, on: "key" }, undefined, report);
}

/** Reports a name of another form. A letter outside ASCII has its own rule: it may look exactly like the right one. */
export function reportName(
  shape: TextShape,
  name: string,
  at: Place,
  node: TreeNode | undefined,
  report: Report,
): void {
  const strange = /[^\u0000-\u007F]/u.exec(name)?.[0];
  if (strange !== undefined) {
    const codePoint = `U+${(strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    report({ id: "DC3007", at, data: { name, character: strange, codePoint } });
    return;
  }
  const camel = toCamelCase(name);
  const suggestion = node === undefined && hasForm(shape, camel) ? camel : undefined;
  report({ id: "DC3001", at, data: { name, expected: shape.what, suggestion } });
}

function toCamelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const [first = "", ...rest] = words;
  return `${first.charAt(0).toLowerCase()}${first.slice(1)}${rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}
