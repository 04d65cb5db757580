/** The rules on repeating, by number: mechanisms, lookups and retries. */
import { eventualRetry, lookupShape } from "./lookup-rules.ts";
import {
  keyPlaceFormat,
  mechanismIncomplete,
  naturalIdentity,
  naturalPost,
  replayedFailure,
  safeNeedsMechanism,
  windowTooShort,
} from "./mechanism-rules.ts";
import { unstablePayload } from "./replay-rules.ts";
import { resendFailedBranch, retryArithmetic, unsafeRetry, waitDoesNotFit } from "./retry-rules.ts";
import type { Rule } from "./rule.ts";

export const repeatingRules: readonly Rule[] = [
  safeNeedsMechanism,
  mechanismIncomplete,
  windowTooShort,
  unstablePayload,
  keyPlaceFormat,
  lookupShape,
  eventualRetry,
  naturalIdentity,
  naturalPost,
  replayedFailure,
  retryArithmetic,
  waitDoesNotFit,
  unsafeRetry,
  resendFailedBranch,
];
