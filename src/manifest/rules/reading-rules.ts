/** The rules on the text itself. The readers report them; this file gives them words and pages. */
import { defineRule } from "./rule.ts";
import type { Rule, RuleDefinition } from "./rule.ts";
import type { FindingData } from "../../core/finding.ts";

type ReadingDefinition<Data extends FindingData> = Omit<RuleDefinition<Data>, "category" | "since">;

function readingRule<Data extends FindingData>(definition: ReadingDefinition<Data>): Rule {
  return defineRule<Data>({ ...definition, category: "reading", since: "0.1.0" });
}

const syntax = readingRule<{ problem: string; help: string }>({
  id: "DC1001",
  name: "syntax",
  severity: "error",
  fix: "none",
  why: "nothing after this place can be trusted",
  page: {
    why: "A parser that meets a fault guesses what was meant, and parsers guess differently. Warnings of the parser count as errors here.",
    bad: `path: {id}/notes\nnote: 'never closed`,
    good: `path: "/{id}/notes"\nnote: 'closed'`,
  },
  text: ({ problem, help }) => ({ message: problem, help }),
});

const duplicateKey = readingRule<{ key: string }>({
  id: "DC1002",
  name: "duplicate-key",
  severity: "error",
  fix: "none",
  why: "most readers keep the last value without a word",
  page: {
    why: "Two equal keys mean that one of the two values is silently lost, and which one depends on the reader.",
    bad: `operations:\n  getIssue: {kind: query}\n  getIssue: {kind: mutation}`,
    good: `operations:\n  getIssue: {kind: query}\n  closeIssue: {kind: mutation}`,
  },
  text: ({ key }) => ({
    message: `the key "${key}" is given twice`,
    help: "keep one of the two, or rename one",
    mark: "given again",
  }),
});

const tabIndent = readingRule({
  id: "DC1003",
  name: "tab-indent",
  severity: "error",
  fix: "safe",
  why: "YAML forbids it, and some readers then drop the value",
  page: {
    why: "YAML does not allow tabs in indentation. Readers that go on all the same put the line at the wrong level.",
    bad: `addNote:\n\tkind: mutation`,
    good: `addNote:\n  kind: mutation`,
  },
  text: () => ({ message: "a tab stands in the indentation", help: "indent with spaces" }),
});

const mergeKey = readingRule({
  id: "DC1004",
  name: "merge-key",
  severity: "error",
  fix: "none",
  why: "YAML 1.2 has no merge keys: some readers merge, others see a key named <<",
  page: {
    why: "`<<` was part of YAML 1.1. Half of the readers treat it as a plain key, so the merged values are missing there.",
    bad: `execution:\n  <<: *slow\n  timeout: 60s`,
    good: `defaults: {execution: {retry: {attempts: 4}}}\n# or the whole value:\nexecution: *slow`,
  },
  text: () => ({
    message: "`<<` does not merge maps",
    help: "put what is shared under `defaults`, or alias the whole value",
  }),
});

const directiveOrTag = readingRule<{ what: string }>({
  id: "DC1005",
  name: "directive-or-tag",
  severity: "error",
  fix: "none",
  why: "it changes what values mean, in some readers only",
  page: {
    why: "Directives and tags change how scalars are read, and most are known to one reader only. A manifest is plain data.",
    bad: `%YAML 1.1\n---\ntoken: !env API_TOKEN`,
    good: `auth: {methods: {token: {type: bearer, secrets: {apiToken: {}}}}}`,
  },
  text: ({ what }) => ({ message: `${what} cannot stand in a manifest`, help: "remove it and write a plain value" }),
});

