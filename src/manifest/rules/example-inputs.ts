/** Holds the arguments of examples against the schema that they are examples of. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { Example } from "../../core/manifest-example.ts";
import { childPointer, parentPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaAt } from "./schema-pointer.ts";
import { schemaParts } from "./schema-parts.ts";
import { misfits } from "./value-fit.ts";

/** `refused`: it should fit; `accepted`: it should not; `elsewhere`: it is refused for another reason. */
export type ExampleInputData = {
  readonly problem: "refused" | "accepted" | "elsewhere";
  readonly example: string;
  readonly place: string;
  readonly expected: string;
};

type Draft = FindingDraft<ExampleInputData>;

export function findExampleInputFaults(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) => each.operation.examples.flatMap((example) => faultsOf(each, example)));
}

function faultsOf({ pointer, operation }: OperationContext, example: Example): readonly Draft[] {
  const at = childPointer(`${pointer}/examples`, example.name);
  const found = misfits(operation.input, example.input);
  const draft = (problem: ExampleInputData["problem"], place: string, expected: string, key: string): Draft => {
    return { at: { pointer: `${at}/${key}` }, data: { problem, example: example.name, place, expected } };
  };
  if (example.kind === "call") {
    return found.map(({ pointer: place, expected }) => draft("refused", place, expected, `input${place}`));
  }
  const isThere = found.some(({ pointer: place }) => place === example.pointer);
  // Formats are judged when the example is run.
  if (isThere || hasFormat(operation.input, example.pointer)) return [];
  const [other] = found;
  if (other === undefined) return [draft("accepted", example.pointer, "", "invalid")];
  return [draft("elsewhere", example.pointer, other.pointer, "invalid")];
}

function hasFormat(schema: ManifestSchema, pointer: string): boolean {
  const pointed = schemaAt(schema, pointer);
  if (pointed.kind !== "schema") return pointer !== "" && hasFormat(schema, parentPointer(pointer));
  return schemaParts(pointed.schema).some((part) => part.schema.format !== undefined);
}
