/** What an error code of Slack means for a call, as data. Knows no code and no attempt. */

/**
 * `input`: the model can correct the call. `defect`: this connector sent something wrong. `credentials`: the token does
 * not work. `scope`: the token lacks a scope. `permission`: a person must change something in Slack. `not_found`: the
 * thing is gone, or hidden from the token. `transient`: nothing was written, try later. `already`: the wanted state was
 * there before. `unclear`: it may have happened.
 */
type ErrorClass =
  | "input"
  | "defect"
  | "credentials"
  | "scope"
  | "permission"
  | "not_found"
  | "transient"
  | "already"
  | "unclear";

export interface ErrorRule {
  readonly class: ErrorClass;
  /** What happened and what to do next, in one or two sentences for the model. */
  readonly text: string;
  /** The branch to end in when it is not the usual one of the class. */
  readonly branch?: string;
  /** For `transient`: the wait to state when Slack states none, in milliseconds. */
  readonly waitMs?: number;
}

export type ErrorTable = Readonly<Record<string, ErrorRule>>;

export const input = (text: string, branch?: string): ErrorRule => rule("input", text, branch);
export const defect = (text: string): ErrorRule => rule("defect", text);
export const credentials = (text: string): ErrorRule => rule("credentials", text);
export const permission = (text: string): ErrorRule => rule("permission", text);
export const notFound = (text: string): ErrorRule => rule("not_found", text);
export const already = (branch: string, text: string): ErrorRule => rule("already", text, branch);
export const unclear = (text: string): ErrorRule => rule("unclear", text);

export function transient(text: string, waitMs?: number): ErrorRule {
  return waitMs === undefined ? rule("transient", text) : { ...rule("transient", text), waitMs };
}

function rule(kind: ErrorClass, text: string, branch?: string): ErrorRule {
  return branch === undefined ? { class: kind, text } : { class: kind, text, branch };
}

/** One rule for several codes that call for the same next step. */
export function each(codes: readonly string[], shared: ErrorRule): ErrorTable {
  return Object.fromEntries(codes.map((code) => [code, shared]));
}
