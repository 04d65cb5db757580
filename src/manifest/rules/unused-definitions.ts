/** Finds definitions that nothing in the file refers to. */
import { childPointer } from "../read/tree.ts";
import type { MapEntry } from "../read/tree.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { RuleContext } from "./rule-context.ts";
import type { DraftFix, FindingDraft } from "./finding-draft.ts";

type Draft = FindingDraft<{ what: string; name: string }>;

/** Schemas, settings and auth methods without a use. Code may use settings and secrets, so handlers count as a use. */
export function findUnusedDefinitions(context: RuleContext): readonly Draft[] {
  if (!context.isComplete) return [];
  const { source } = context;
  const hasHandler = Object.values(source.operations).some((operation) => operation.handler !== undefined);
  const drafts: Draft[] = unused(context, "schema", "/schemas", usedSchemas(context));
  if (hasHandler) return drafts;
  return [
    ...drafts,
    ...unused(context, "setting", "/config", usedSettings(context)),
    ...unused(context, "auth method", "/auth/methods", usedMethods(context)),
  ];
}

function unused(context: RuleContext, what: string, pointer: string, used: ReadonlySet<string>): Draft[] {
  const defined = context.nodeAt(pointer);
  if (defined?.kind !== "map") return [];
  return [...defined.entries.values()]
    .filter((entry) => !used.has(entry.key))
    .map((entry) => ({
      at: { pointer: childPointer(pointer, entry.key), on: "key" as const },
      data: { what, name: entry.key },
      // Without its last entry a map would be empty text, which is no map.
      fixes: defined.entries.size > 1 ? removal(context, entry) : [],
    }));
}

/** Removes the whole lines of an entry, when it has lines of its own. */
function removal({ textOf }: RuleContext, { keySpan, value }: MapEntry): readonly DraftFix[] {
  const before = textOf({ start: 0, end: keySpan.start });
  const start = before.lastIndexOf("\n") + 1;
  const end = value.span.end;
  const rest = textOf({ start: end, end: end + maxRest });
  const lineEnd = textOf({ start: end - 1, end }) === "\n" ? 0 : rest.indexOf("\n") + 1;
  const hasOwnLines = before.slice(start).trim() === "" && /^[ \t]*(?:#.*)?\r?\n?$/.test(rest.slice(0, lineEnd));
  if (!hasOwnLines) return [];
  return [
    { title: "remove it", applicability: "maybe", edits: [{ span: { start, end: end + lineEnd }, newText: "" }] },
  ];
}

/** How far the end of a line is searched. */
const maxRest = 500;

function usedSchemas({ facts }: RuleContext): ReadonlySet<string> {
  const names = facts().references.map(({ reference }) => referencedSchema(reference));
  return new Set(names.filter((name) => name !== undefined));
}

function usedSettings({ facts, source, operations }: RuleContext): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { operator, operand } of facts().operators) {
    if (operator === "$config" && operand.kind === "scalar") used.add(String(operand.value));
  }
  const hosts = [...(source.hosts ?? []), ...operations.flatMap(({ source: { request } }) => request?.host ?? [])];
  for (const host of hosts) if (typeof host !== "string") used.add(host.config);
  for (const { operation } of operations) {
    const parts = operation.implementation.kind === "request" ? operation.implementation.request.path.parts : [];
    for (const part of parts) if (part.kind === "config") used.add(part.name);
  }
  return used;
}

function usedMethods({ operations, source }: RuleContext): ReadonlySet<string> {
  // An operation that does not say what it needs may need any of them.
  if (operations.some((operation) => operation.source.authorization === undefined)) {
    return new Set(Object.keys(source.auth?.methods ?? {}));
  }
  const used = operations.map(({ operation }) => operation.authorization);
  return new Set(used.flatMap((authorization) => (authorization.kind === "required" ? authorization.methods : [])));
}
