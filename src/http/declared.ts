/** Runs a declared operation: one attempt from arguments to ending. */

import type { Ending, Reconciliation } from "../core/ending.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ManifestSchema } from "../core/manifest-schema.ts";
import type { Manifest, Operation } from "../core/manifest.ts";
import type { Secret } from "../core/secret.ts";
import type { ConnectionReference, ToolAttempt } from "../core/tool.ts";
import type { HttpClient } from "./client.ts";
import type { RateGates } from "./rate-gates.ts";

/** Says what is wrong with a value under a schema; an empty list when nothing is. */
export type OutputCheck = (schema: ManifestSchema, value: Json) => readonly string[];

/** What a connection lends to its declared operations. */
export interface DeclaredConnection {
  readonly manifest: Manifest;
  readonly reference: ConnectionReference;
  readonly config: Readonly<Record<string, Json>>;
  /** Read anew for this attempt. */
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly client: HttpClient;
  readonly gates: RateGates;
  /** Compares outputs with their schemas; left out, outputs are not compared. */
  readonly checkOutput?: OutputCheck | undefined;
  /** Runs a query of this connector for a lookup. Default: as a declared operation; needed where the query is a handler. */
  readonly runQuery?: ((operation: string, input: JsonObject, attempt: ToolAttempt) => Promise<Ending>) | undefined;
}

/** One attempt of a declared operation. Throws only what the attempt's own `beginDispatch` throws. */
export function performDeclared(
  connection: DeclaredConnection,
  operation: Operation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Ending> {
  throw new Error(`not ready: ${connection.reference.name} ${operation.name} ${attempt.key} ${String(input)}`);
}

/** Asks the provider how an earlier call of a write ended; sends no write. For operations with `lookup`, handlers too. */
export function reconcileDeclared(
  connection: DeclaredConnection,
  operation: Operation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Reconciliation> {
  throw new Error(`not ready: ${connection.reference.name} ${operation.name} ${attempt.key} ${String(input)}`);
}
