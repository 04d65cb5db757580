/**
 * Writes the TypeScript types and the exported schemas of the Slack connector's arguments from its manifest, so that
 * they cannot drift. With `--check` it writes nothing and fails when a file differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "oxfmt";
import { parse } from "yaml";

const folder = join(import.meta.dirname, "..", "connectors", "slack");

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Manifest {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: Readonly<Record<string, { readonly description: string; readonly input: Schema }>>;
}

/** Which operations' inputs are in which file. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  messages: [
    "postChannelMessage",
    "postThreadReply",
    "broadcastChannelMessage",
    "broadcastThreadReply",
    "postRichMessage",
    "postRichThreadReply",
    "postEphemeralMessage",
    "updateMessage",
    "deleteMessage",
  ],
  scheduled: ["scheduleMessage", "cancelScheduledMessage", "listScheduledMessages"],
  history: [
    "getChannelHistory",
    "listThreadMessages",
    "getThreadReply",
    "getMessage",
    "getMessagePermalink",
    "findMarkedMessages",
  ],
  channels: ["listChannels", "findChannelByName", "listJoinedChannels", "getChannel", "listChannelMembers"],
  "channel-changes": [
    "joinChannel",
    "leaveChannel",
    "createChannel",
    "archiveChannel",
    "inviteUsersToChannel",
    "setChannelTopic",
    "setChannelPurpose",
    "openConversation",
  ],
  reactions: ["addReaction", "removeReaction", "getReactions"],
  pins: ["pinMessage", "unpinMessage", "listPins"],
  users: ["listUsers", "getUser", "findUserByEmail", "getUserPresence", "listUserGroups"],
  files: ["uploadFile", "listFiles", "getFile"],
  search: ["searchMessages"],
  bookmarks: ["addBookmark", "editBookmark", "removeBookmark", "listBookmarks"],
};

/** The files by their path in the connector's folder, as they should be. */
export async function inputFiles(): Promise<ReadonlyMap<string, string>> {
  const manifest = parse(readFileSync(join(folder, "dex-connector.yaml"), "utf8")) as Manifest;
  const written = Object.values(FAMILIES).flat();
  const missing = Object.keys(manifest.operations).filter((name) => !written.includes(name));
  if (missing.length > 0) throw new Error(`scripts/slack-inputs.ts puts ${missing.join(", ")} into no family`);
  const families = Object.entries(FAMILIES);
  const texts = [
    ...families.map(([family, names]) => [`inputs/${family}.ts`, fileText(manifest, family, names)] as const),
    ["input-schemas.ts", schemasText(families)] as const,
  ];
  return new Map(await Promise.all(texts.map(async ([path, text]) => [path, await formatted(path, text)] as const)));
}

/** As the repository's formatter writes it; the width is that of .oxfmtrc.json. */
async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]?.message ?? "unknown"}`);
  return code;
}

function schemasText(families: readonly (readonly [string, readonly string[]])[]): string {
  const imports = families.map(
    ([family, names]) =>
      `import type { ${names.map((name) => typeName(name)).join(", ")} } from "./inputs/${family}.ts";\n`,
  );
  const schemas = families
    .flatMap(([, names]) => names)
    .map((name) => {
      const doc = `/** Accepts the arguments of \`${name}\`, as its manifest does. */\n`;
      return `${doc}export const ${typeName(name)}Schema: StandardSchemaV1<${typeName(name)}> = inputSchemaOf(manifest, "${name}");\n`;
    });
  return [
    "/** The input schemas of all operations as Standard Schemas. Written from the manifest by scripts/slack-inputs.ts. */\n",
    'import type { StandardSchemaV1 } from "../../src/connector.ts";\n',
    'import { inputSchemaOf } from "./input-schema.ts";\n',
    ...imports,
    'import { slackConnector } from "./slack-connector.ts";\n',
    "\nconst { manifest } = slackConnector;\n\n",
    ...schemas,
  ].join("");
}

function typeName(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
}

function fileText(manifest: Manifest, family: string, names: readonly string[]): string {
  const head = `/** Arguments of the operations on ${words(family)}. Written from the manifest by scripts/slack-inputs.ts. */\n`;
  return head + names.map((name) => `\n${interfaceText(manifest, name)}`).join("");
}

function interfaceText(manifest: Manifest, name: string): string {
  const operation = manifest.operations[name];
  if (operation === undefined) throw new Error(`the manifest has no operation ${name}`);
  const opening = `${comment(`Arguments of \`${name}\`. ${operation.description}`, "")}export interface ${typeName(name)} {\n`;
  return `${opening}${members(manifest, resolve(manifest, operation.input), "  ")}}\n`;
}

function members(manifest: Manifest, schema: Schema, indent: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([key, property]) => {
      const resolved = resolve(manifest, property);
      const mark = schema.required?.includes(key) === true ? "" : "?";
      const text = property.description ?? resolved.description ?? "";
      return `${comment(text, indent)}${indent}readonly ${key}${mark}: ${typeText(manifest, resolved, indent)};\n`;
    })
    .join("");
}

function typeText(manifest: Manifest, schema: Schema, indent: string): string {
  if (schema.oneOf !== undefined)
    return schema.oneOf.map((item) => typeText(manifest, resolve(manifest, item), indent)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "array": {
      const items = resolve(manifest, schema.items ?? {});
      const item = typeText(manifest, items, indent);
      return items.oneOf === undefined && items.enum === undefined ? `readonly ${item}[]` : `readonly (${item})[]`;
    }
    case "object":
      return `{\n${members(manifest, schema, `${indent}  `)}${indent}}`;
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "string":
      return schema.type;
    default:
      throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`);
  }
}

function resolve(manifest: Manifest, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = manifest.schemas[schema.$ref.replace("#/schemas/", "")];
  if (target === undefined) throw new Error(`no schema ${schema.$ref}`);
  return target;
}

function comment(text: string, indent: string): string {
  return text === "" ? "" : `${indent}/** ${text} */\n`;
}

function words(family: string): string {
  return family.replaceAll("-", " ");
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes("--check");
  mkdirSync(join(folder, "inputs"), { recursive: true });
  for (const [name, text] of await inputFiles()) {
    const path = join(folder, name);
    if (!isCheck) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) throw new Error(`${path} differs: run node scripts/slack-inputs.ts`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
