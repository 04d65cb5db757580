/** The forms of text that the language knows: names, durations, pointers, addresses. */
import { durationPattern } from "../../core/duration.ts";
import type { BooleanShape, NumberShape, TextShape, WordShape } from "./shape.ts";

export const text = (what: string, max: number): TextShape => ({ kind: "text", min: 1, max, what });

export const line = (max: number): TextShape => ({
  kind: "text",
  min: 1,
  max,
  pattern: "^[^\\n\\r]*$",
  what: `one line of at most ${max} characters`,
});

export const word = (...words: readonly string[]): WordShape => ({ kind: "word", words });

export const whole = (min: number, max?: number): NumberShape =>
  max === undefined ? { kind: "number", integer: true, min } : { kind: "number", integer: true, min, max };

export const flag: BooleanShape = { kind: "boolean" };

/** Names of operations, branches, settings, methods, secrets and examples. */
export const name: TextShape = {
  kind: "text",
  pattern: "^[a-z][A-Za-z0-9]{1,47}$",
  what: "a name such as postReply (2 to 48 letters and digits, a lower-case letter first)",
  rule: "DC3001",
};

export const schemaName: TextShape = {
  kind: "text",
  pattern: "^[A-Za-z][A-Za-z0-9]{0,47}$",
  what: "a name such as Ticket (up to 48 letters and digits, a letter first)",
  rule: "DC3001",
};

export const connectorId: TextShape = {
  kind: "text",
  pattern: "^[a-z][a-z0-9-]{1,38}$",
  what: "an id such as acme-desk (2 to 39 lower-case letters, digits and hyphens, a letter first)",
  rule: "DC3001",
};

export const toolName: TextShape = {
  kind: "text",
  pattern: "^[a-z][a-z0-9_]*$",
  what: "a tool name such as acme_add_note (lower-case letters, digits and underscores, a letter first)",
  rule: "DC3001",
};

/** A use of a name; whether it exists is judged by the rule on references. */
export const reference: TextShape = { kind: "text", min: 1, max: 64, what: "a name that this manifest declares" };

export const duration: TextShape = {
  kind: "text",
  pattern: durationPattern,
  what: "a duration such as 250ms, 30s, 5m or 2h",
};

export const pointer: TextShape = {
  kind: "text",
  pattern: "^(?:/(?:[^~/]|~0|~1)*)*$",
  what: "a JSON Pointer such as /items/0/id",
};

export const url: TextShape = {
  kind: "text",
  pattern: "^https?://[^\\s]+$",
  max: 2048,
  what: "an http or https address",
};

export const version: TextShape = {
  kind: "text",
  pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$",
  what: "a version such as 1.4.0",
};

export const date: TextShape = {
  kind: "text",
  pattern: "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$",
  what: "a date such as 2027-01-31, in quotes",
};

export const headerName: TextShape = {
  kind: "text",
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
  max: 100,
  what: "a header name such as Retry-After",
};

export const path: TextShape = {
  kind: "text",
  pattern: "^/[^\\s?#]*$",
  max: 2048,
  what: "a path that begins with / and has no query, such as /v2/tickets/{ticketId}",
};

export const statusClass: TextShape = {
  kind: "text",
  pattern: "^[1-5]xx$",
  what: "a status code, or a class such as 4xx",
};

export const mimeType: TextShape = {
  kind: "text",
  pattern: "^[a-z0-9.+-]+/[a-z0-9.+-]+(?:; ?[a-z]+=[A-Za-z0-9-]+)*$",
  what: "a media type such as text/plain",
};
