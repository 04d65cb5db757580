/** Finds request methods that contradict what an operation says of itself. */
import type { RequestDeclaration } from "../../core/manifest-request.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** What sends the request, and how it contradicts itself. */
export type MethodData = {
  readonly what: "query" | "mutation" | "lookup";
  readonly method: string;
  readonly problem: "read" | "write" | "post" | "read-only-write";
};

/** Requests of operations, and the own requests of lookups, which must only read. */
export function findWrongMethods({ operations }: RuleContext): readonly FindingDraft<MethodData>[] {
  return operations.flatMap((each) => [...ofOperation(each), ...ofLookup(each)]);
}

function ofOperation({ operation, pointer, source }: OperationContext): readonly FindingDraft<MethodData>[] {
  const { kind, implementation } = operation;
  if (implementation.kind === "handler") return [];
  const at = `${pointer}/request`;
  if (kind === "query") return ofRead(implementation.request, at, "query");
  const { method } = implementation.request;
  if (method === "GET" || method === "HEAD") {
    return [{ at: { pointer: `${at}/method` }, data: { what: "mutation", method, problem: "read" } }];
  }
  if (source.request?.readOnlyPost === undefined) return [];
  const data = { what: "mutation", method, problem: "read-only-write" } as const;
  return [{ at: { pointer: `${at}/readOnlyPost`, on: "key" }, data }];
}

function ofLookup({ operation: { lookup }, pointer }: OperationContext): readonly FindingDraft<MethodData>[] {
  return lookup?.source.kind === "request" ? ofRead(lookup.source.request, `${pointer}/lookup/request`, "lookup") : [];
}

function ofRead(
  { method, body, readOnlyPost }: RequestDeclaration,
  at: string,
  what: "query" | "lookup",
): readonly FindingDraft<MethodData>[] {
  if (method === "GET" || method === "HEAD") return [];
  // A GraphQL document says by itself whether it reads.
  if (method === "POST" && (readOnlyPost !== undefined || body?.kind === "graphql")) return [];
  const problem = method === "POST" ? "post" : "write";
  return [{ at: { pointer: `${at}/method` }, data: { what, method, problem } }];
}
