/** A declared HTTP request: everything that is sent, as data. Secrets are not part of it: they are written by auth methods. */
import type { RequestHost } from "./manifest-auth.ts";
import type { ManifestValue, NamedValue } from "./manifest-value.ts";

/** A request method that a manifest may use. */
export type HttpMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A piece of a path template.
 *
 * `input` names a required top-level argument. With `manySegments` each part between slashes is encoded on its own;
 * without it the whole value becomes one segment. A part that is empty, `.` or `..` must be refused.
 */
export type PathPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "input"; readonly name: string; readonly manySegments: boolean }
  | { readonly kind: "config"; readonly name: string };

/** A path, as written and as its parts. */
export interface PathTemplate {
  readonly template: string;
  readonly parts: readonly PathPart[];
}

/** The body of a request; `kind` says how it is written. */
export type RequestBody =
  | { readonly kind: "json"; readonly value: ManifestValue }
  | { readonly kind: "form"; readonly fields: readonly NamedValue[]; readonly arrays: "brackets" | "repeat" }
  | { readonly kind: "graphql"; readonly document: string; readonly variables: ManifestValue | undefined }
  | { readonly kind: "text"; readonly value: ManifestValue; readonly type: string };

/** A request that the toolkit's own client can send. */
export interface RequestDeclaration {
  readonly method: HttpMethod;
  readonly host: RequestHost;
  readonly path: PathTemplate;
  readonly query: readonly NamedValue[];
  /** Names in lower case. */
  readonly headers: readonly NamedValue[];
  readonly body: RequestBody | undefined;
  /** Milliseconds for one exchange; always less than the attempt's own time-out. */
  readonly timeoutMs: number;
  readonly maxRequestBytes: number;
  readonly maxResponseBytes: number;
  /** How the answer's body is read. */
  readonly response: "json" | "text" | "none";
  /** Why a query may use POST. */
  readonly readOnlyPost: string | undefined;
}
