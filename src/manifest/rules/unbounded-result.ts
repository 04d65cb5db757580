/** Finds exposed lists whose length nobody chose. */
import type { Operation } from "../../core/manifest.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import { schemaParts, takesLists } from "./schema-parts.ts";

/** Names of inputs by which a caller chooses how much it gets, in lower case. */
const sizeNames = /^(?:limit|count|top|first|size|max_?results|(?:page|per)_?(?:size|page|limit))$/;

/** An operation lists when its output is a list, or has one at its top. */
const atTheTop = /^(?:\/properties\/[^/]+)?$/;

/** A list of this many items at most needs no page. */
const shortList = 20;

export function findUnboundedResults({ operations }: RuleContext): readonly FindingDraft<{ property: string }>[] {
  return operations.flatMap(({ pointer, source, operation }) => {
    const isBounded = source.agent?.maxResultBytes !== undefined || hasPageSize(operation);
    if (!operation.agent.exposed || operation.kind !== "query" || operation.output === undefined || isBounded)
      return [];
    const list = schemaParts(operation.output, takesLists).find(
      ({ schema, pointer: at }) =>
        atTheTop.test(at) && takesLists(schema) && (schema.maxItems ?? Number.POSITIVE_INFINITY) > shortList,
    );
    if (list === undefined) return [];
    const property = list.pointer.replaceAll(/\/properties(?=\/)/g, "");
    return [{ at: { pointer: `${pointer}/output${list.pointer}`, on: "key" as const }, data: { property } }];
  });
}

function hasPageSize({ pagination, input }: Operation): boolean {
  if (pagination?.size !== undefined) return true;
  return Object.entries(input.properties ?? {}).some(
    ([name, { maximum, default: standard }]) =>
      (maximum !== undefined || standard !== undefined) && sizeNames.test(name.toLowerCase()),
  );
}
