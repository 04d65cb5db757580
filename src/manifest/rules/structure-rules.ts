/** The rules on keys and types. The structure check reports them, but for keys that only other keys make necessary. */
import type { FindingDraft, Rule, RuleDefinition } from "./rule.ts";
import { defineRule } from "./rule.ts";
import type { FindingData } from "../../core/finding.ts";
import type { RuleContext } from "./rule-context.ts";

type StructureDefinition<Data extends FindingData> = Omit<RuleDefinition<Data>, "category" | "since">;

function structureRule<Data extends FindingData>(definition: StructureDefinition<Data>): Rule {
  return defineRule<Data>({ ...definition, category: "structure", since: "0.1.0" });
}

const unknownKey = structureRule<{
  key: string;
  where: string;
  known: readonly string[];
  suggestion?: string;
  belongs?: string;
  instead?: string;
}>({
  id: "DC2001",
  name: "unknown-key",
  severity: "error",
  fix: "maybe",
  why: "a key that nobody reads is a setting that does not hold",
  page: {
    why: "An unknown key is nearly always a slip, and what it was meant to set silently has its default.",
    bad: `addNote: {kind: mutation, desciption: Adds a note.}`,
    good: `addNote: {kind: mutation, description: Adds a note.}`,
  },
  text: ({ key, where, known, suggestion, belongs, instead }) => ({
    message: `${where} has no key \`${key}\``,
    help: instead ?? unknownKeyHelp(key, known, suggestion, belongs),
    mark: suggestion === undefined ? "unknown" : `\`${suggestion}\`?`,
  }),
});

function unknownKeyHelp(key: string, known: readonly string[], suggestion?: string, belongs?: string): string {
  if (suggestion !== undefined) return `did you mean \`${suggestion}\`?`;
  if (belongs !== undefined) return `\`${key}\` belongs under \`${belongs}\``;
  if (known.length === 0) return "remove it: no further key is possible here";
  const shown = known.slice(0, 8).map((name) => `\`${name}\``);
  return `remove it, or use one of ${shown.join(", ")}${known.length > shown.length ? ", …" : ""}`;
}

const missingKey = structureRule<{ key: string; where: string; because?: string }>({
  id: "DC2002",
  name: "missing-key",
  severity: "error",
  fix: "none",
  why: "there is no default that would be right for everybody",
  page: {
    why: "A required key says something that only the author knows, such as how far a write reaches.",
    bad: `closeIssue: {kind: mutation}`,
    good: `closeIssue: {kind: mutation, impact: modifying}`,
  },
  text: ({ key, where, because }) => ({
    message: `${where} needs the key \`${key}\`${because === undefined ? "" : `, because ${because}`}`,
    help: `add \`${key}\``,
    mark: `\`${key}\` is missing`,
  }),
  check: checkDependentKeys,
});

/** Keys that are required only because of another key. */
function checkDependentKeys(
  context: RuleContext,
): readonly FindingDraft<{ key: string; where: string; because: string }>[] {
  const drafts: FindingDraft<{ key: string; where: string; because: string }>[] = [];
  const need = (pointer: string, where: string, key: string, because: string): void => {
    drafts.push({ at: { pointer, on: "key" }, data: { key, where, because } });
  };
  const { source } = context;
  let needsHosts = false;
  for (const { name, pointer, source: operation } of context.operations) {
    if (operation.kind === "mutation" && operation.impact === undefined)
      need(pointer, name, "impact", "it is a mutation");
    if (source.auth !== undefined && operation.authorization === undefined) {
      need(pointer, name, "authorization", "the manifest has auth methods");
    }
    const asksLookup = operation.idempotency?.lookup !== undefined;
    if (asksLookup && operation.lookup === undefined) need(pointer, name, "lookup", "its idempotency is `lookup`");
    needsHosts ||= operation.request !== undefined || operation.lookup?.request !== undefined;
  }
  if (needsHosts && source.hosts === undefined) need("", "the manifest", "hosts", "an operation has a request");
  for (const [id, method] of Object.entries(source.auth?.methods ?? {})) {
    const pointer = `/auth/methods/${id}`;
    if (method.type === "apiKey" && method.place === undefined)
      need(pointer, id, "place", "an API key goes to no place by itself");
    const takesSecrets = method.type === "apiKey" || method.type === "bearer";
    if (takesSecrets && Object.keys(method.secrets ?? {}).length === 0)
      need(pointer, id, "secrets", `it is of type ${method.type}`);
    if (method.type !== "basic") continue;
    for (const secret of ["username", "password"]) {
      if (method.secrets?.[secret] === undefined) need(pointer, id, `secrets.${secret}`, "it is of type basic");
    }
  }
  return drafts;
}

const wrongType = structureRule<{ where: string; expected: string; given: string }>({
  id: "DC2003",
  name: "wrong-type",
  severity: "error",
  fix: "none",
  why: "nothing is converted, so that what is written is what holds",
  page: {
    why: "A value of another type or form is never converted: a guess here would become a setting there.",
    bad: `retry: {attempts: "5", initial: 1.5s}`,
    good: `retry: {attempts: 5, initial: 1500ms}`,
  },
  text: ({ where, expected, given }) => ({
    message: `${where} is ${given}; expected ${expected}`,
    help: `write ${expected}`,
  }),
});

const badEnum = structureRule<{ given: string; allowed: readonly string[]; suggestion?: string; where: string }>({
  id: "DC2004",
  name: "bad-enum",
  severity: "error",
  fix: "maybe",
  why: "only these words have a meaning",
  page: {
    why: "A closed set of words keeps every meaning checkable. A word of another tool has no meaning here.",
    bad: `getIssue: {kind: read}`,
    good: `getIssue: {kind: query}`,
  },
  text: ({ given, allowed, suggestion, where }) => ({
    message: `${where} cannot be \`${given}\``,
    help:
      suggestion === undefined
        ? `use ${list(allowed)}`
        : `did you mean \`${suggestion}\`? possible are ${list(allowed)}`,
  }),
});

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

const exactlyOne = structureRule<{ choices: readonly string[]; given: readonly string[]; where: string }>({
  id: "DC2005",
  name: "exactly-one",
  severity: "error",
  fix: "none",
  why: "two answers to one question contradict each other, and none leaves it open",
  page: {
    why: "Some keys are a choice: an operation has a request or a handler, a value has one operator.",
    bad: `addNote: {kind: mutation, request: {method: POST, path: /notes}, handler: {}}`,
    good: `addNote: {kind: mutation, request: {method: POST, path: /notes}}`,
  },
  text: ({ choices, given, where }) => ({
    message:
      given.length === 0 ? `${where} needs one of ${list(choices)}` : `${where} has ${list(given)}; only one can stand`,
    help: given.length === 0 ? `add one of ${list(choices)}` : "keep one of them",
  }),
});

const manifestVersion = structureRule<{ given: number; supported: number }>({
  id: "DC2006",
  name: "manifest-version",
  severity: "error",
  fix: "none",
  why: "a newer language may give old keys another meaning",
  page: {
    why: "The version says how the rest is to be read. A tool that does not know it must not guess.",
    bad: `manifestVersion: 2`,
    good: `manifestVersion: 1`,
  },
  text: ({ given, supported }) => ({
    message: `manifestVersion ${given} is not known`,
    help: `write ${supported}, or use a version of dex-connectors that knows ${given}`,
  }),
});

export const structureRules: readonly Rule[] = [
  unknownKey,
  missingKey,
  wrongType,
  badEnum,
  exactlyOne,
  manifestVersion,
];
