/** What a lookup needs of a record. */

import type { CallRecord } from "../core/call.ts";

export type LookedUpCall = Pick<
  CallRecord,
  "key" | "tool" | "connection" | "arguments" | "attempts" | "createdAt" | "finishedAt"
>;
