/** Reads what kind of operation a GraphQL document holds. It knows no schema. */
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

/** `other`: the document does another kind of thing; `count`: it has none or several; `open`: it is cut short. */
export type GraphqlData = {
  readonly problem: "other" | "count" | "open";
  readonly kind: string;
  readonly found: string;
};

export function findGraphqlFaults(context: RuleContext): readonly FindingDraft<GraphqlData>[] {
  return context.operations.flatMap(({ pointer, source }) =>
    [
      { at: `${pointer}/request/body/graphql`, text: source.request?.body?.graphql, kind: source.kind },
      { at: `${pointer}/lookup/request/body/graphql`, text: source.lookup?.request?.body?.graphql, kind: "query" },
    ].flatMap(({ at, text, kind }) => {
      const fault = text === undefined ? undefined : faultOf(text, kind);
      return fault === undefined ? [] : [{ at: { pointer: at }, data: { ...fault, kind } }];
    }),
  );
}

function faultOf(document: string, kind: string): Pick<GraphqlData, "problem" | "found"> | undefined {
  const kinds = operationKinds(document);
  if (kinds === undefined) return { problem: "open", found: "" };
  const [only] = kinds;
  if (only === undefined || kinds.length > 1) return { problem: "count", found: String(kinds.length) };
  return only === kind ? undefined : { problem: "other", found: only };
}

/** Comments, texts and everything else that may hold a brace or a word without meaning it. */
const tokens = /#[^\n\r]*|"""(?:\\"""|[^"]|"(?!""))*"""|"(?:\\.|[^"\\\n\r])*"|[A-Za-z_][A-Za-z0-9_]*|[{}()]/g;

/** The kinds of the operations in their order; `undefined` when the brackets do not match. */
function operationKinds(document: string): readonly string[] | undefined {
  const kinds: string[] = [];
  let depth = 0;
  let isDefinition = false;
  for (const [token] of document.matchAll(tokens)) {
    if (token === "{" || token === "(") {
      // A document may leave out the word `query`.
      if (depth === 0 && token === "{" && !isDefinition) kinds.push("query");
      depth += 1;
    } else if (token === "}" || token === ")") {
      depth -= 1;
      if (depth < 0) return undefined;
      if (depth === 0 && token === "}") isDefinition = false;
    } else if (depth === 0 && !isDefinition && /^(?:query|mutation|subscription|fragment)$/.test(token)) {
      isDefinition = true;
      if (token !== "fragment") kinds.push(token);
    }
  }
  return depth === 0 ? kinds : undefined;
}
