/** Whether an answer arrived whole, by what ended it (RFC 9112, section 6.3). */

import type { AnswerHead } from "./exchange.ts";

/** Whether no body follows the head, whatever its headers say. */
export function hasNoBody(method: string, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

/** Whether something else than the end of the connection marks the end of the answer. */
export function hasMarkedEnd(method: string, { status, headers }: AnswerHead): boolean {
  const codings = headers["transfer-encoding"];
  if (codings !== undefined) return /(?:^|,)\s*chunked\s*$/i.test(codings);
  return headers["content-length"] !== undefined || hasNoBody(method, status);
}

/**
 * Whether a body shows by itself that nothing is missing: a JSON object or list, which no beginning of it is.
 *
 * A server that dies closes its connections in good order too, so such an end alone proves nothing.
 */
export function showsItsEnd(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null;
  } catch {
    // Not JSON, or not all of it.
    return false;
  }
}
