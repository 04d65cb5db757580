/**
 * Writes the README of each connector without code from its manifest and, where there is one, its `evidence.md`.
 * `node scripts/connector-readme.ts` writes them all; a test holds the files equal to what this would write.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDuration } from "../src/core/duration.ts";
import type { Json } from "../src/core/json.ts";
import type { Idempotency } from "../src/core/manifest-idempotency.ts";
import type { ManifestSchema } from "../src/core/manifest-schema.ts";
import type { Manifest, Operation } from "../src/core/manifest.ts";
import { loadManifest } from "../src/manifest/load-manifest.ts";

const connectors = join(import.meta.dirname, "..", "connectors");

/** Folders of connectors whose every operation is a declared request. */
export function declaredConnectors(): readonly string[] {
  return readdirSync(connectors).filter((id) => {
    const file = join(connectors, id, "dex-connector.yaml");
    return existsSync(file) && isDeclared(read(file));
  });
}

/** The README of one connector. */
export function connectorReadme(id: string): string {
  const manifest = read(join(connectors, id, "dex-connector.yaml"));
  const evidence = join(connectors, id, "evidence.md");
  const parts = [
    head(manifest),
    setup(manifest),
    overview(manifest),
    ...Object.values(manifest.operations).map(operationPart),
    existsSync(evidence) ? readFileSync(evidence, "utf8").trim() : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function read(file: string): Manifest {
  const { manifest, findings } = loadManifest(readFileSync(file), { path: file });
  if (manifest === undefined) throw new Error(`${file} has errors: ${findings.map(({ id }) => id).join(", ")}`);
  return manifest;
}

function isDeclared(manifest: Manifest): boolean {
  return Object.values(manifest.operations).every(({ implementation }) => implementation.kind === "request");
}

function head({ connector }: Manifest): string {
  const docs = connector.docs === undefined ? "" : ` The provider's own reference: <${connector.docs}>.`;
  return `# ${connector.title}\n\n<!-- Written by scripts/connector-readme.ts from dex-connector.yaml and evidence.md. -->\n\n${connector.description}${docs}`;
}

function setup(manifest: Manifest): string {
  const secrets = Object.values(manifest.authMethods).flatMap((method) => method.secrets);
  const credentials = secrets
    .map(({ name }) => `${name}: process.env.${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`)
    .join(", ");
  const [first = ""] = exposed(manifest).map(({ name }) => name);
  const settings = Object.values(manifest.config).map(
    ({ name, description, default: value }) =>
      `- \`config.${name}\`: ${description ?? ""}${value === undefined ? "" : ` Default: \`${plain(value)}\`.`}`,
  );
  return [
    "## Setting it up",
    "",
    "```ts",
    'import { loadConnector } from "dex-connectors/http";',
    "",
    `const ${manifest.connector.id} = await loadConnector("./connectors/${manifest.connector.id}/dex-connector.yaml");`,
    `const connection = ${manifest.connector.id}.connect({ name: "main", credentials: { ${credentials} } });`,
    `const tools = connection.tools({ only: ["${first}"] });`,
    "```",
    "",
    ...secrets.map(({ name, description }) => `- \`credentials.${name}\`: ${description ?? ""}`),
    ...settings,
  ].join("\n");
}

function overview(manifest: Manifest): string {
  const rows = exposed(manifest).map(
    ({ name, agent, effect, idempotency }) =>
      `| \`${name}\` | \`${agent.toolName}\` | ${effect.replaceAll("_", " ")} | ${mechanism(idempotency)} | ${agent.approval === "recommended" ? "waits for a person" : "runs at once"} |`,
  );
  return [
    "## Operations",
    "",
    "| operation | tool | effect | a repeat is safe by | approval |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function exposed(manifest: Manifest): readonly Operation[] {
  return Object.values(manifest.operations).filter(({ agent }) => agent.exposed);
}

function mechanism(idempotency: Idempotency | undefined): string {
  if (idempotency === undefined) return "–";
  if (idempotency.kind === "natural") return "its nature";
  if (idempotency.kind === "lookup") return "a lookup";
  const window = idempotency.windowMs === "forever" ? "for ever" : `for ${formatDuration(idempotency.windowMs)}`;
  return `a key, known ${window}`;
}

function operationPart(operation: Operation): string {
  const { name, description, implementation, agent, idempotency } = operation;
  const request =
    implementation.kind === "request"
      ? `\`${implementation.request.method} ${implementation.request.path.template}\``
      : "";
  const reasons = [
    idempotency?.kind === "natural" ? `A repeat is safe: ${idempotency.because}` : "",
    agent.approvalReason === undefined ? "" : `Approval: ${agent.approvalReason}`,
  ].filter((reason) => reason !== "");
  return [
    `### ${name}`,
    "",
    [description ?? "", request].join(" "),
    ...reasons.flatMap((reason) => ["", reason]),
    "",
    inputs(operation.input),
    "",
    branches(operation),
  ].join("\n");
}

function inputs(schema: ManifestSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const needed = schema.required?.includes(name) === true ? "yes" : "no";
    return `| \`${name}\` | ${typeOf(member)} | ${needed} | ${(member.description ?? "").replaceAll("|", "\\|")} |`;
  });
  return ["| argument | type | needed | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function typeOf(schema: ManifestSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${plain(value)}\``).join(", ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  return schema.items === undefined ? type : `list of ${typeOf(schema.items)}`;
}

function plain(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function branches(operation: Operation): string {
  const declared = Object.values(operation.branches).filter(({ implicit }) => !implicit);
  const rows = declared.map(
    ({ id, record, description }) => `| \`${id}\` | ${record.replaceAll("_", " ")} | ${description} |`,
  );
  return ["| ends in | record | |", "| --- | --- | --- |", ...rows].join("\n");
}

if (import.meta.main) {
  for (const id of declaredConnectors()) writeFileSync(join(connectors, id, "README.md"), connectorReadme(id));
}
