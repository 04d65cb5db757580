/**
 * A manifest as an author writes it, once its structure is known to be sound.
 * Plain objects without prototypes; defaults are not applied and references are not followed.
 */
import type { BranchRecord } from "../../core/ending.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { AuthType, ConfigType } from "../../core/manifest-auth.ts";
import type { RequestFault } from "../../core/manifest-classify.ts";
import type { HttpMethod } from "../../core/manifest-request.ts";
import type { KeyFormat } from "../../core/manifest-value.ts";
import type { Concern, Impact } from "../../core/manifest.ts";

/** Maps as written: names to entries, in order. */
export type SourceMap<Entry> = Readonly<Record<string, Entry>>;

/** A value of the value language, as written. */
export type SourceValue = Json;

/** A JSON Schema as written, `$ref`s included. */
export type SourceSchema = JsonObject;

export interface SourceManifest {
  readonly $schema?: string;
  readonly manifestVersion: 1;
  readonly connector: SourceConnector;
  readonly hosts?: readonly SourceHost[];
  readonly config?: SourceMap<SourceConfigField>;
  readonly auth?: { readonly methods: SourceMap<SourceAuthMethod> };
  readonly schemas?: SourceMap<SourceSchema>;
  readonly defaults?: SourceDefaults;
  readonly operations: SourceMap<SourceOperation>;
}

export interface SourceConnector {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly docs?: string;
}

export type SourceHost = string | { readonly config: string };

