/** A small connector with one write, to change one part at a time and see which rules speak. */
import type { Finding } from "../../../src/core/finding.ts";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";

const text = { type: "string", minLength: 1, maxLength: 100, description: "A text." };

export const input = {
  type: "object",
  additionalProperties: false,
  required: ["ticketId", "text"],
  properties: { ticketId: { ...text, description: "The ticket." }, text },
};

export const output = {
  type: "object",
  additionalProperties: false,
  required: ["noteId"],
  properties: { noteId: { ...text, description: "The note." } },
};

export const branches = {
  added: { record: "succeeded", description: "The note exists." },
  refused: { record: "failed", description: "Nothing was added." },
};

export const key = { in: "header", name: "Idempotency-Key", format: "uuid", window: "24h" };
export const natural = { because: "The desk keeps one note of each text.", identity: ["/ticketId", "/text"] };

/** A rule on answers. */
export function rule(when: object, then: object): object {
  // oxlint-disable-next-line unicorn/no-thenable -- the key is a word of the language; nobody awaits a rule
  return { when, then };
}

export const created = rule({ status: [201] }, { branch: "added", output: { noteId: { $body: "/id" } } });
export const refused = rule({ status: [400] }, { branch: "refused" });

const write = {
  kind: "mutation",
  impact: "additive",
  description: "Add one internal note to a ticket; only agents see it.",
  input,
  output,
  branches,
  agent: { exposed: true },
  request: {
    method: "POST",
    path: "/notes",
    body: { json: { id: { $input: "/ticketId" }, text: { $input: "/text" } } },
  },
  classify: [created, refused, { otherwise: { branch: "uncertain" } }],
};

/** A query of the notes, for lookups. */
export const listNotes = {
  kind: "query",
  description: "List the notes of one ticket with their marks.",
  input: { ...input, required: ["ticketId"], properties: { ticketId: { ...text, description: "The ticket." } } },
  output: {
    type: "object",
    additionalProperties: false,
    properties: {
      notes: {
        type: "array",
        maxItems: 20,
        description: "The notes.",
        items: { type: "object", additionalProperties: false, properties: { mark: text, noteId: text } },
      },
    },
  },
  branches: { listed: { record: "succeeded", description: "The notes." } },
  request: { method: "GET", path: "/notes", query: { id: { $input: "/ticketId" } } },
  classify: [rule({ status: [200] }, { branch: "listed", output: { notes: { $body: "/notes" } } })],
};

/** A manifest whose write has these keys instead of its own; `undefined` leaves one out. */
export function noteManifest(changes: object, shared: object = {}, others: object = {}): string {
  return JSON.stringify({
    manifestVersion: 1,
    connector: { id: "acme-desk", title: "Acme Desk", description: "Read tickets and add notes.", version: "1.0.0" },
    hosts: ["api.acme.example"],
    ...shared,
    operations: { addNote: { ...write, ...changes }, ...others },
  });
}

/** The findings of the families on branches, repeating and agents. */
export function findingsOf(manifest: string): readonly Finding[] {
  return loadManifest(manifest, { path: "a.json" }).findings.filter(({ id }) => /^DC[567]/.test(id));
}

/** Their numbers. */
export function rulesOf(changes: object, shared: object = {}, others: object = {}): readonly string[] {
  return findingsOf(noteManifest(changes, shared, others)).map(({ id }) => id);
}
