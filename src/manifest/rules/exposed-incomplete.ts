/** Finds tools whose arguments or results are not described. Missing descriptions and open inputs have rules of their own. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaParts, takesObjects } from "./schema-parts.ts";

/** `property` is the place of an open object in the output. */
export type IncompleteData = {
  readonly name: string;
  readonly missing: "input" | "output" | "closed output";
  readonly property: string;
};

type Draft = FindingDraft<IncompleteData>;

export function findIncompleteExposures(context: RuleContext): readonly Draft[] {
  return context.operations
    .filter(({ operation }) => operation.agent.exposed)
    .flatMap((each) => [...missingParts(each), ...openOutputs(each)]);
}

function missingParts({ name, pointer, source, operation }: OperationContext): readonly Draft[] {
  const draft = (missing: "input" | "output"): Draft => {
    return { at: { pointer, on: "key" }, data: { name, missing, property: "" } };
  };
  const successes = Object.values(operation.branches).filter(({ record }) => record === "succeeded");
  // A success branch may bring an output of its own.
  const hasOutput = source.output !== undefined || successes.every(({ output }) => output !== undefined);
  return [...(source.input === undefined ? [draft("input")] : []), ...(hasOutput ? [] : [draft("output")])];
}

function openOutputs({ name, pointer, source, operation }: OperationContext): readonly Draft[] {
  const own = Object.entries(source.branches ?? {})
    .filter(([, { output }]) => output !== undefined)
    .map(([id]) => ({ at: `${pointer}/branches/${id}/output`, output: operation.branches[id]?.output }));
  return [{ at: `${pointer}/output`, output: operation.output }, ...own].flatMap(({ at, output }) => {
    const open = output === undefined ? undefined : schemaParts(output).find(({ schema }) => isOpen(schema));
    if (open === undefined) return [];
    const data = { name, missing: "closed output", property: shownPlace(open.pointer) } as const;
    return [{ at: { pointer: `${at}${open.pointer}`, on: "key" as const }, data }];
  });
}

/** An object is closed by `additionalProperties: false`, or by a schema for its values and a bound on their number. */
function isOpen(schema: ManifestSchema): boolean {
  if (schema.type === undefined && schema.properties === undefined) return false;
  if (!takesObjects(schema)) return false;
  const { additionalProperties, maxProperties } = schema;
  return (
    additionalProperties === undefined ||
    additionalProperties === true ||
    (additionalProperties !== false && maxProperties === undefined)
  );
}

function shownPlace(pointer: string): string {
  return pointer.replaceAll(/\/(?:properties|oneOf|anyOf)(?=\/)/g, "");
}
