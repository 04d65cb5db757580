/**
 * Writes the parts of docs/slack.md that follow from the connector's manifest: the table of operations and the scopes of
 * the Slack app. With `--check` it writes nothing and fails when the page differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadManifest } from "../src/manifest/load-manifest.ts";
import type { Manifest, Operation } from "../src/core/manifest.ts";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs", "slack.md");

/** The page with its generated parts as they should be. */
export function slackPage(text: string): string {
  const manifest = slackManifest();
  return replacePart(replacePart(text, "operations", operationTable(manifest)), "app-manifest", appManifest(manifest));
}

export function readSlackPage(): string {
  return readFileSync(page, "utf8");
}

function slackManifest(): Manifest {
  const path = join(root, "connectors", "slack", "dex-connector.yaml");
  const { manifest } = loadManifest(readFileSync(path), { path });
  if (manifest === undefined) throw new Error(`${path} has errors: run dex-connectors validate`);
  return manifest;
}

function replacePart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/slack.md has no part ${name}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

function operationTable(manifest: Manifest): string {
  const rows = Object.values(manifest.operations).map((operation) => row(operation));
  return [
    "| tool | what it does | kind | scopes | approval | lost answer |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function row(operation: Operation): string {
  const { agent, title = "", authorization } = operation;
  const scopes = authorization.kind === "required" ? authorization.scopes : [];
  const needsUser = authorization.kind === "required" && authorization.methods.includes("user");
  const cells = [
    agent.exposed ? `\`${agent.toolName}\`` : `\`${operation.name}\` (not for agents)`,
    title,
    operation.kind === "query" ? "read" : "write",
    [...scopes.map((scope) => `\`${scope}\``), ...(needsUser ? ["(user token)"] : [])].join(" ") || "none",
    agent.approval === "recommended" ? "asked by default" : "",
    lostAnswer(operation),
  ];
  return `| ${cells.join(" | ")} |`;
}

function lostAnswer(operation: Operation): string {
  if (operation.kind === "query") return "read again";
  if (operation.effect === "idempotent_write") return "sent again";
  if (operation.lookup === undefined) return "unknown until a person settles it";
  return operation.lookup.marker === undefined ? "looked up; a person settles" : "unknown until its mark is found";
}

/** The scopes of all exposed operations, in the form that Slack's "create from a manifest" takes. */
function appManifest(manifest: Manifest): string {
  const scopes = (method: string): readonly string[] => {
    const operations = Object.values(manifest.operations);
    const needed = operations.flatMap(({ authorization }) =>
      authorization.kind === "required" && authorization.methods.includes(method) ? authorization.scopes : [],
    );
    return [...new Set(needed)].toSorted((left, right) => left.localeCompare(right));
  };
  const list = (method: string): string =>
    scopes(method)
      .map((scope) => `      - ${scope}`)
      .join("\n");
  return [
    "```yaml",
    "display_information:",
    "  name: Support agent",
    "features:",
    "  bot_user:",
    "    display_name: support-agent",
    "oauth_config:",
    "  scopes:",
    "    bot:",
    list("bot"),
    "    # Only for slack_search_messages.",
    "    user:",
    list("user"),
    "```",
  ].join("\n");
}

function main(): void {
  const text = readSlackPage();
  const wanted = slackPage(text);
  if (!process.argv.includes("--check")) writeFileSync(page, wanted);
  else if (wanted !== text) throw new Error("docs/slack.md differs: run node scripts/slack-docs.ts");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
