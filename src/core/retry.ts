/** Retry policies and the one decision taken after an attempt. Pure: engines pass the time and the chance, and keep the counters. */

/** How often and how patiently a repeatable call is tried. Times are milliseconds. */
export interface RetryPolicy {
  /** Attempts in all, 1 to 20. */
  readonly attempts: number;
  /** Wait before the second attempt. */
  readonly initial: number;
  /** Each further wait is this many times longer. */
  readonly factor: number;
  /** No computed wait is longer. */
  readonly max: number;
  /** From the start of the first attempt to the start of the last one at most. */
  readonly total: number;
  /** `full` waits a random part of the computed wait; `none` the whole of it. */
  readonly jitter: "full" | "none";
}

/** The manifest's default: three attempts, 1 s doubled up to 30 s, within two minutes. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 3,
  initial: 1_000,
  factor: 2,
  max: 30_000,
  total: 120_000,
  jitter: "full",
};

/** The computed wait before attempt `next` (2 or more), before jitter. */
export function backoffMs(policy: RetryPolicy, next: number): number {
  return Math.min(policy.max, policy.initial * policy.factor ** (next - 2));
}

export interface RetryQuestion {
  readonly policy: RetryPolicy;
  /** Attempts begun so far, crashed ones included. */
  readonly attempts: number;
  /** Time spent of the policy's `total`, in milliseconds. */
  readonly spentMs: number;
  /** The wait the provider stated, if any: it is kept whole or the call ends. */
  readonly retryAfterMs?: number | undefined;
  /** A number in [0, 1) for jitter. */
  readonly chance: number;
}

/** The wait before the next attempt, or `undefined` when the budget is used up or the stated wait does not fit into it. */
export function nextWaitMs(question: RetryQuestion): number | undefined {
  const { policy, attempts, spentMs, retryAfterMs, chance } = question;
  if (attempts >= policy.attempts) return undefined;
  const computed = backoffMs(policy, attempts + 1);
  const jittered = policy.jitter === "full" ? computed * chance : computed;
  const wait = Math.max(jittered, retryAfterMs ?? 0);
  return spentMs + wait <= policy.total ? wait : undefined;
}
