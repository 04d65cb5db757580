/** Trouble that a user can mend, with its exit code; and which errors of the toolkit are of that kind. */

import type { ToolkitErrorCode } from "../core/error.ts";

export const exitCodes = {
  fine: 0,
  /** Findings, or a call that did not succeed. */
  findings: 1,
  misuse: 2,
  internal: 3,
  /** Not everything could be done: a file that cannot be read, calls left waiting. */
  incomplete: 4,
  interrupted: 130,
} as const;

/** Ends a command with one line on stderr. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command was typed wrongly, or names what does not exist. */
export function misuse(message: string): CommandError {
  return new CommandError(exitCodes.misuse, message);
}

/** The exit code for an error that the toolkit throws with this code. */
export function exitCodeOf(code: ToolkitErrorCode): number {
  switch (code) {
    case "invalid_manifest":
      return exitCodes.findings;
    case "invalid_definition":
    case "invalid_configuration":
    case "connection_absent":
    case "file_not_private":
    case "invalid_request":
    case "response_changed":
    case "not_found":
    case "too_large":
    case "observer":
      return exitCodes.misuse;
    case "credential_unavailable":
    case "journal_locked":
    case "journal_unavailable":
    case "journal_incompatible":
    case "closed":
      return exitCodes.incomplete;
    default:
      return exitCodes.internal;
  }
}
