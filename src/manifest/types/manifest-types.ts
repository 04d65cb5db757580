/** A manifest → a TypeScript module with the types of what its operations take and give. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { Manifest, Operation } from "../../core/manifest.ts";
import { documentation, schemaType } from "./schema-type.ts";

/**
 * Two types for each operation, `<Operation>Input` and `<Operation>Output`. A prefix keeps the names of several
 * connectors apart.
 */
export function manifestTypes({ connector, operations }: Manifest, prefix = ""): string {
  const head = `// Types of ${connector.id} ${connector.version}, written by \`dex-connectors types\`.`;
  const declarations = Object.values(operations).flatMap((operation) => operationTypes(operation, prefix));
  return `${[head, ...declarations].join("\n\n")}\n`;
}

/** The beginning of names: `acme-desk` → `AcmeDesk`. */
export function typePrefix(connectorId: string): string {
  return connectorId.split("-").map(capitalized).join("");
}

function operationTypes(operation: Operation, prefix: string): readonly string[] {
  const name = `${prefix}${capitalized(operation.name)}`;
  return [
    declaration(`${name}Input`, operation.description, schemaType(operation.input)),
    declaration(`${name}Output`, `What \`${operation.name}\` gives when it succeeds.`, outputType(operation)),
  ];
}

function declaration(name: string, description: string | undefined, type: string): string {
  return [...documentation({ description }, ""), `export type ${name} = ${type};`].join("\n");
}

/** A branch may have its own output. Without a schema nothing is known of the result. */
function outputType({ branches, output }: Operation): string {
  const outputs = Object.values(branches)
    .filter(({ record }) => record === "succeeded")
    .map((branch): ManifestSchema => branch.output ?? output ?? {});
  const types = new Set(outputs.map((schema) => schemaType(schema)));
  return types.size === 0 ? "never" : [...types].join(" | ");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
