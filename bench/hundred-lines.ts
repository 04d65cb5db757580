/** A manifest of about a hundred lines in either format: one operation as connectors have them, laid out as people do. */
import { parse } from "yaml";

/** The same manifest under another id, so that files do not collide. */
export function hundredLines(format: "json" | "yaml", index: number): string {
  const text = manifest.replace("INDEX", String(index));
  return format === "yaml" ? text : `${jsonLines(parse(text), "")}\n`;
}

/** What is shorter than this stands on one line, as formatters do it. */
const width = 100;

function jsonLines(value: unknown, indent: string): string {
  const short = JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + short.length <= width) return short;
  const below = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item: unknown) => below + jsonLines(item, below))
    : Object.entries(value).map(([key, member]) => `${below}${JSON.stringify(key)}: ${jsonLines(member, below)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

const manifest = `manifestVersion: 1
connector:
  id: acme-desk-INDEX
  title: Acme Desk
  description: Add notes to tickets of Acme Desk.
  version: 1.0.0
hosts: [api.acme.example]
auth:
  methods:
    token:
      type: bearer
      secrets:
        apiToken:
          required: true
          description: An API token of Acme Desk.
defaults:
  execution:
    timeout: 30s
    retry:
      attempts: 4
      initial: 1s
      factor: 2
      max: 20s
      total: 2m
  classify:
    - when: { status: [401] }
      then: { reauthorize: {} }
    - when: { status: [429] }
      then:
        retryLater:
          from: [{ header: Retry-After }]
          fallback: 10s
          max: 60s
operations:
  addNote:
    kind: mutation
    impact: additive
    concerns: [people]
    authorization: required
    description: Add one note to a ticket; everybody who follows it is notified by mail.
    input:
      type: object
      additionalProperties: false
      required: [ticketId, text]
      properties:
        ticketId:
          type: string
          pattern: ^T-[0-9]{1,12}$
          minLength: 3
          maxLength: 14
          description: Ticket key, such as T-1042.
        text:
          minLength: 1
          type: string
          maxLength: 5000
          description: Plain text of the note.
    output:
      type: object
      additionalProperties: false
      required: [noteId]
      properties:
        noteId:
          type: string
          maxLength: 40
          description: Id of the new note.
    branches:
      added:
        record: succeeded
        description: The note exists.
      refused:
        record: failed
        description: The note was refused; nothing was added.
        message: { $body: /error }
        retryable: true
    idempotency:
      key:
        in: header
        name: Idempotency-Key
        format: uuid
        window: 24h
        mismatch: error
        replaysFailures: false
    agent:
      exposed: true
      retry: safe
      approval: recommended
      preview: "Note on {ticketId}: {text}"
    request:
      method: POST
      path: /v2/tickets/{ticketId}/notes
      body: { json: { body: { $input: /text } } }
    classify:
      - when: { status: [201] }
        then:
          branch: added
          output: { noteId: { $body: /id } }
      - when: { status: [408, 409, 5xx] }
        then: { retry: {} }
      - when: { fault: [timeout, reset, truncated] }
        then: { retry: {} }
      - when: { status: [400, 403, 404, 422] }
        then: { branch: refused }
      - { otherwise: { branch: uncertain } }
    examples:
      addsANote:
        input: { ticketId: T-1042, text: The fire is out. }
        exchange: [{ respond: { status: 201, body: { id: n1 } } }]
        result: { branch: added, output: { noteId: n1 } }
`;
