/** What a tool is by its manifest: how its operation is tried and what a recovery compares. */

import { canonicalText } from "../core/canonical.ts";
import type { Json } from "../core/json.ts";
import type { Manifest, Operation as ManifestOperation } from "../core/manifest.ts";
import type { ConnectionReference, ConnectorFacts, ToolExecution } from "../core/tool.ts";

export function connectorFacts(
  manifest: Manifest,
  operation: ManifestOperation,
  connection: ConnectionReference,
): ConnectorFacts {
  const { idempotency, lookup } = operation;
  return {
    connection,
    operation: operation.name,
    version: manifest.connector.version,
    mechanism: idempotency?.kind ?? "none",
    mechanismText: mechanismText(operation),
    keyWindowMs: idempotency?.kind === "key" && idempotency.windowMs !== "forever" ? idempotency.windowMs : undefined,
    hasLookup: lookup !== undefined,
    lookupWaitMs: lookup?.waitBeforeMs,
    branches: Object.keys(operation.branches),
    previewTemplate: operation.agent.preview,
  };
}

/** A lookup belongs to the proof where it is what makes a repeat safe. */
function mechanismText(operation: ManifestOperation): string {
  const { idempotency, lookup } = operation;
  if (idempotency === undefined) return "none";
  const proof = idempotency.kind === "lookup" ? { ...idempotency, lookup } : idempotency;
  // A resolved manifest is JSON but for its types: the interfaces have no index signature.
  return canonicalText(proof as unknown as Json);
}

/** The budget of an operation. A natural write is not sent again after a long pause: someone may have changed the thing since. */
export function executionOf(operation: ManifestOperation): ToolExecution {
  const { timeoutMs, retry } = operation.execution;
  return { timeoutMs, retry, downtimeCounts: operation.idempotency?.kind === "natural" };
}
