/** Makes a tool of a connector's operation. Its effect comes from the manifest; an application decides on approval only. */

import { canonicalText } from "../core/canonical.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { toPlainSchema } from "../core/manifest-schema.ts";
import { isCheckedManifest, type Manifest, type Operation as ManifestOperation } from "../core/manifest.ts";
import type { Operation } from "../core/operation.ts";
import type { StandardSchemaV1 } from "../core/standard-schema.ts";
import type { ApprovalRule, ConnectionReference, Tool } from "../core/tool.ts";
import { isApprovalRule } from "./approval-rule.ts";
import { connectorFacts, executionOf } from "./connector-facts.ts";
import { requireKnownKeys } from "./known-keys.ts";
import { exposedOperation } from "./exposed-operation.ts";

/** What an application may say of a connector's tool. */
export interface ConnectorToolOptions {
  /** The connector's checked manifest. Default: the one the operation was made with. */
  readonly manifest?: Manifest | undefined;
  /** Accepts or refuses arguments after the manifest's schema did; its output is not used. */
  readonly inputValidator?: StandardSchemaV1 | undefined;
  /** Who is asked before it runs. Default: `true` where the manifest recommends approval, else `false`. */
  readonly requiresApproval?: ApprovalRule | undefined;
  /** Lets equal writes of one turn run twice. Default `false`. */
  readonly allowRepeat?: boolean | undefined;
  /** Renames the tool, `^[a-z][a-z0-9_]{0,63}$`. Default: the manifest's name. */
  readonly name?: string | undefined;
}

/** An operation made into a tool; hand it to a `ConnectorToolSource`. */
export interface ConnectorTool {
  readonly tool: Tool;
  readonly operation: Operation;
}

const optionKeys = ["manifest", "inputValidator", "requiresApproval", "allowRepeat", "name"];

/**
 * Makes a tool of an operation of a connection. Compiles nothing and sends nothing.
 *
 * Throws `invalid_definition` when the manifest does not expose the operation (the message lists those it exposes), for
 * an unknown option, or when operation, reference and manifest belong to different connectors. An `effect` is ignored
 * with a warning.
 */
export function connectorTool(
  operation: Operation,
  reference: ConnectionReference,
  options: ConnectorToolOptions = {},
): ConnectorTool {
  const warnings = effectWarnings(operation, options);
  requireKnownKeys(options, [...optionKeys, "effect"], "the options of connectorTool");
  checkOptions(options);
  const manifest = manifestOf(operation, options.manifest);
  const definition = exposedOperation(manifest, operation?.id);
  checkDefinition(operation, definition);
  checkReference(operation, reference);
  return Object.freeze({ operation, tool: toTool(manifest, definition, reference, options, warnings) });
}

function toTool(
  manifest: Manifest,
  operation: ManifestOperation,
  reference: ConnectionReference,
  options: ConnectorToolOptions,
  warnings: readonly string[],
): Tool {
  const { agent, effect, hints, input, output } = operation;
  return Object.freeze<Tool>({
    name: options.name ?? agent.toolName,
    description: agent.description,
    inputSchema: toPlainSchema(input),
    outputSchema: output === undefined ? undefined : toPlainSchema(output),
    effect,
    annotations: hints,
    requiresApproval: options.requiresApproval ?? agent.approval === "recommended",
    connector: connectorFacts(manifest, operation, reference),
    inputValidator: options.inputValidator,
    allowRepeat: options.allowRepeat ?? false,
    execution: executionOf(operation),
    maxResultBytes: agent.maxResultBytes,
    warnings,
  });
}

const warned = new Set<string>();

/** Tells an application that tries to set an effect that it cannot, in the tool and once in the process. */
function effectWarnings(operation: Operation | undefined, options: ConnectorToolOptions): readonly string[] {
  if (typeof options !== "object" || options === null || !("effect" in options)) return [];
  const warning = `${operation?.connection.connector ?? "connector"} ${operation?.id ?? ""}: an effect of the application is ignored; it comes from the manifest alone`;
  if (!warned.has(warning)) {
    warned.add(warning);
    process.emitWarning(warning, { type: "DexConnectorsWarning", code: "DEX_EFFECT_IGNORED" });
  }
  return [warning];
}

function checkOptions(options: ConnectorToolOptions): void {
  const { requiresApproval, inputValidator, allowRepeat, name } = options;
  if (requiresApproval !== undefined && !isApprovalRule(requiresApproval)) {
    refuse("requiresApproval must be true, false or a function of the arguments");
  }
  if (inputValidator !== undefined && typeof inputValidator["~standard"]?.validate !== "function") {
    refuse("inputValidator must follow Standard Schema (an object with ~standard.validate)");
  }
  if (allowRepeat !== undefined && typeof allowRepeat !== "boolean") refuse("allowRepeat must be true or false");
  if (name !== undefined && !/^[a-z][a-z0-9_]{0,63}$/.test(name)) {
    refuse(`the name ${JSON.stringify(name)} must be 1 to 64 of a-z, 0-9 and _, beginning with a letter`);
  }
}

function manifestOf(operation: Operation | undefined, given: Manifest | undefined): Manifest {
  const manifest = given ?? operation?.manifest;
  if (!isCheckedManifest(manifest)) {
    return refuse(
      manifest === undefined
        ? "it needs an operation of a connection: connection.operations.name()"
        : "the manifest was not checked; take the connector's own `manifest`, which defineConnector gives",
    );
  }
  const own = operation?.manifest.connector;
  if (own !== undefined && (own.id !== manifest.connector.id || own.version !== manifest.connector.version)) {
    refuse(
      `the operation is of ${own.id} ${own.version}, the manifest of ${manifest.connector.id} ${manifest.connector.version}; use one of both`,
    );
  }
  return manifest;
}

/** What runs is the operation's own definition: another one of that name must not say what a repeat does. */
function checkDefinition(operation: Operation, definition: ManifestOperation): void {
  if (definition === operation.definition || textOf(definition) === textOf(operation.definition)) return;
  refuse(`the manifest says something else of ${operation.id} than the operation was made with; use one of both`);
}

function textOf(definition: ManifestOperation): string {
  // A resolved manifest is JSON but for its types: the interfaces have no index signature.
  return canonicalText(definition as unknown as Json);
}

function checkReference(operation: Operation, reference: ConnectionReference | undefined): void {
  const { connector, name } = operation.connection;
  if (reference?.connector === connector && reference.name === name) return;
  const given = reference === undefined ? "none" : `${reference.connector}/${reference.name}`;
  refuse(
    `the operation is of connection ${connector}/${name}, the reference names ${given}; pass connection.reference`,
  );
}

function refuse(reason: string): never {
  throw new ToolkitError("invalid_definition", `connectorTool: ${reason}`);
}
