/** The rules on lookups, from both sides. */
import { describe, expect, it } from "vitest";
import { created, findingsOf, key, listNotes, noteManifest, refused, rule, rulesOf } from "./note-manifest.ts";

const safe = { exposed: true, retry: "safe" };
const onResend = rule({ status: [400], retried: true }, { branch: "uncertain" });

const mark = { $key: "uuid" };
const lookup = {
  operation: "listNotes",
  bind: { ticketId: { $input: "/ticketId" } },
  match: { items: "/notes", at: "/mark", equals: mark },
  marker: "/mark",
  consistency: "strong",
  found: "added",
  absent: "retry",
};

/** The write with this lookup, or with a part of it changed. */
function lookedUp(change: object, write: object = {}, query: object = {}): string {
  const request = { method: "POST", path: "/notes", body: { json: { mark } } };
  const own = { agent: safe, idempotency: { lookup: {} }, classify: [created, onResend, refused], request };
  const changed = { ...own, lookup: { ...lookup, ...change }, ...write };
  return noteManifest(changed, {}, { listNotes: { ...listNotes, ...query } });
}

function looked(change: object, write: object = {}, query: object = {}): readonly string[] {
  return findingsOf(lookedUp(change, write, query)).map(({ id }) => id);
}

describe("DC6006: a lookup", () => {
  it("that asks a query for the stored key is sound", () => {
    expect(looked({})).toEqual([]);
  });

  it.each([
    ["runs the write itself", "not-a-query", { operation: "addNote", bind: { ticketId: mark, text: mark } }],
    ["leaves a required input unbound", "unbound", { bind: {} }],
    ["searches a place that is no list", "no-list", { match: { ...lookup.match, items: "/notes/0" } }],
    ["searches a list that is not returned", "no-list", { match: { ...lookup.match, items: "/remarks" } }],
    ["reads a place that is not returned", "not-returned", { match: { ...lookup.match, at: "/marker" } }],
    [
      "compares with an argument although it names a marker",
      "marker-unread",
      { match: { ...lookup.match, equals: { $input: "/text" } } },
    ],
    ["names a marker that the body does not hold", "marker-unwritten", { marker: "/meta/mark" }],
    [
      "compares with another form of the key",
      "marker-differs",
      { match: { ...lookup.match, equals: { $key: "hex" } } },
    ],
    ["takes a hit for a failure", "found-no-success", { found: "refused" }],
    ["takes a hit for a question", "found-no-success", { found: { branch: "uncertain" } }],
  ])("is told when it %s: %s", (_, problem, change) => {
    expect(findingsOf(lookedUp(change)).map(({ id, data }) => [id, data["problem"]])).toEqual([["DC6006", problem]]);
  });

  it("needs no value for an optional input, or for one with a default", () => {
    const properties = { ticketId: { ...listNotes.input.properties.ticketId, default: "T-1" } };
    expect(looked({ bind: {} }, {}, { input: { ...listNotes.input, properties } })).toEqual([]);
    expect(looked({ bind: {} }, {}, { input: { ...listNotes.input, required: [] } })).toEqual([]);
  });

  it("may find the marker at the key's own place", () => {
    const idempotency = { key: { ...key, in: "body", name: undefined, at: "/mark" } };
    const request = { method: "POST", path: "/notes", body: { json: {} } };
    expect(looked({}, { idempotency, request })).toEqual([]);
    expect(looked({}, { idempotency: { key: { ...idempotency.key, format: "hex" } }, request })).toEqual(["DC6006"]);
  });

  it("may look for a marker that a handler writes", () => {
    expect(looked({}, { request: undefined, handler: {}, classify: undefined })).toEqual([]);
  });

  it("may compare with arguments where it names no marker", () => {
    expect(looked({ marker: undefined, match: { ...lookup.match, equals: { $input: "/text" } } })).toEqual([]);
  });

  it("with a request of its own needs what that reads", () => {
    const own = { operation: undefined, request: { method: "GET", path: "/notes/{ticketId}" } };
    expect(looked(own)).toEqual([]);
    expect(looked({ ...own, bind: {} })).toEqual(["DC6006"]);
  });

  it("of a query has no use", () => {
    expect(rulesOf({}, {}, { listNotes: { ...listNotes, lookup } })).toEqual(["DC6006"]);
  });

  it("must be declared when a rule asks for it", () => {
    const asks = rule({ status: [409] }, { lookup: {} });
    expect(rulesOf({ classify: [created, asks, refused] })).toEqual(["DC6006"]);
    expect(looked({}, { classify: [created, asks, onResend, refused] })).toEqual([]);
  });
});

describe("DC6007: not found where writes appear late", () => {
  const eventual = { consistency: "eventual" };

  it("proves nothing: neither that it may be sent again nor that it failed", () => {
    expect(looked({ ...eventual, absent: "retry" })).toEqual(["DC6007"]);
    expect(looked({ ...eventual, absent: "refused" })).toEqual(["DC6007"]);
    expect(looked({ ...eventual, absent: "uncertain" })).toEqual([]);
    expect(looked({ absent: "refused" })).toEqual([]);
  });

  it("proves nothing in a rule either", () => {
    const asks = rule({ status: [409] }, { lookup: { absent: "refused" } });
    const classify = [created, asks, onResend, refused];
    expect(looked({ ...eventual, absent: "uncertain" }, { classify })).toEqual(["DC6007"]);
    expect(looked({}, { classify })).toEqual([]);
  });

  it("is told for writes that are not sent again, too: a person reads the answer", () => {
    expect(looked({ ...eventual }, { agent: { exposed: true }, idempotency: undefined })).toEqual(["DC6007"]);
  });
});
