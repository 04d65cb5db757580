/** Finds names and pointers that lead nowhere. */
import { suggest } from "../language/suggest.ts";
import { childPointer } from "../read/tree.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { schemaAt } from "./schema-pointer.ts";
import type { FoundOperator } from "./tree-facts.ts";

/** What a reference rule knows about one name. */
export type ReferenceData = {
  readonly what: string;
  readonly name: string;
  readonly known: readonly string[];
  readonly suggestion: string | undefined;
};

type Draft = FindingDraft<ReferenceData>;

/** Collects dangling names of one file. */
class ReferenceCheck {
  readonly drafts: Draft[] = [];
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Reports `name`, written at `pointer`, unless it is one of `known`. */
  name(what: string, pointer: string, name: string | undefined, known: readonly string[]): void {
    if (name === undefined || known.includes(name)) return;
    const node = this.#context.nodeAt(pointer);
    const suggestion = suggest(name, known);
    const canFix = suggestion !== undefined && node?.kind === "scalar" && node.value === name;
    const edits = canFix ? [{ span: node.span, newText: rewrite(node.source, name, suggestion) }] : [];
    const fixes = canFix ? [{ title: `write \`${suggestion}\``, applicability: "maybe" as const, edits }] : [];
    this.drafts.push({ at: { pointer }, data: { what, name, known, suggestion }, fixes });
  }

  /** Reports a pointer that leads nowhere in the operation's input or output. */
  pointer(what: "input" | "output", at: string, pointer: string, { operation }: OperationContext): void {
    const schema = what === "input" ? operation.input : operation.output;
    if (schema === undefined) return;
    const pointed = schemaAt(schema, pointer);
    if (pointed.kind !== "absent") return;
    const near = suggest(pointed.step, pointed.known);
    const suggestion = near === undefined ? undefined : pointer.replace(pointed.step, near);
    const known = pointed.known.map((name) => `/${name}`);
    this.drafts.push({ at: { pointer: at }, data: { what: `place in the ${what}`, name: pointer, known, suggestion } });
  }
}

function rewrite(source: string, name: string, suggestion: string): string {
  return source === name ? suggestion : JSON.stringify(suggestion);
}

/** Every name and pointer that leads nowhere. */
export function findDanglingReferences(context: RuleContext): readonly Draft[] {
  const check = new ReferenceCheck(context);
  checkSchemaReferences(check, context);
  checkConnector(check, context);
  for (const operation of context.operations) {
    checkBranchNames(check, operation);
    checkValues(check, context, operation);
    checkInputPointers(check, operation);
    checkAuthorization(check, context, operation);
    checkLookup(check, context, operation);
    checkPreview(check, operation);
    const { source, pointer } = operation;
    check.name(
      "operation",
      `${pointer}/deprecated/replacedBy`,
      source.deprecated?.replacedBy,
      Object.keys(context.source.operations),
    );
  }
  return check.drafts;
}

function checkSchemaReferences(check: ReferenceCheck, { facts, source }: RuleContext): void {
  const known = Object.keys(source.schemas ?? {});
  for (const { pointer, reference } of facts().references) {
    // A reference that leaves the file has its own rule.
    if (!reference.startsWith("#")) continue;
    const name = referencedSchema(reference);
    if (name !== undefined && known.includes(name)) continue;
    check.name(
      "schema",
      pointer,
      reference,
      known.map((schema) => `#/schemas/${schema}`),
    );
  }
}

function checkConnector(check: ReferenceCheck, { source }: RuleContext): void {
  const settings = Object.keys(source.config ?? {});
  for (const [index, host] of (source.hosts ?? []).entries()) {
    if (typeof host !== "string") check.name("setting", `/hosts/${index}/config`, host.config, settings);
  }
  for (const [id, method] of Object.entries(source.auth?.methods ?? {})) {
    check.name("secret", `/auth/methods/${id}/place/secret`, method.place?.secret, Object.keys(method.secrets ?? {}));
  }
}

function checkAuthorization(check: ReferenceCheck, context: RuleContext, { pointer, source }: OperationContext): void {
  if (typeof source.authorization !== "object") return;
  const methods = Object.keys(context.source.auth?.methods ?? {});
  for (const [index, method] of (source.authorization.methods ?? []).entries()) {
    check.name("auth method", `${pointer}/authorization/methods/${index}`, method, methods);
  }
}

