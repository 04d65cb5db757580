/** Finds path values that can be missing, empty or no single text: the request would then go to another place. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { PathPart, PathTemplate } from "../../core/manifest-request.ts";
import { childPointer } from "../read/tree.ts";
import { parsePathTemplate } from "../resolve/path-template.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { parsePattern } from "./pattern-syntax.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** What is wrong with the value of one hole. */
export type PathValueData = {
  readonly name: string;
  readonly problem: "optional" | "shape" | "null" | "fraction" | "empty" | "dots" | "setting";
};

type Draft = FindingDraft<PathValueData>;

export function findUnsafePathValues(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) =>
    writtenPaths(each).flatMap(({ at, path }) => path.parts.flatMap((part) => faultOf(context, each, part, at))),
  );
}

/** The paths of an operation: of its request and of the request that looks it up. */
export function writtenPaths({
  pointer,
  source,
}: OperationContext): readonly { readonly at: string; readonly path: PathTemplate }[] {
  return [
    { at: `${pointer}/request/path`, text: source.request?.path },
    { at: `${pointer}/lookup/request/path`, text: source.lookup?.request?.path },
  ].flatMap(({ at, text }) => (text === undefined ? [] : [{ at, path: parsePathTemplate(text) }]));
}

function faultOf(context: RuleContext, each: OperationContext, part: PathPart, at: string): readonly Draft[] {
  if (part.kind === "text") return [];
  const { name } = part;
  const related = [{ at: { pointer: at }, label: "the path it goes into" }];
  if (part.kind === "config") {
    const field = context.manifest.config[name];
    // A setting that nobody declares has its own rule.
    if (field === undefined || field.required || field.default !== undefined) return [];
    return [{ at: { pointer: childPointer("/config", name), on: "key" }, data: { name, problem: "setting" }, related }];
  }
  const { input } = each.operation;
  const schema = input.properties?.[name];
  const problem = schema === undefined ? undefined : problemOf(schema, input.required?.includes(name) === true);
  if (problem === undefined) return [];
  const pointer = childPointer(`${each.pointer}/input/properties`, name);
  return [{ at: { pointer, on: "key" }, data: { name, problem }, related }];
}

function problemOf(schema: ManifestSchema, isRequired: boolean): PathValueData["problem"] | undefined {
  if (!isRequired) return "optional";
  const fixed = schema.const === undefined ? schema.enum : [schema.const];
  if (fixed !== undefined) return fixed.map(fixedProblem).find((problem) => problem !== undefined);
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.includes("null")) return "null";
  if (types.includes("object") || types.includes("array") || schema.oneOf !== undefined || schema.anyOf !== undefined) {
    return "shape";
  }
  // 1e21 and 0.1 are written in ways that no provider expects in a path.
  if (types.includes("number")) return "fraction";
  return types.includes("string") && canBeEmpty(schema) ? "empty" : undefined;
}

function fixedProblem(value: unknown): PathValueData["problem"] | undefined {
  if (value === null) return "null";
  if (typeof value === "object") return "shape";
  if (value === "") return "empty";
  return value === "." || value === ".." ? "dots" : undefined;
}

/** Formats that no empty text has. */
const filledFormats: ReadonlySet<string> = new Set([
  "date-time",
  "date",
  "time",
  "uuid",
  "email",
  "uri",
  "hostname",
  "ipv4",
  "ipv6",
]);

function canBeEmpty({ minLength = 0, pattern, format }: ManifestSchema): boolean {
  if (minLength > 0 || (format !== undefined && filledFormats.has(format))) return false;
  // A pattern that is none has its own rule.
  return pattern === undefined || (parsePattern(pattern) !== undefined && new RegExp(pattern, "u").test(""));
}
