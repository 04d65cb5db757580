/** Builds the ending of a declared branch: its output, its message, and what it proves. */

import type { BranchEnding, Ending } from "../core/ending.ts";
import type { ManifestValue } from "../core/manifest-value.ts";
import type { Branch } from "../core/manifest.ts";
import { setAt } from "./body.ts";
import { BuildFault } from "./build-fault.ts";
import { secretFinder } from "./credentials.ts";
import type { DeclaredCall } from "./declared-call.ts";
import { secretQueryNames } from "./link-cursor.ts";
import { nextPage } from "./paginate.ts";
import { baseUrl } from "./base-url.ts";
import { evaluate, scalarText, type AnswerScope, type ValueScope } from "./value.ts";
import { LosslessNumber, fitToSchema, type WireJson } from "./wire-json.ts";

export interface BranchChoice {
  readonly branch: string;
  readonly output: ManifestValue | undefined;
  /** What output and message read. */
  readonly answer: AnswerScope | undefined;
  /** The rule was written for re-sends, or absence of an earlier effect was proven. */
  readonly isForResend?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** The ending of a branch. Trouble with its output is a warning: what was recognized stays recognized. */
export function branchEnding(call: DeclaredCall, choice: BranchChoice): Ending {
  const branch = call.operation.branches[choice.branch];
  if (branch === undefined) return { kind: "undeclared_branch", branch: choice.branch };
  const scope: ValueScope = { ...call.scope, answer: choice.answer };
  const { output, warnings } = outputOf(call, branch, choice, scope);
  const message = messageOf(branch, scope);
  const ending: Mutable<BranchEnding> = { kind: "branch", branch: branch.id, record: branch.record };
  if (output !== undefined) ending.output = output;
  if (message !== undefined) ending.message = message;
  if (branch.record === "failed") ending.isRetryable = branch.retryable;
  if (choice.isForResend === true) ending.isForResend = true;
  if (branch.id === "defect") ending.provesNothingHappened = true;
  const allWarnings = joined(choice.warnings ?? NONE, warnings);
  if (allWarnings.length > 0) ending.warnings = allWarnings;
  return ending;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const NONE: readonly string[] = [];

function joined(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0) return other;
  return other.length === 0 ? one : [...one, ...other];
}

/** The implicit `defect` branch: the request could not be built, nothing was done. Other arguments may mend it. */
export function defectEnding(reason: string, isOfArgument: boolean): BranchEnding {
  const start = isOfArgument ? "Nothing was sent" : "The connector could not make this request";
  return nothingHappened(`${start}: ${reason}.`, { isRetryable: isOfArgument });
}

/** The implicit branch for a call of which nothing was done; declared operations and handlers end in it alike. */
export function nothingHappened(
  message: string,
  more: Pick<BranchEnding, "isRetryable" | "code" | "facts"> = {},
): BranchEnding {
  return {
    kind: "branch",
    branch: "defect",
    record: "failed",
    message,
    isRetryable: false,
    provesNothingHappened: true,
    ...more,
  };
}

/** The provider refused the credentials. */
export function notAuthorizedEnding(call: DeclaredCall): BranchEnding {
  const { authorization } = call.operation;
  const scopes = authorization.kind === "required" ? authorization.scopes : [];
  const facts = scopes.length === 0 ? {} : { facts: { neededScopes: scopes } };
  return nothingHappened("The provider refused the connection's credentials.", { code: "not_authorized", ...facts });
}

/** How every warning about an output that cannot be trusted begins. */
export const RESULT_WARNING = "the result";

interface Output {
  readonly output?: BranchEnding["output"];
  readonly warnings: readonly string[];
}

function outputOf(call: DeclaredCall, branch: Branch, choice: BranchChoice, scope: ValueScope): Output {
  if (choice.output === undefined) return { warnings: NONE };
  try {
    const declared = evaluate(choice.output, scope);
    const paged = withNextPage(call, branch, declared, scope);
    if (paged.output === undefined) return { warnings: paged.warnings };
    const output = fitToSchema(paged.output, branch.output);
    const faults = branch.output === undefined ? NONE : (call.connection.checkOutput?.(branch.output, output) ?? NONE);
    const differences = faults.map((fault) => `${RESULT_WARNING} differs from its schema: ${fault}`);
    return { output, warnings: joined(paged.warnings, differences) };
  } catch (error) {
    return { warnings: [`${RESULT_WARNING} could not be read: ${error instanceof Error ? error.message : "unknown"}`] };
  }
}

function withNextPage(
  call: DeclaredCall,
  branch: Branch,
  output: WireJson | undefined,
  scope: ValueScope,
): { readonly output: WireJson | undefined; readonly warnings: readonly string[] } {
  const { pagination, implementation } = call.operation;
  const isPaged = pagination !== undefined && implementation.kind === "request" && branch.record === "succeeded";
  if (!isPaged || output === undefined || scope.answer === undefined) return { output, warnings: NONE };
  const { manifest, credentials } = call.connection;
  const { origin } = baseUrl(implementation.request.host, scope.config);
  const guard = { secretNames: secretQueryNames(manifest), holdsSecret: secretFinder(credentials) };
  const { cursor, warning } = nextPage(pagination, scope, scope.answer, { origin, guard });
  const warnings = warning === undefined ? NONE : [warning];
  return { output: cursor === undefined ? output : setAt(output, { at: pagination.output, value: cursor }), warnings };
}

const MAX_MESSAGE = 500;

/** Without words where the answer lacks what they are made of: that must not hide which branch it was. */
function evaluateMessage(message: ManifestValue, scope: ValueScope): WireJson | undefined {
  try {
    return evaluate(message, scope);
  } catch (error) {
    if (error instanceof BuildFault) return undefined;
    throw error;
  }
}

function messageOf({ message }: Branch, scope: ValueScope): string | undefined {
  return message === undefined ? undefined : messageText(evaluateMessage(message, scope));
}

/**
 * The words of a value: of a text or a number, of nothing else. Provider text is data: control characters become spaces
 * and the length is bounded.
 */
export function messageText(value: WireJson | undefined): string | undefined {
  const isNumber = typeof value === "number" || value instanceof LosslessNumber;
  const text = isNumber ? scalarText(value, "the message") : value;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain;
}