function checkBranchNames(check: ReferenceCheck, { pointer, source, operation }: OperationContext): void {
  const known = Object.keys(operation.branches);
  for (const [index, item] of (source.classify ?? []).entries()) {
    const at = `${pointer}/classify/${index}`;
    check.name("branch", `${at}/then/branch`, item.then?.branch, known);
    check.name("branch", `${at}/then/lookup/absent`, item.then?.lookup?.absent, known);
    if (typeof item.otherwise === "object")
      check.name("branch", `${at}/otherwise/branch`, item.otherwise.branch, known);
  }
  for (const [name, example] of Object.entries(source.examples ?? {})) {
    check.name("branch", `${pointer}/examples/${name}/result/branch`, example.result?.branch, known);
  }
}

const ownPlaces: ReadonlySet<string> = new Set(["request", "classify", "branches", "lookup", "pagination"]);
const sharedPlaces: ReadonlySet<string> = new Set(["headers", "classify"]);

/** Values may stand in the operation or in the defaults that it takes. */
function valuesOf(context: RuleContext, { pointer, source }: OperationContext): readonly FoundOperator[] {
  const found = (base: string, places: ReadonlySet<string>): readonly FoundOperator[] =>
    context.facts().operatorsBelow(base, places);
  return [...found(pointer, ownPlaces), ...(source.request === undefined ? [] : found("/defaults", sharedPlaces))];
}

function checkValues(check: ReferenceCheck, context: RuleContext, operation: OperationContext): void {
  const settings = Object.keys(context.source.config ?? {});
  for (const { operator, operand: node, pointer } of valuesOf(context, operation)) {
    const operand = node.kind === "scalar" ? node.value : undefined;
    if (typeof operand !== "string") continue;
    if (operator === "$input") checkInputValue(check, pointer, operand, operation);
    if (operator === "$config") check.name("setting", pointer, operand, settings);
  }
  const { implementation } = operation.operation;
  if (implementation.kind !== "request") return;
  for (const part of implementation.request.path.parts) {
    if (part.kind === "config") check.name("setting", `${operation.pointer}/request/path`, part.name, settings);
  }
}

/** In a lookup's own request a value reads what `bind` gives, which is for the rule on lookups; everywhere else the input. */
function checkInputValue(check: ReferenceCheck, at: string, operand: string, operation: OperationContext): void {
  if (!at.startsWith(`${operation.pointer}/lookup/request/`)) check.pointer("input", at, operand, operation);
}

function checkInputPointers(check: ReferenceCheck, context: OperationContext): void {
  const { pointer, source } = context;
  for (const [index, target] of (source.idempotency?.natural?.identity ?? []).entries()) {
    check.pointer("input", `${pointer}/idempotency/natural/identity/${index}`, target, context);
  }
  const scope = source.rateLimit?.scope;
  if (scope?.startsWith("/") === true) check.pointer("input", `${pointer}/rateLimit/scope`, scope, context);
  if (source.pagination === undefined) return;
  check.pointer("input", `${pointer}/pagination/input`, source.pagination.input, context);
  if (context.operation.pagination !== undefined) {
    check.pointer("output", `${pointer}/pagination/output`, context.operation.pagination.output, context);
  }
}

/** What a preview cannot fill in would be shown to a person as it stands. */
function checkPreview(check: ReferenceCheck, { pointer, source, operation }: OperationContext): void {
  const known = Object.keys(operation.input.properties ?? {}).filter((name) => /^[A-Za-z0-9_]+$/.test(name));
  for (const [, name] of source.agent?.preview?.matchAll(/\{([^{}]*)\}/g) ?? []) {
    check.name("input", `${pointer}/agent/preview`, name, known);
  }
}

function checkLookup(
  check: ReferenceCheck,
  context: RuleContext,
  { pointer, source, operation }: OperationContext,
): void {
  const { lookup } = source;
  if (lookup === undefined) return;
  const at = `${pointer}/lookup`;
  const branches = Object.keys(operation.branches);
  if (typeof lookup.found === "string") check.name("branch", `${at}/found`, lookup.found, branches);
  else check.name("branch", `${at}/found/branch`, lookup.found.branch, branches);
  if (lookup.absent !== "retry") check.name("branch", `${at}/absent`, lookup.absent, branches);
  if (lookup.operation === undefined) return;
  check.name("operation", `${at}/operation`, lookup.operation, Object.keys(context.source.operations));
  const query = context.operations.find((other) => other.name === lookup.operation)?.operation;
  if (query === undefined) return;
  const inputs = Object.keys(query.input.properties ?? {});
  for (const name of Object.keys(lookup.bind ?? {}))
    check.name(`input of ${query.name}`, childPointer(`${at}/bind`, name), name, inputs);
  for (const [index, branch] of (lookup.absentBranches ?? []).entries()) {
    check.name(`branch of ${query.name}`, `${at}/absentBranches/${index}`, branch, Object.keys(query.branches));
  }
}
