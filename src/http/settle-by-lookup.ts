/** What a lookup's finding settles, inside an attempt and after it. */

import { assertNever } from "../core/assert-never.ts";
import type { BranchEnding, Ending, Reconciliation } from "../core/ending.ts";
import type { Lookup } from "../core/manifest-idempotency.ts";
import { branchEnding } from "./branch-ending.ts";
import type { DeclaredCall } from "./declared-call.ts";
import type { Finding } from "./lookup.ts";

const STATE_MATCHES = "the provider's state is as this call would leave it, but nothing proves that this call did it";

export interface OpenQuestion {
  /** The branch for "it did not happen"; takes the place of the lookup's own. */
  readonly absent: string | undefined;
  /** The ending when the lookup settles nothing. */
  readonly otherwise: Ending;
}

/** The ending of an attempt after its lookup; `undefined`: it did not happen and may be sent. */
export function settleByLookup(
  call: DeclaredCall,
  lookup: Lookup,
  finding: Finding,
  { absent, otherwise }: OpenQuestion,
): Ending | undefined {
  switch (finding.kind) {
    case "found":
      return foundEnding(call, lookup, finding) ?? { kind: "ambiguous", reason: STATE_MATCHES, isFinal: true };
    case "absent":
      return absentEnding(call, lookup, absent, otherwise);
    case "several":
      return { kind: "ambiguous", reason: `the lookup found ${String(finding.count)} matches`, isFinal: true };
    case "unsettled":
      return otherwise.kind === "ambiguous"
        ? { ...otherwise, reason: `${otherwise.reason}; ${finding.reason}` }
        : otherwise;
    case "too_early":
      return otherwise;
    default:
      return assertNever(finding);
  }
}

/** What a reconciliation tells after the call ended in an unknown outcome. */
export function reconcileByLookup(call: DeclaredCall, lookup: Lookup, finding: Finding): Reconciliation {
  switch (finding.kind) {
    case "found":
      return foundReconciliation(call, lookup, finding);
    case "absent":
      return absentReconciliation(call, lookup);
    case "several":
      return {
        kind: "open",
        reason: `the lookup found ${String(finding.count)} matches, and one call can have made one only`,
      };
    case "unsettled":
      return { kind: "open", reason: finding.reason };
    case "too_early":
      return { kind: "too_early", askAgainInMs: Math.ceil(finding.waitMs) };
    default:
      return assertNever(finding);
  }
}

type Found = Extract<Finding, { kind: "found" }>;

/** The found branch: by proof, or, for a write that only sets a state, by the state itself and with a warning. */
function foundEnding(call: DeclaredCall, lookup: Lookup, finding: Found): Ending | undefined {
  const isNatural = call.operation.idempotency?.kind === "natural";
  if (!finding.isProof && !isNatural) return undefined;
  const { branch, output } = lookup.found;
  const warnings = finding.isProof ? undefined : [STATE_MATCHES];
  return branchEnding(call, { branch, output, answer: finding.item, isForResend: true, warnings });
}

function absentEnding(
  call: DeclaredCall,
  lookup: Lookup,
  absent: string | undefined,
  otherwise: Ending,
): Ending | undefined {
  if (absent === undefined && lookup.absent.kind === "retry")
    return lookup.consistency === "strong" ? undefined : otherwise;
  const name = absent ?? (lookup.absent.kind === "branch" ? lookup.absent.branch : undefined);
  const branch = name === undefined ? undefined : call.operation.branches[name];
  if (branch === undefined) return otherwise;
  // Not seen yet is no proof where writes appear late; only an ending that claims nothing may follow from it.
  if (lookup.consistency === "eventual" && branch.record !== "outcome_unknown") return unlessFailed(otherwise);
  return branchEnding(call, { branch: branch.id, output: undefined, answer: undefined, isForResend: true });
}

function unlessFailed(otherwise: Ending): Ending {
  const isFailed = otherwise.kind === "branch" && otherwise.record === "failed";
  return isFailed
    ? { kind: "ambiguous", reason: "the lookup found nothing, which proves nothing yet", isFinal: true }
    : otherwise;
}

function foundReconciliation(call: DeclaredCall, lookup: Lookup, finding: Found): Reconciliation {
  const ending = foundEnding(call, lookup, finding);
  if (ending === undefined) return { kind: "state_matches", evidence: STATE_MATCHES };
  if (ending.kind !== "branch")
    return { kind: "open", reason: `the lookup names the branch ${lookup.found.branch}, which is not declared` };
  const evidence = finding.isProof ? "the lookup found the value that this call wrote" : STATE_MATCHES;
  return { kind: "settled", ending, evidence };
}

function absentReconciliation(call: DeclaredCall, lookup: Lookup): Reconciliation {
  if (lookup.consistency === "eventual")
    return { kind: "open", reason: "the lookup found nothing, which proves nothing where writes appear late" };
  const evidence = "the lookup is strongly consistent and found nothing";
  if (lookup.absent.kind === "retry") return { kind: "settled", ending: neverHappened(), evidence };
  const { branch } = lookup.absent;
  const ending = branchEnding(call, { branch, output: undefined, answer: undefined, isForResend: true });
  if (ending.kind !== "branch" || ending.record === "outcome_unknown") {
    return { kind: "open", reason: "the lookup found nothing, and the manifest draws no conclusion from that" };
  }
  return { kind: "settled", ending, evidence };
}

/** Absence was proven where the manifest allows to send again: the call did nothing. */
function neverHappened(): BranchEnding {
  return {
    kind: "branch",
    branch: "absent",
    record: "failed",
    code: "not_sent",
    message: "The provider has no trace of this call.",
    isRetryable: true,
    provesNothingHappened: true,
  };
}
