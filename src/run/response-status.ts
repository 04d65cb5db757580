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
  if (responseStatus(response) === "done" || isRunning(response)) return false;
  return (
    response.isHeld || response.calls.some((call) => call.status === "awaiting_approval" || call.isBlockedByQuestion)
  );
}

/** Whether it waits to be resumed and no decision is under way that would do so: waiting for it would never end. */
export function isParked(response: ResponseDocument): boolean {
  if (responseStatus(response) !== "held" || isRunning(response)) return false;
  return response.calls.every((call) => call.status !== "awaiting_approval");
}

function isRunning(response: ResponseDocument): boolean {
  return response.calls.some((call) => call.status === "running");
}