const oneDocument = readingRule<{ count: number }>({
  id: "DC1006",
  name: "one-document",
  severity: "error",
  fix: "none",
  why: "a file is one manifest",
  page: {
    why: "Readers take the first document, the last one, or fail. An empty file is usually a failed copy.",
    bad: `manifestVersion: 1\n---\nmanifestVersion: 1`,
    good: `manifestVersion: 1`,
  },
  text: ({ count }) =>
    count === 0
      ? { message: "the file is empty", help: "write a manifest; `dex-connectors init <id>` makes one" }
      : { message: `the file holds ${count} documents`, help: "put each manifest into its own file" },
});

const sizeLimits = readingRule<{ limit: string; given?: number; allowed?: number; name?: string }>({
  id: "DC1008",
  name: "size-limits",
  severity: "error",
  fix: "none",
  why: "a small text can cost a reader unlimited time and memory",
  page: {
    why: "A manifest holds at most 1 MiB, 64 levels, 1000 uses of aliases and 200000 nodes with aliases written out. More is a mistake or an attack; aliases that turn in a circle have no end at all.",
    bad: `a: &a [*a]`,
    good: `a: &a [1, 2]\nb: *a`,
  },
  text: ({ limit, given = 0, allowed = 0, name = "" }) => ({
    message: limit === "cycle" ? `the alias \`*${name}\` is part of what it names` : sizeMessage(limit, given, allowed),
    help: limit === "cycle" ? "write the value out" : "split the manifest, or write it flatter",
  }),
});

function sizeMessage(limit: string, given: number, allowed: number): string {
  switch (limit) {
    case "bytes":
      return `the file has ${given} bytes; at most ${allowed} are read`;
    case "depth":
      return `more than ${allowed} maps and lists stand inside each other`;
    case "aliases":
      return `more than ${allowed} aliases are used`;
    default:
      return `with its aliases written out the file has more than ${allowed} values`;
  }
}

interface LossyNumberData extends FindingData {
  readonly text: string;
  readonly read: string;
  readonly because: string;
  /** Given when the digits in quotes would not do: the form that is asked for, and the texts that may be meant. */
  readonly expected?: string;
  readonly likely?: readonly string[];
}

const lossyNumber = readingRule<LossyNumberData>({
  id: "DC1010",
  name: "lossy-number",
  severity: "error",
  fix: "safe",
  why: "the provider would receive another value without any error",
  page: {
    why: "Without quotes `1710000000.000100` is a number and loses its zeros, `0e12345` is zero, and an integer over 2^53 is rounded. Identifiers, versions and time stamps are text. A duration has a unit: quotes do not make one of `30`, so no fix is offered there.",
    bad: `version: 1.10\nthreadTimestamp: 1710000000.000100\ntimeout: 30`,
    good: `version: "1.10.0"\nthreadTimestamp: "1710000000.000100"\ntimeout: 30s`,
  },
  text: ({ text, read, because, expected = "text", likely }) => ({
    message:
      because === "text"
        ? `\`${text}\` is a number here, but ${expected} is expected`
        : `\`${text}\` is read as ${read}`,
    help: likely === undefined ? `write "${text}" in quotes` : likelyHelp(likely, expected),
    mark: `read as ${read}`,
  }),
});

function likelyHelp([first, second]: readonly string[], expected: string): string {
  if (first === undefined) return `write ${expected}`;
  return second === undefined ? `write three numbers in quotes, such as "${first}"` : `write ${first} (or ${second})`;
}

const twoReadings = readingRule<{ text: string; reading: string }>({
  id: "DC1011",
  name: "two-readings",
  severity: "warning",
  fix: "safe",
  why: "other tools read another value from the same file",
  page: {
    why: "YAML 1.1 readers take `no` and `on` for booleans, `012` for ten, `1:30` for ninety and `2026-03-10` for a date. YAML 1.2 readers do not.",
    bad: `answer: no\nopens: 1:30`,
    good: `answer: "no"\nopens: "1:30"`,
  },
  text: ({ text, reading }) => ({
    message: `\`${text}\` is ${reading} to some readers and something else to others`,
    help: `write "${text}" in quotes, or the value that is meant`,
  }),
});

