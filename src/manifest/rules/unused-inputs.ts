/** Finds arguments that a model may give and that no declared request uses. */
import { childPointer, pointerSteps } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { writtenPaths } from "./path-values.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

type Draft = FindingDraft<{ what: string; name: string }>;

/** Inputs without a use. Code may use any of them, so operations with a handler are left out. */
export function findUnusedInputs(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) => {
    const { source, operation, pointer } = each;
    if (source.request === undefined) return [];
    const used = usedInputs(context, each);
    if (used.has("")) return [];
    return Object.keys(operation.input.properties ?? {})
      .filter((name) => !used.has(name))
      .map((name) => ({
        at: { pointer: childPointer(`${pointer}/input/properties`, name), on: "key" as const },
        data: { what: "input", name },
      }));
  });
}

/** The first step of every place in the input that is read; an empty text when the input is read as a whole. */
function usedInputs({ facts }: RuleContext, each: OperationContext): ReadonlySet<string> {
  const { pointer, source } = each;
  const written = [...facts().operatorsBelow(pointer), ...facts().operatorsBelow("/defaults")];
  const places = written.flatMap(({ operator, operand }) =>
    operator === "$input" && operand.kind === "scalar" ? [String(operand.value)] : [],
  );
  const scope = source.rateLimit?.scope;
  if (scope?.startsWith("/") === true) places.push(scope);
  if (source.pagination !== undefined) places.push(source.pagination.input);
  const holes = writtenPaths(each).flatMap(({ path }) => path.parts);
  return new Set([
    ...places.map((place) => pointerSteps(place)[0] ?? ""),
    ...holes.flatMap((part) => (part.kind === "input" ? [part.name] : [])),
  ]);
}
