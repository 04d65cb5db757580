/** Finds paths whose holes nothing fills, or that do not lead where they seem to. */
import { suggest } from "../language/suggest.ts";
import { TextMemo } from "../read/text-memo.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { parsePathTemplate } from "../resolve/path-template.ts";
import { writtenPaths } from "./path-values.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** `brace`: a hole of another form; `colon`: one in the notation of routers; `unfilled`: no such argument; `twice`: filled twice; `shape`: dots, `//`, encoded. */
export type PathTemplateData = {
  readonly problem: "brace" | "colon" | "unfilled" | "twice" | "shape";
  readonly name: string;
  readonly suggestion: string | undefined;
};

type Draft = FindingDraft<PathTemplateData>;

/** What is wrong with the template alone, whatever it is used for. */
const forms = new TextMemo((template) => ({
  hasBrace: parsePathTemplate(template).parts.some((part) => part.kind === "text" && /[{}]/.test(part.text)),
  colons: colonNames(template),
  isOdd: hasOddShape(template),
}));

export function findPathFaults(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) =>
    writtenPaths(each).flatMap(({ at, path }) => [
      ...(forms.of(path.template).hasBrace ? [draft(at, "brace", path.template)] : []),
      ...forms.of(path.template).colons.map((name) => draft(at, "colon", name)),
      ...(forms.of(path.template).isOdd ? [draft(at, "shape", path.template)] : []),
      ...holeFaults(
        each,
        at,
        path.parts.flatMap((part) => (part.kind === "input" ? [part.name] : [])),
      ),
    ]),
  );
}

function draft(pointer: string, problem: PathTemplateData["problem"], name: string, suggestion?: string): Draft {
  return { at: { pointer }, data: { problem, name, suggestion } };
}

/** A segment that is one `:name`. A colon inside a segment (`/notes:batch`) is how some providers name methods. */
function colonNames(template: string): readonly string[] {
  return template.split("/").flatMap((segment) => /^:([A-Za-z_]\w*)$/.exec(segment)?.[1] ?? []);
}

/** Empty and dotted segments are collapsed by parsers of URLs, also when they are encoded. */
function hasOddShape(template: string): boolean {
  const segments = template.split("/").slice(1);
  const isDotted = segments.some((segment) => /^(?:\.|%2[Ee]){1,2}$/.test(segment));
  return isDotted || segments.slice(0, -1).includes("") || /\\|%2[Ff]|%5[Cc]/.test(template);
}

function holeFaults({ operation }: OperationContext, at: string, names: readonly string[]): readonly Draft[] {
  const known = Object.keys(operation.input.properties ?? {});
  return [...new Set(names)].flatMap((name) => {
    if (!known.includes(name)) return [draft(at, "unfilled", name, suggest(name, known))];
    return names.filter((other) => other === name).length > 1 ? [draft(at, "twice", name)] : [];
  });
}
