/**
 * The resolved manifest: what a connector declares, checked, with every default written out.
 * It holds no text positions and no secrets, and it is plain data apart from its brand.
 */
import type { EffectClass } from "./effect.ts";
import type { BranchRecord } from "./ending.ts";
import type { Authorization, AuthMethod, ConfigField, HostRule } from "./manifest-auth.ts";
import type { Classification } from "./manifest-classify.ts";
import type { Example } from "./manifest-example.ts";
import type { Execution, Pagination, RateLimit } from "./manifest-execution.ts";
import type { Idempotency, Lookup } from "./manifest-idempotency.ts";
import type { RequestDeclaration } from "./manifest-request.ts";
import type { ManifestSchema } from "./manifest-schema.ts";
import type { ManifestValue } from "./manifest-value.ts";

/** Marks a manifest that passed the checks. Only the manifest room sets it. */
export const checkedManifest: unique symbol = Symbol.for("dex-connectors.checked-manifest") as never;

/** A named ending of an operation. */
export interface Branch {
  readonly id: string;
  readonly record: BranchRecord;
  readonly description: string;
  /** Safe text for the model. */
  readonly message: ManifestValue | undefined;
  /** The shape of the result; for a `succeeded` branch the operation's own output unless the branch overrides it. */
  readonly output: ManifestSchema | undefined;
  /** Whether a new, corrected call may succeed. True only for `failed`. */
  readonly retryable: boolean;
  /** True for `defect` and `uncertain` when the manifest does not describe them itself. */
  readonly implicit: boolean;
}

/** How far a call reaches: it feeds hints and approval. */
export type Impact = "none" | "additive" | "modifying" | "destructive";

/** What a call touches beside data: it moves money, changes who may do what, or is seen by people. */
export type Concern = "money" | "access" | "people";

/** How an operation is offered to agents. */
export interface AgentExposure {
  readonly exposed: boolean;
  /** The tool's name: the manifest's override, or derived from connector and operation. */
  readonly toolName: string;
  /** What the model reads about the tool. */
  readonly description: string;
  readonly retry: "safe" | "never";
  readonly approval: "recommended" | "none";
  readonly approvalReason: string | undefined;
  /** One line for the person who is asked, with `{name}` for the argument of that name. */
  readonly preview?: string | undefined;
  /** Bytes of UTF-8 of a result before it is cut. Default 4096. */
  readonly maxResultBytes: number;
}

/** Hints in the words of the Model Context Protocol. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Who performs an operation: the toolkit's client from a declared request, or code. */
export type Implementation =
  | { readonly kind: "request"; readonly request: RequestDeclaration }
  | {
      readonly kind: "handler";
      /** Relative to the manifest's file; absent when code hands the handler in. */
      readonly module: string | undefined;
      readonly export: string | undefined;
    };

/** A notice that an operation will go away. */
export interface Deprecation {
  readonly since: string;
  readonly replacedBy: string | undefined;
  /** A date, `YYYY-MM-DD`. */
  readonly removeAfter: string | undefined;
  readonly message: string | undefined;
}

/** One operation of a connector. */
export interface Operation {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly impact: Impact;
  readonly concerns: readonly Concern[];
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly authorization: Authorization;
  /** A closed object schema. */
  readonly input: ManifestSchema;
  /** The value of the success branch; absent when the operation gives none. */
  readonly output: ManifestSchema | undefined;
  /** Every branch by id, the implicit ones included. */
  readonly branches: Readonly<Record<string, Branch>>;
  readonly idempotency: Idempotency | undefined;
  readonly lookup: Lookup | undefined;
  readonly agent: AgentExposure;
  readonly execution: Execution;
  readonly rateLimit: RateLimit | undefined;
  readonly implementation: Implementation;
  readonly classification: Classification;
  readonly pagination: Pagination | undefined;
  readonly examples: readonly Example[];
  readonly deprecated: Deprecation | undefined;
  /** Derived: a query reads; a mutation is idempotent only when `agent.retry` is `safe`. */
  readonly effect: EffectClass;
  /** Derived from kind, impact and effect. */
  readonly hints: ToolHints;
}

/** Who a connector is. */
export interface ConnectorInfo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly docs: string | undefined;
}

/**
 * A checked manifest. Maps have no prototype, so a name such as `constructor` is never found by accident.
 *
 * Made by `loadManifest` (with findings) or `trustManifest` (for an object known to be good); it is frozen.
 */
export interface Manifest {
  readonly [checkedManifest]: true;
  readonly manifestVersion: 1;
  readonly connector: ConnectorInfo;
  readonly hosts: readonly HostRule[];
  readonly config: Readonly<Record<string, ConfigField>>;
  readonly authMethods: Readonly<Record<string, AuthMethod>>;
  readonly operations: Readonly<Record<string, Operation>>;
}

/** Whether a value is a manifest that passed the checks of this toolkit. */
export function isCheckedManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && checkedManifest in value && value[checkedManifest] === true;
}