export interface SourceConfigField {
  readonly type: ConfigType;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

export interface SourceAuthMethod {
  readonly type: AuthType;
  readonly secrets?: SourceMap<{ readonly required?: boolean; readonly description?: string }>;
  readonly place?: SourceSecretPlace;
  readonly hosts?: readonly SourceHost[];
  readonly scopes?: readonly string[];
  readonly guide?: { readonly url?: string; readonly steps?: readonly string[] };
}

export interface SourceSecretPlace {
  readonly in: "header" | "query" | "body";
  readonly name?: string;
  readonly at?: string;
  readonly prefix?: string;
  readonly secret?: string;
}

export interface SourceDefaults {
  readonly execution?: SourceExecution;
  readonly rateLimit?: SourceRateLimit;
  readonly headers?: SourceMap<SourceValue>;
  readonly branches?: SourceMap<SourceBranch>;
  readonly classify?: readonly SourceClassifyItem[];
}

export interface SourceOperation {
  readonly kind: "query" | "mutation";
  readonly impact?: Impact;
  readonly concerns?: readonly Concern[];
  readonly title?: string;
  readonly description?: string;
  readonly authorization?:
    | "none"
    | "required"
    | { readonly methods?: readonly string[]; readonly scopes?: readonly string[] };
  readonly input?: SourceSchema;
  readonly output?: SourceSchema;
  readonly branches?: SourceMap<SourceBranch>;
  readonly idempotency?: SourceIdempotency;
  readonly agent?: SourceAgent;
  readonly execution?: SourceExecution;
  readonly rateLimit?: SourceRateLimit;
  readonly request?: SourceRequest;
  readonly handler?: { readonly module?: string; readonly export?: string };
  readonly classify?: readonly SourceClassifyItem[];
  readonly pagination?: SourcePagination;
  readonly lookup?: SourceLookup;
  readonly examples?: SourceMap<SourceExample>;
  readonly deprecated?: {
    readonly since: string;
    readonly replacedBy?: string;
    readonly removeAfter?: string;
    readonly message?: string;
  };
}

export interface SourceBranch {
  readonly record: BranchRecord;
  readonly description: string;
  readonly message?: SourceValue;
  readonly output?: SourceSchema;
  readonly retryable?: boolean;
}

export interface SourceAgent {
  readonly exposed?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly retry?: "safe" | "never";
  readonly approval?: "recommended" | "none";
  readonly approvalReason?: string;
  readonly preview?: string;
  readonly maxResultBytes?: number;
}

export interface SourceExecution {
  readonly timeout?: string;
  readonly retry?: {
    readonly attempts?: number;
    readonly initial?: string;
    readonly factor?: number;
    readonly max?: string;
    readonly total?: string;
    readonly jitter?: "full" | "none";
  };
}

export interface SourceRateLimit {
  readonly requests?: number;
  readonly per?: string;
  readonly concurrency?: number;
  readonly minInterval?: string;
  readonly scope?: string;
}

export interface SourceRequest {
  readonly method: HttpMethod;
  readonly host?: SourceHost;
  readonly path: string;
  readonly query?: SourceMap<SourceValue>;
  readonly headers?: SourceMap<SourceValue>;
  readonly body?: SourceBody;
  readonly timeout?: string;
  readonly maxRequestBytes?: number;
  readonly maxResponseBytes?: number;
  readonly response?: "json" | "text" | "none";
  readonly readOnlyPost?: string;
}

export interface SourceBody {
  readonly json?: SourceValue;
  readonly form?: SourceMap<SourceValue>;
  readonly arrays?: "brackets" | "repeat";
  readonly graphql?: string;
  readonly variables?: SourceValue;
  readonly text?: SourceValue;
  readonly type?: string;
}

/** Exactly one of the three. */
export interface SourceIdempotency {
  readonly natural?: { readonly because: string; readonly identity: readonly string[] };
  readonly key?: SourceKey;
  readonly lookup?: Readonly<Record<string, never>>;
}

export interface SourceKey {
  readonly in: "header" | "query" | "body";
  readonly name?: string;
  readonly at?: string;
  readonly format: KeyFormat;
  readonly maxLength?: number;
  readonly window: string;
  readonly mismatch?: "error" | "ignored" | "overwrites";
  readonly replaysFailures?: boolean;
  readonly inProgress?: SourceCondition;
}

export interface SourceLookup {
  readonly operation?: string;
  readonly request?: SourceRequest;
  readonly bind?: SourceMap<SourceValue>;
  readonly match: { readonly items?: string; readonly at: string; readonly equals: SourceValue };
  readonly marker?: string;
  readonly consistency: "strong" | "eventual";
  readonly waitBefore?: string;
  readonly found: string | { readonly branch: string; readonly output?: SourceValue };
  readonly absent: string;
  readonly absentBranches?: readonly string[];
}

/** A rule (`when` and `then`), or the last item (`otherwise`). */
export interface SourceClassifyItem {
  readonly when?: SourceCondition;
  readonly then?: SourceOutcome;
  readonly otherwise?: "tail" | { readonly branch: string; readonly output?: SourceValue };
}

export interface SourceCondition {
  readonly status?: readonly (number | string)[];
  readonly body?: {
    readonly at: string;
    readonly equals?: Json;
    readonly in?: readonly Json[];
    readonly exists?: boolean;
    readonly matches?: string;
  };
  readonly header?: { readonly name: string; readonly equals?: string; readonly exists?: boolean };
  readonly retried?: boolean;
  readonly fault?: readonly RequestFault[];
}

/** Exactly one of `branch`, `retry`, `retryLater`, `reauthorize` and `lookup`; `output` goes with `branch`. */
export interface SourceOutcome {
  readonly branch?: string;
  readonly output?: SourceValue;
  readonly retry?: Readonly<Record<string, never>>;
  readonly retryLater?: {
    readonly from?: readonly { readonly header?: string; readonly epochHeader?: string; readonly body?: string }[];
    readonly fallback: string;
    readonly max: string;
  };
  readonly reauthorize?: Readonly<Record<string, never>>;
  readonly lookup?: { readonly absent?: string };
}

export interface SourcePagePlace {
  readonly in: "query" | "header" | "body";
  readonly name?: string;
  readonly at?: string;
}

export interface SourcePagination {
  readonly style: "cursor" | "page" | "offset" | "link";
  readonly send?: SourcePagePlace;
  readonly next?: SourceValue;
  readonly items?: string;
  readonly size?: { readonly name: string; readonly value: SourceValue };
  readonly stop?: "missing" | "empty" | { readonly flag: string };
  readonly input: string;
  readonly output?: string;
}

export interface SourceExample {
  readonly input: Json;
  readonly exchange?: readonly {
    readonly expect?: {
      readonly method?: string;
      readonly path?: string;
      readonly query?: JsonObject;
      readonly headers?: SourceMap<string>;
      readonly body?: Json;
    };
    readonly respond: {
      readonly status?: number;
      readonly headers?: SourceMap<string>;
      readonly body?: Json;
      readonly fault?: RequestFault;
    };
  }[];
  readonly result?: { readonly branch: string; readonly record?: BranchRecord; readonly output?: Json };
  readonly invalid?: string;
}