const reservedKey = readingRule<{ key: string }>({
  id: "DC1013",
  name: "reserved-key",
  severity: "error",
  fix: "none",
  why: "JavaScript objects give this name a meaning of their own",
  page: {
    why: "`__proto__`, `constructor` and `prototype` are found on every object, so code that looks them up finds something although nobody wrote it.",
    bad: `properties: {constructor: {type: string}}`,
    good: `properties: {constructorName: {type: string}}`,
  },
  text: ({ key }) => ({ message: `the key \`${key}\` is reserved`, help: "use another name" }),
});

const hiddenCharacter = readingRule<{ codePoint: string }>({
  id: "DC1014",
  name: "hidden-character",
  severity: "error",
  fix: "maybe",
  why: "people and programs do not read the same text",
  page: {
    why: "Zero-width and bidirectional characters make two keys look equal, or a description show other words than the model reads.",
    bad: `description: "Reads\u200b tickets."`.replace("\u200b", "<U+200B>"),
    good: `description: "Reads tickets."`,
    suppress: "A word of a script that needs joiners, such as Persian.",
  },
  text: ({ codePoint }) => ({ message: `the invisible character ${codePoint} stands here`, help: "remove it" }),
});

const commaSplitText = readingRule<{ key: string; text: string; isAlone: boolean }>({
  id: "DC1015",
  name: "comma-split-text",
  severity: "error",
  fix: "safe",
  why: "the rest of the sentence became a key without a value",
  page: {
    why: "Inside `{…}` a comma ends a plain text. What follows becomes a key, and its value is null.",
    bad: `sent: {record: succeeded, description: Sent, but not confirmed.}`,
    good: `sent: {record: succeeded, description: "Sent, but not confirmed."}`,
  },
  text: ({ key, isAlone }) => ({
    message: isAlone
      ? `inside \`{…}\` \`${key}\` is a key without a value`
      : `the comma before \`${key}\` ends the text, so \`${key}\` is a key without a value`,
    help: isAlone
      ? `write \`[${key}]\` for a list, or \`{${key}: …}\` with a value`
      : "put the whole text in quotes; for a list write `[…]`",
    mark: "became a key",
  }),
});

const strictJson = readingRule<{ what: string }>({
  id: "DC1016",
  name: "strict-json",
  severity: "error",
  fix: "safe",
  why: "other JSON readers refuse the file",
  page: {
    why: "JSON has no comments and no trailing commas. A file that ends in `.json` is read by strict readers, too.",
    bad: `{"manifestVersion": 1, /* first */ "hosts": ["api.example"],}`,
    good: `{"manifestVersion": 1, "hosts": ["api.example"]}`,
  },
  text: ({ what }) => ({ message: `a ${what} is not JSON`, help: `remove it, or name the file \`.yaml\`` }),
});

const bomCrlf = readingRule<{ what: string }>({
  id: "DC1017",
  name: "bom-crlf",
  severity: "info",
  fix: "none",
  why: "some tools count columns wrongly or refuse the file",
  page: {
    why: "Byte order marks make `JSON.parse` fail, and CRLF makes diffs noisy. This reader accepts both; places in findings are not shifted by them.",
    bad: "a file saved with a byte order mark and CRLF line ends",
    good: "the same file saved as UTF-8 with LF line ends",
    suppress: "The file is checked out with CRLF on purpose.",
  },
  text: ({ what }) => ({ message: `the file has ${what}`, help: "save it as plain UTF-8 with LF line ends" }),
});

export const readingRules: readonly Rule[] = [
  syntax,
  duplicateKey,
  tabIndent,
  mergeKey,
  directiveOrTag,
  oneDocument,
  sizeLimits,
  lossyNumber,
  twoReadings,
  reservedKey,
  hiddenCharacter,
  commaSplitText,
  strictJson,
  bomCrlf,
];
