/** Holds single scalars against the forms of text, numbers, words and the language's version. */
import type { Report } from "../read/read-fault.ts";
import { roundTrips } from "../read/scalar-readings.ts";
import type { TreeNode } from "../read/tree.ts";
import { reportName } from "./check-name.ts";
import type { NumberShape, TextShape, VersionShape, WordShape } from "./shape.ts";
import { reportBadWord, reportBareNumber, reportUnquoted, reportWrongType } from "./structure-report.ts";
import { hasForm } from "./text-form.ts";

export function checkText(shape: TextShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind === "scalar" && typeof node.value === "number" && node.style === "plain") {
    return hasForm(shape, node.source)
      ? reportUnquoted(report, node, pointer, "text")
      : reportBareNumber(report, node, pointer, shape);
  }
  if (node.kind !== "scalar" || typeof node.value !== "string")
    return reportWrongType(report, node, pointer, expected(shape));
  if (hasForm(shape, node.value)) return;
  if (shape.rule === "DC3001") return reportName(shape, node.value, { pointer }, node, report);
  return reportWrongType(report, node, pointer, expected(shape));
}

function expected(shape: TextShape): string {
  // A form with a pattern says its bounds in its own words, and so do some others.
  return shape.max === undefined || shape.pattern !== undefined || shape.what.endsWith(" characters")
    ? shape.what
    : `${shape.what} of at most ${shape.max} characters`;
}

export function checkNumber(shape: NumberShape, node: TreeNode, pointer: string, report: Report): void {
  const value = node.kind === "scalar" ? node.value : undefined;
  const isKind = typeof value === "number" && Number.isFinite(value) && (!shape.integer || Number.isInteger(value));
  if (node.kind === "scalar" && isKind && isInRange(shape, value)) {
    // `012` and `1_000` are numbers to some readers only; `10` is one to all.
    if (Number.isInteger(value) && !roundTrips(node.source, value) && node.source.startsWith("0")) {
      reportUnquotedInteger(report, node, pointer);
    }
    return;
  }
  reportWrongType(report, node, pointer, numberWords(shape));
}

function reportUnquotedInteger(report: Report, node: TreeNode, pointer: string): void {
  reportWrongType(report, node, pointer, "a number without leading zeros or prefix");
}

function isInRange(shape: NumberShape, value: number): boolean {
  return value >= (shape.min ?? -Infinity) && value <= (shape.max ?? Infinity);
}

function numberWords(shape: NumberShape): string {
  const noun = shape.integer ? "a whole number" : "a number";
  if (shape.min === undefined && shape.max === undefined) return noun;
  if (shape.max === undefined) return `${noun} of at least ${shape.min}`;
  return shape.min === undefined ? `${noun} of at most ${shape.max}` : `${noun} from ${shape.min} to ${shape.max}`;
}

export function checkVersion(shape: VersionShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind === "scalar" && node.value === shape.version) return;
  if (node.kind === "scalar" && typeof node.value === "number") {
    report({ id: "DC2006", at: { pointer }, data: { given: node.value, supported: shape.version } });
  } else {
    reportWrongType(report, node, pointer, `the number ${shape.version}`);
  }
}

export function checkWord(shape: WordShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind !== "scalar" || node.value === null) {
    return reportWrongType(report, node, pointer, `one of ${shape.words.join(", ")}`);
  }
  if (typeof node.value !== "string" || !shape.words.includes(node.value)) {
    reportBadWord(report, node, pointer, shape.words, shape.aliases);
  }
}
