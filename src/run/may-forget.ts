/** Which items of a session may go with it when a journal forgets old sessions: only what nobody still has to act on. */

import type { Item } from "../core/engine.ts";
import { isFinal } from "../core/call.ts";
import type { CallStatus } from "../core/call.ts";

/** An unknown kind is kept: a newer version of the toolkit may have written it. */
export function mayForget({ kind, status }: Pick<Item, "kind" | "status">): boolean {
  switch (kind) {
    case "call":
      return isFinal(status as CallStatus) && status !== "outcome_unknown";
    case "response":
      return status === "done";
    case "question":
      return status !== "open";
    case "untold":
      return status === "told";
    case "equal":
      return true;
    default:
      return false;
  }
}
