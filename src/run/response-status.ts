/** How a response stands as a whole, read off its calls. */

import { isFinal } from "../core/call.ts";
import type { ResponseDocument } from "./session.ts";

/** `open`: goes on by itself. `held`: waits to be resumed. `done`: every call has its record. */
export type ResponseStatus = "open" | "held" | "done";

export function responseStatus(response: ResponseDocument): ResponseStatus {
  if (response.calls.every((call) => isFinal(call.status))) return "done";
  return response.isHeld ? "held" : "open";
}

/** Whether nothing more can happen without a decision or a resume. */
export function isStandingStill(response: ResponseDocument): boolean {
  return response.calls.every((call) => call.status !== "running") && responseStatus(response) !== "done"
    ? response.isHeld || response.calls.some((call) => call.status === "awaiting_approval")
    : false;
}
