/** Where a connector may talk to, what a connection must bring, and where its secrets are written. */
import type { Json } from "./json.ts";

/** One host, exactly as a parsed URL spells it (lower case, no port). */
export interface ExactHost {
  readonly kind: "exact";
  readonly host: string;
}

/** Any host that has one label before `suffix` (`suffix` is without the leading `*.`). */
export interface SuffixHost {
  readonly kind: "suffix";
  readonly suffix: string;
}

/** The host, port and base path of a URL that the connection configures under `name`. */
export interface ConfigHost {
  readonly kind: "config";
  readonly name: string;
}

/** A host that the manifest allows. */
export type HostRule = ExactHost | SuffixHost | ConfigHost;

/** The host a request goes to: a suffix can be allowed, but it names no single host. */
export type RequestHost = ExactHost | ConfigHost;

/** The type of a setting; `duration` is text such as `30s`, `url` an absolute URL. */
export type ConfigType = "string" | "url" | "integer" | "boolean" | "duration" | "enum" | "stringList";

/** A non-secret setting of a connection. */
export interface ConfigField {
  readonly name: string;
  readonly type: ConfigType;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly default: Json | undefined;
  /** The allowed values, for the type `enum` only. */
  readonly values: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
}

/** A secret that a connection brings for one auth method. */
export interface AuthSecret {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

/**
 * Where the toolkit writes a secret into a request.
 *
 * `basic` joins the secrets `username` and `password` of its method as HTTP Basic credentials.
 */
export type SecretPlace =
  | { readonly in: "header"; readonly name: string; readonly prefix: string; readonly secret: string }
  | { readonly in: "query"; readonly name: string; readonly prefix: string; readonly secret: string }
  | { readonly in: "body"; readonly at: string; readonly prefix: string; readonly secret: string }
  | { readonly in: "basic" };

/** What kind of credentials a method takes; `custom` leaves their use to a handler. */
export type AuthType = "none" | "apiKey" | "bearer" | "basic" | "custom";

/** One way to authorize calls of a connector. */
export interface AuthMethod {
  readonly id: string;
  readonly type: AuthType;
  readonly secrets: readonly AuthSecret[];
  /** Absent for `none` and `custom`. */
  readonly place: SecretPlace | undefined;
  /** The hosts that may receive the secrets: never more than the manifest's own. */
  readonly hosts: readonly HostRule[];
  readonly scopes: readonly string[];
  readonly guide: { readonly url: string | undefined; readonly steps: readonly string[] } | undefined;
}

/** What a call of an operation needs: nothing, or one of `methods` with these scopes granted. */
export type Authorization =
  | { readonly kind: "none" }
  | { readonly kind: "required"; readonly methods: readonly string[]; readonly scopes: readonly string[] };
