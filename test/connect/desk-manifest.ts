/** A small checked manifest for tests that need one without a file: a desk with tickets and notes, every operation a handler. */
import type { Branch, Manifest, Operation } from "../../src/core/manifest.ts";
import { checkedManifest } from "../../src/core/manifest.ts";
import type { ManifestSchema } from "../../src/core/manifest-schema.ts";
import { defaultRetryPolicy } from "../../src/core/retry.ts";

const ticketId: ManifestSchema = { type: "string", pattern: "^T-[0-9]{1,12}$", maxLength: 14 };
const text: ManifestSchema = { type: "string", minLength: 1, maxLength: 5000 };
const noteOutput: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  required: ["noteId"],
  properties: { noteId: { type: "string", maxLength: 40 } },
};

function branch(id: string, record: Branch["record"], output?: ManifestSchema): Branch {
  return {
    id,
    record,
    description: `${id}.`,
    message: undefined,
    output,
    retryable: id === "refused",
    implicit: false,
  };
}

function object(properties: Record<string, ManifestSchema>): ManifestSchema {
  return { type: "object", additionalProperties: false, required: Object.keys(properties), properties };
}

/** An operation with the defaults of the language. */
export function deskOperation(name: string, given: Partial<Operation> = {}): Operation {
  const kind = given.kind ?? "mutation";
  const output = given.output ?? noteOutput;
  return {
    name,
    kind,
    impact: kind === "query" ? "none" : "additive",
    concerns: [],
    title: undefined,
    description: `Does ${name} at the desk.`,
    authorization: { kind: "required", methods: ["token"], scopes: [] },
    input: object({ ticketId, text }),
    output,
    branches: Object.fromEntries(
      [
        branch("done", "succeeded", output),
        branch("refused", "failed"),
        branch("partial", "outcome_unknown"),
        branch("defect", "failed"),
      ].map((each) => [each.id, each]),
    ),
    idempotency: undefined,
    lookup: undefined,
    agent: {
      exposed: true,
      toolName: `acme_desk_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      description: `Does ${name} at the desk.`,
      retry: "never",
      approval: "none",
      approvalReason: undefined,
      maxResultBytes: 4096,
    },
    execution: { timeoutMs: 30_000, retry: defaultRetryPolicy },
    rateLimit: undefined,
    implementation: { kind: "handler", module: undefined, export: undefined },
    classification: { rules: [], otherwise: { kind: "tail" } },
    pagination: undefined,
    examples: [],
    deprecated: undefined,
    effect: kind === "query" ? "read" : "non_idempotent_write",
    hints: {
      readOnlyHint: kind === "query",
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    ...given,
  };
}

/** A manifest with these operations. */
export function deskManifest(operations: readonly Operation[], given: Partial<Manifest> = {}): Manifest {
  return Object.freeze({
    [checkedManifest]: true as const,
    manifestVersion: 1 as const,
    connector: { id: "acme-desk", title: "Acme Desk", description: "Tickets.", version: "1.0.0", docs: undefined },
    hosts: [{ kind: "config" as const, name: "baseUrl" }],
    config: Object.fromEntries(
      [
        { ...field("baseUrl", "url"), required: true },
        { ...field("pageSize", "integer"), default: 20, min: 1, max: 100 },
        { ...field("region", "enum"), values: ["eu", "us"] },
        field("wait", "duration"),
        { ...field("team", "string"), pattern: "^[a-z]+$", maxLength: 10 },
        field("tags", "stringList"),
        field("strict", "boolean"),
      ].map((each) => [each.name, each]),
    ),
    authMethods: {
      token: {
        id: "token",
        type: "bearer" as const,
        secrets: [
          { name: "apiToken", required: true, description: undefined },
          { name: "userToken", required: false, description: undefined },
        ],
        place: { in: "header" as const, name: "authorization", prefix: "Bearer ", secret: "apiToken" },
        hosts: [{ kind: "config" as const, name: "baseUrl" }],
        scopes: [],
        guide: undefined,
      },
    },
    operations: Object.fromEntries(operations.map((operation) => [operation.name, operation])),
    ...given,
  });
}

function field(name: string, type: Manifest["config"][string]["type"]): Manifest["config"][string] {
  return {
    name,
    type,
    description: undefined,
    required: false,
    default: undefined,
    values: undefined,
    min: undefined,
    max: undefined,
    maxLength: undefined,
    pattern: undefined,
  };
}
