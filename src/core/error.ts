/** The one error the toolkit throws. Codes are closed and decided where the trouble is known; nobody parses messages. */

const brand: unique symbol = Symbol.for("dex-connectors.ToolkitError") as never;

/** Everything the toolkit throws, by code. */
export type ToolkitErrorCode =
  /** A tool, source, policy or connection is defined wrongly; the message says how to mend it. */
  | "invalid_definition"
  /** Configuration has an unknown key, a wrong value or a secret where none may be. */
  | "invalid_configuration"
  /** The connection is not set up here; other connections may be. */
  | "connection_absent"
  /** A credential could not be read. */
  | "credential_unavailable"
  /** A file that holds credentials or calls can be read by others. */
  | "file_not_private"
  /** The manifest has findings of severity error; `details.findings` lists them. */
  | "invalid_manifest"
  /** What the application passed to the runner is not of the documented form. */
  | "invalid_request"
  /** The same `responseId` came with other calls. */
  | "response_changed"
  /** There is no response, call or question of that name. */
  | "not_found"
  /** Another process owns the journal. */
  | "journal_locked"
  /** The journal cannot be written or read now. */
  | "journal_unavailable"
  /** The journal was written by a newer version, or is not a journal. */
  | "journal_incompatible"
  /** A value is over a stated limit. */
  | "too_large"
  /** The runner or engine was closed. */
  | "closed"
  /** The engine stands as an observer and does not run calls. */
  | "observer";

export interface ToolkitErrorOptions {
  readonly retryable?: boolean;
  /** How long to wait before trying again, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
  /** Facts for a program; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Thrown for misuse and for trouble outside any call; a call's own failure is a record, never a throw. */
export class ToolkitError extends Error {
  override readonly name = "ToolkitError";
  readonly code: ToolkitErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly [brand] = true;

  constructor(code: ToolkitErrorCode, message: string, options: ToolkitErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    this.details = options.details ?? {};
  }
}

/** Recognizes a `ToolkitError` of any copy of the package in the process. */
export function isToolkitError(value: unknown): value is ToolkitError {
  return typeof value === "object" && value !== null && brand in value;
}
