/** One operation with every default written out and everything that follows from it. */
import type { EffectClass } from "../../core/effect.ts";
import type { AuthMethod, Authorization, HostRule } from "../../core/manifest-auth.ts";
import type { Example } from "../../core/manifest-example.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { AgentExposure, Implementation, Impact, Operation, ToolHints } from "../../core/manifest.ts";
import type { SourceExample, SourceManifest, SourceOperation } from "../language/source-manifest.ts";
import { resolveBranches } from "./resolve-branches.ts";
import { resolveClassification } from "./resolve-classification.ts";
import {
  resolveExecution,
  resolveIdempotency,
  resolveLookup,
  resolvePagination,
  resolveRateLimit,
} from "./resolve-repeating.ts";
import type { RequestScope } from "./resolve-request.ts";
import { resolveRequest } from "./resolve-request.ts";
import type { SchemaScope } from "./resolve-schema.ts";
import { resolveSchema } from "./resolve-schema.ts";
import { fullKeyLengths, keyDigits } from "./resolve-value.ts";
import { deriveToolName } from "./tool-name.ts";
import type { Unresolved } from "./unresolved.ts";

/** What an operation takes from the rest of the manifest. */
export interface OperationScope {
  readonly source: SourceManifest;
  readonly hosts: readonly HostRule[];
  readonly authMethods: Readonly<Record<string, AuthMethod>>;
  readonly unresolved: Unresolved;
}

const noArguments: ManifestSchema = { type: "object", properties: {}, additionalProperties: false };
const defaultResultBytes = 4096;

export function resolveOperation(name: string, source: SourceOperation, scope: OperationScope): Operation {
  const { defaults, schemas = {} } = scope.source;
  const schemaScope: SchemaScope = { schemas, unresolved: scope.unresolved };
  const execution = resolveExecution(source.execution, defaults?.execution);
  const values = requestScope(source, scope, execution.timeoutMs);
  const rateLimit = source.rateLimit ?? defaults?.rateLimit;
  const impact = resolveImpact(source, name, scope.unresolved);
  const effect = effectOf(source);
  const output = source.output === undefined ? undefined : resolveSchema(source.output, schemaScope);
  return {
    name,
    kind: source.kind,
    impact,
    concerns: source.concerns ?? [],
    title: source.title,
    description: source.description,
    authorization: resolveAuthorization(source, scope, name),
    input: source.input === undefined ? noArguments : resolveSchema(source.input, schemaScope),
    output,
    branches: resolveBranches(source, defaults?.branches ?? {}, output, { ...values, schemas: schemaScope }),
    idempotency: source.idempotency === undefined ? undefined : resolveIdempotency(source.idempotency),
    lookup: source.lookup === undefined ? undefined : resolveLookup(source.lookup, values),
    agent: resolveAgent(source, scope.source.connector.id, name),
    execution,
    rateLimit: rateLimit === undefined ? undefined : resolveRateLimit(rateLimit),
    implementation: resolveImplementation(source, values),
    classification: resolveClassification(source.classify ?? [], defaults?.classify ?? [], values),
    pagination: source.pagination === undefined ? undefined : resolvePagination(source.pagination, values),
    examples: Object.entries(source.examples ?? {}).map(([example, written]) => resolveExample(example, written)),
    deprecated: resolveDeprecation(source),
    effect,
    hints: hintsOf(source, impact, effect),
  };
}

function requestScope(source: SourceOperation, scope: OperationScope, timeoutMs: number): RequestScope {
  const key = source.idempotency?.key;
  return {
    keyLengths:
      key === undefined ? fullKeyLengths : { ...fullKeyLengths, [key.format]: keyDigits(key.format, key.maxLength) },
    unresolved: scope.unresolved,
    hosts: scope.hosts,
    defaultHeaders: scope.source.defaults?.headers ?? {},
    timeoutMs,
  };
}

function resolveImpact(source: SourceOperation, name: string, unresolved: Unresolved): Impact {
  if (source.kind === "query") return source.impact ?? "none";
  if (source.impact === undefined) unresolved.add(`the mutation ${name} does not say its impact`);
  // A placeholder that no rule has an opinion on: the missing key is the one fault.
  return source.impact ?? "modifying";
}

/** A query reads; a mutation is idempotent only by its author's word. */
function effectOf(source: SourceOperation): EffectClass {
  if (source.kind === "query") return "read";
  return source.agent?.retry === "safe" ? "idempotent_write" : "non_idempotent_write";
}

function hintsOf(source: SourceOperation, impact: Impact, effect: EffectClass): ToolHints {
  return {
    readOnlyHint: source.kind === "query",
    destructiveHint: impact === "modifying" || impact === "destructive",
    idempotentHint: effect === "idempotent_write",
    openWorldHint: true,
  };
}

function resolveAuthorization(source: SourceOperation, scope: OperationScope, name: string): Authorization {
  const all = Object.keys(scope.authMethods);
  const written = source.authorization;
  if (written === undefined && all.length > 0) scope.unresolved.add(`${name} does not say what authorization it needs`);
  if (written === undefined || written === "none") return { kind: "none" };
  if (written === "required") return { kind: "required", methods: all, scopes: [] };
  return { kind: "required", methods: written.methods ?? all, scopes: written.scopes ?? [] };
}

function resolveAgent(source: SourceOperation, connectorId: string, name: string): AgentExposure {
  const { agent = {} } = source;
  return {
    exposed: agent.exposed ?? false,
    toolName: agent.name ?? deriveToolName(connectorId, name),
    description: agent.description ?? source.description ?? "",
    retry: agent.retry ?? "never",
    approval: agent.approval ?? "none",
    approvalReason: agent.approvalReason,
    preview: agent.preview,
    maxResultBytes: agent.maxResultBytes ?? defaultResultBytes,
  };
}

function resolveImplementation(source: SourceOperation, scope: RequestScope): Implementation {
  if (source.request !== undefined) return { kind: "request", request: resolveRequest(source.request, scope) };
  return { kind: "handler", module: source.handler?.module, export: source.handler?.export };
}

function resolveDeprecation(source: SourceOperation): Operation["deprecated"] {
  if (source.deprecated === undefined) return undefined;
  const { since, replacedBy, removeAfter, message } = source.deprecated;
  return { since, replacedBy, removeAfter, message };
}

function resolveExample(name: string, source: SourceExample): Example {
  if (source.invalid !== undefined) return { kind: "invalid", name, input: source.input, pointer: source.invalid };
  return {
    kind: "call",
    name,
    input: source.input,
    exchange: (source.exchange ?? []).map(({ expect, respond }) => ({
      expect:
        expect === undefined
          ? undefined
          : {
              method: expect.method,
              path: expect.path,
              query: expect.query,
              headers: expect.headers,
              body: expect.body,
            },
      respond: { status: respond.status, headers: respond.headers ?? {}, body: respond.body, fault: respond.fault },
    })),
    result: { branch: source.result?.branch ?? "", record: source.result?.record, output: source.result?.output },
  };
}
