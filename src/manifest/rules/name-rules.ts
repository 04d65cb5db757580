/** The rules on names and descriptions: what people, models and hosts read. */
import { assertNever } from "../../core/assert-never.ts";
import { findToolNameCollisions } from "./tool-name-collisions.ts";
import type { ToolNameCollisionData } from "./tool-name-collisions.ts";
import { defineRule } from "./rule.ts";
import type { FindingDraft, Rule, RuleText } from "./rule.ts";
import type { RuleContext } from "./rule-context.ts";

const idOrName = defineRule<{ name: string; expected: string; suggestion?: string }>({
  id: "DC3001",
  name: "id-or-name",
  severity: "error",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "names become tool names, keys and file names, where other characters break",
  page: {
    why: "Hosts of tools allow few characters, and a name with a slash or a space cannot be part of a key or a flag.",
    bad: `operations: {Post_Reply: {kind: mutation}}`,
    good: `operations: {postReply: {kind: mutation}}`,
  },
  text: ({ name, expected, suggestion }) => ({
    message: `\`${name}\` is not ${expected}`,
    help: suggestion === undefined ? "choose another name" : `write \`${suggestion}\``,
  }),
});

const longestToolName = 64;
const roomyToolName = 52;

const toolNameLength = defineRule<{ toolName: string; length: number; allowed: number }>({
  id: "DC3003",
  name: "tool-name-length",
  severity: "error",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "hosts cut or refuse longer names",
  page: {
    why: "Model providers take tool names of at most 64 characters, and hosts put a prefix of up to 12 characters before them.",
    bad: `operations: {listAllOpenTicketsOfTheOrganizationByPriority: {agent: {exposed: true}}}`,
    good: `operations: {listAllOpenTicketsOfTheOrganizationByPriority: {agent: {exposed: true, name: acme_open_tickets}}}`,
    suppress: "The hosts in use put no prefix before tool names (for names up to 64 characters).",
  },
  text: ({ toolName, length, allowed }) => ({
    message: `the tool name \`${toolName}\` has ${length} characters; at most ${allowed} ${allowed === longestToolName ? "are possible" : "leave room for a prefix"}`,
    help: "give a shorter `agent.name`",
  }),
  check: (context) =>
    context.operations.flatMap(({ operation, pointer }) => {
      const { toolName, exposed } = operation.agent;
      if (!exposed || toolName.length <= roomyToolName) return [];
      const isTooLong = toolName.length > longestToolName;
      const allowed = isTooLong ? longestToolName : roomyToolName;
      const at = { pointer: context.locate(`${pointer}/agent/name`, pointer), on: "key" as const };
      return [
        {
          at,
          severity: isTooLong ? ("error" as const) : ("warning" as const),
          data: { toolName, length: toolName.length, allowed },
        },
      ];
    }),
});

const toolNameCollision = defineRule<ToolNameCollisionData>({
  id: "DC3004",
  name: "tool-name-collision",
  severity: "error",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "a host keeps one of the two, and a model cannot tell them apart",
  page: {
    why: "Two operations whose derived names are equal would be one tool. This also happens between connectors of one folder: `desk-a` with `note` and `desk` with `aNote`. Two files with one `connector.id` have all their tools and their connections in common; another `connector.id` in one of them is the way out.",
    bad: `operations: {getURL: {kind: query}, getUrl: {kind: query}}`,
    good: `operations: {getURL: {kind: query}, readUrl: {kind: query}}`,
  },
  text: (data) => collisionText(data),
  check: (context) => findToolNameCollisions(context),
});

function collisionText({ problem, toolName, other, file, more }: ToolNameCollisionData): RuleText {
  switch (problem) {
    case "operation":
      return {
        message: `the tool name \`${toolName}\` is also that of \`${other}\``,
        help: "rename one operation, or give one an `agent.name`",
      };
    case "file":
      return {
        message: `the tool name \`${toolName}\` is also that of \`${other}\` in ${file}${more === 0 ? "" : `, and ${more} more of the two files ${more === 1 ? "is" : "are"} alike`}`,
        help: "give one connector another `connector.id`, or the operation an `agent.name`",
      };
    case "connector":
      return {
        message: `the connector id \`${other}\` is also that of ${file}`,
        help: "give one of the two files another `connector.id`, or check them apart if they are never used together",
      };
    default:
      return assertNever(problem);
  }
}

