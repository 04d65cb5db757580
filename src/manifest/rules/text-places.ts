/** Finds values that can never be the text that their place takes. */
import type { TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { ValueKind, ValuePlace } from "./value-kinds.ts";
import { kindsOf } from "./value-kinds.ts";

/** `isMessage`: without its text the call still ends; anywhere else no request can be made. */
export type NotTextData = { readonly place: string; readonly kind: ValueKind; readonly isMessage: boolean };

interface TextPlace {
  readonly pointer: string;
  readonly place: string;
  readonly takes: readonly ValueKind[];
  readonly isMessage?: boolean;
}

const scalars: readonly ValueKind[] = ["text", "number", "boolean"];

export function findNotTexts(context: RuleContext): readonly FindingDraft<NotTextData>[] {
  const shared = [
    ...messagePlaces(context, "/defaults"),
    ...headerPlaces(context, "/defaults"),
    ...operatorPlaces(context, "/defaults"),
  ];
  return [
    ...shared.flatMap((each) => misplaced(each, { context, operation: undefined })),
    ...context.operations.flatMap((operation) => ofOperation(context, operation)),
  ];
}

function ofOperation(context: RuleContext, operation: OperationContext): readonly FindingDraft<NotTextData>[] {
  const { pointer } = operation;
  const lookup = `${pointer}/lookup/request`;
  const places = [
    ...messagePlaces(context, pointer),
    ...requestPlaces(context, `${pointer}/request`),
    ...requestPlaces(context, lookup),
    { pointer: `${pointer}/pagination/size/value`, place: "the page size", takes: scalars },
    ...["request", "lookup", "branches", "classify", "pagination"].flatMap((part) =>
      operatorPlaces(context, `${pointer}/${part}`),
    ),
  ];
  return places.flatMap((each) => {
    // A lookup's own request reads what `bind` gives, not the arguments.
    const isOfLookup = each.pointer.startsWith(`${lookup}/`);
    return misplaced(each, { context, operation: isOfLookup ? undefined : operation });
  });
}

function messagePlaces(context: RuleContext, at: string): readonly TextPlace[] {
  return entriesAt(context, `${at}/branches`).map(({ key, pointer }) => ({
    pointer: `${pointer}/message`,
    place: `the message of \`${key}\``,
    takes: ["text", "number"],
    isMessage: true,
  }));
}

function requestPlaces(context: RuleContext, at: string): readonly TextPlace[] {
  const query = entriesAt(context, `${at}/query`).flatMap(({ key, pointer }): readonly TextPlace[] => {
    const place = `the query value \`${key}\``;
    const node = context.nodeAt(pointer);
    if (node?.kind === "list") {
      return node.items.map((_, index) => ({ pointer: childPointer(pointer, index), place, takes: scalars }));
    }
    return [{ pointer, place, takes: [...scalars, "null", "list"] }];
  });
  return [
    ...headerPlaces(context, at),
    ...query,
    { pointer: `${at}/body/text`, place: "the text of the body", takes: scalars },
  ];
}

function headerPlaces(context: RuleContext, at: string): readonly TextPlace[] {
  return entriesAt(context, `${at}/headers`)
    .filter(({ node }) => !isInput(node))
    .map(({ key, pointer }) => ({ pointer, place: `the header \`${key}\``, takes: scalars }));
}

/** Arguments in headers have a rule of their own, which asks for more. */
function isInput(node: TreeNode): boolean {
  return node.kind === "map" && node.entries.has("$input");
}

/** The operands of operators that join and encode text. */
function operatorPlaces(context: RuleContext, at: string): readonly TextPlace[] {
  return context
    .facts()
    .operatorsBelow(at)
    .flatMap(({ operator, operand, pointer }): readonly TextPlace[] => {
      if (operator === "$concat" && operand.kind === "list") {
        return operand.items.map((_, index) => {
          return { pointer: childPointer(pointer, index), place: "a part of `$concat`", takes: scalars };
        });
      }
      if (operator !== "$encode" || operand.kind !== "map") return [];
      const as = operand.entries.get("as")?.value;
      const takesAll = as?.kind !== "scalar" || as.value === "json";
      return takesAll ? [] : [{ pointer: `${pointer}/of`, place: "what `$encode` encodes", takes: scalars }];
    });
}

interface PlacedEntry {
  readonly key: string;
  readonly pointer: string;
  readonly node: TreeNode;
}

function entriesAt({ nodeAt }: RuleContext, at: string): readonly PlacedEntry[] {
  const node = nodeAt(at);
  if (node?.kind !== "map") return [];
  return [...node.entries.values()].map(({ key, value }) => ({ key, pointer: childPointer(at, key), node: value }));
}

function misplaced(
  { pointer, place, takes, isMessage = false }: TextPlace,
  at: ValuePlace,
): readonly FindingDraft<NotTextData>[] {
  const node = at.context.nodeAt(pointer);
  const kinds = node === undefined ? undefined : kindsOf(node, at);
  const [kind] = kinds ?? [];
  if (kind === undefined || kinds?.some((each) => takes.includes(each)) === true) return [];
  return [{ at: { pointer }, data: { place, kind, isMessage } }];
}