const missingDescription = defineRule<{ name: string; exposed: boolean }>({
  id: "DC3005",
  name: "missing-description",
  severity: "error",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "a model chooses tools by what their descriptions say",
  page: {
    why: "Without a description the model guesses from the name what a tool does and when to use it.",
    bad: `postReply: {kind: mutation, agent: {exposed: true}}`,
    good: `postReply: {kind: mutation, description: Post one reply in an existing thread; the channel can read it., agent: {exposed: true}}`,
    suppress: "An internal operation that no agent sees.",
  },
  text: ({ name, exposed }) => ({
    message: `${name}${exposed ? " is exposed to agents and" : ""} has no description`,
    help: "say what it does, when to use it and what it changes, in 20 to 1024 characters",
  }),
  check: (context) =>
    context.operations.flatMap(({ name, operation, pointer }) => {
      if (operation.agent.description !== "") return [];
      const { exposed } = operation.agent;
      return [
        {
          at: { pointer, on: "key" as const },
          severity: exposed ? ("error" as const) : ("warning" as const),
          data: { name, exposed },
        },
      ];
    }),
});

const weakDescription = defineRule<{ description: string }>({
  id: "DC3006",
  name: "weak-description",
  severity: "info",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "the model learns nothing that the name does not say",
  page: {
    why: "A description that repeats the name helps nobody. Say what, when, and what it changes.",
    bad: `postThreadReply: {description: Posts a reply to the thread.}`,
    good: `postThreadReply: {description: Post one reply in an existing thread; everybody in the channel can read it.}`,
    suppress: "The name says it all.",
  },
  text: ({ description }) => ({
    message: `\`${description}\` repeats the name`,
    help: "say what it does, when to use it and what it changes",
  }),
  check: findWeakDescriptions,
});

const fillers: ReadonlySet<string> = new Set(
  "a an the of in to for from with by on at as and or this that it its one all via using".split(" "),
);

function findWeakDescriptions({ operations }: RuleContext): readonly FindingDraft<{ description: string }>[] {
  return operations.flatMap(({ name, pointer, source }) => {
    const { description } = source;
    if (description === undefined) return [];
    const nameWords = name
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(" ")
      .map(stem);
    const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const telling = words.filter((word) => !fillers.has(word) && !nameWords.includes(stem(word)));
    return telling.length === 0 ? [{ at: { pointer: `${pointer}/description` }, data: { description } }] : [];
  });
}

/** Enough of English to see that "posts" and "replies" are "post" and "reply". */
function stem(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/(?:es|s|ing|ed)$/, "")
    .replace(/e$/, "");
}

const confusableName = defineRule<{ name: string; character: string; codePoint: string }>({
  id: "DC3007",
  name: "confusable-name",
  severity: "error",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "a letter of another script looks the same and is another name",
  page: {
    why: "A Cyrillic а in a name cannot be seen, and whoever types the name finds nothing.",
    bad: `operations: {postM\u0435ssage: {kind: mutation}}   # the first e is Cyrillic`,
    good: `operations: {postMessage: {kind: mutation}}`,
  },
  text: ({ name, character, codePoint }) => ({
    message: `\`${name}\` has the letter \`${character}\` (${codePoint}), which is not ASCII`,
    help: "type the name again with ASCII letters",
  }),
});

const deprecatedWayOut = defineRule<{ name: string }>({
  id: "DC3008",
  name: "deprecated-way-out",
  severity: "warning",
  category: "names",
  since: "0.1.0",
  fix: "none",
  why: "users read that it goes away, but not what to do",
  page: {
    why: "A deprecation without a replacement leaves every user to search alone.",
    bad: `deprecated: {since: 1.4.0}`,
    good: `deprecated: {since: 1.4.0, replacedBy: postMessage}`,
  },
  text: ({ name }) => ({ message: `${name} is deprecated without a way out`, help: "add `replacedBy` or `message`" }),
  check: ({ operations }) =>
    operations.flatMap(({ name, pointer, operation: { deprecated } }) => {
      const hasWay =
        deprecated === undefined || deprecated.replacedBy !== undefined || deprecated.message !== undefined;
      return hasWay ? [] : [{ at: { pointer: `${pointer}/deprecated`, on: "key" as const }, data: { name } }];
    }),
});

export const nameRules: readonly Rule[] = [
  idOrName,
  toolNameLength,
  toolNameCollision,
  missingDescription,
  weakDescription,
  confusableName,
  deprecatedWayOut,
];
