/** The rules on times that must fit into each other, from both sides. */
import { describe, expect, it } from "vitest";
import { created, findingsOf, key, listNotes, noteManifest, refused, rule, rulesOf } from "./note-manifest.ts";

const safe = { exposed: true, retry: "safe" };
const retrying = [created, rule({ status: [408, 409, "5xx"] }, { retry: {} }), refused];

describe("DC6011: times that are parts of others", () => {
  const query = (execution: object, request: object = {}): readonly string[] =>
    rulesOf({}, {}, { listNotes: { ...listNotes, execution, request: { ...listNotes.request, ...request } } });

  it("are shorter than these", () => {
    expect(query({ timeout: "2m", retry: { total: "2m" } })).toEqual([]);
    expect(query({ timeout: "121s", retry: { total: "2m" } })).toEqual(["DC6011"]);
    expect(query({ timeout: "3m" })).toEqual(["DC6011"]);
    expect(query({ retry: { total: "20s" } })).toEqual(["DC6011"]);
    expect(query({ retry: { initial: "30s", max: "30s" } })).toEqual([]);
    expect(query({ retry: { initial: "31s" } })).toEqual(["DC6011"]);
  });

  it("leave the attempt some time after its request", () => {
    expect(query({}, { timeout: "29999ms" })).toEqual([]);
    expect(query({}, { timeout: "30s" })).toEqual(["DC6011"]);
    const own = { request: { method: "GET", path: "/notes", timeout: "30s" }, consistency: "strong" };
    const match = { at: "/id", equals: { $input: "/text" } };
    expect(rulesOf({ lookup: { ...own, match, found: "added", absent: "uncertain" } })).toEqual(["DC6011"]);
  });

  it("do not matter for what is tried once, unless somebody wrote them", () => {
    expect(rulesOf({ execution: { timeout: "3m" } })).toEqual([]);
    expect(rulesOf({ execution: { timeout: "3m", retry: { total: "2m" } } })).toEqual(["DC6011"]);
  });
});

describe("DC6012: a wait", () => {
  const waits = (later: object, total: string, write = false): readonly string[] => {
    const wait = rule({ status: [429] }, { retryLater: later });
    const execution = { retry: { total } };
    if (write) return rulesOf({ execution, classify: [wait, created, refused] });
    return rulesOf({}, {}, { listNotes: { ...listNotes, execution, classify: [wait, ...listNotes.classify] } });
  };

  it("fits into the retry time", () => {
    expect(waits({ fallback: "1s", max: "5m" }, "5m")).toEqual([]);
    expect(waits({ fallback: "1s", max: "5m" }, "4m")).toEqual(["DC6012"]);
  });

  it("is no longer than its own limit", () => {
    expect(waits({ fallback: "5m", max: "5m" }, "5m")).toEqual([]);
    expect(waits({ fallback: "5m", max: "1m" }, "5m")).toEqual(["DC6012"]);
  });

  it("ends a write that is tried once, as it should", () => {
    expect(waits({ fallback: "1s", max: "5m" }, "4m", true)).toEqual([]);
  });
});

describe("a finding on times", () => {
  it("DC6003 points at the window, and at the retry time that outlives it", () => {
    const execution = { retry: { total: "10m" } };
    const shared = { defaults: { execution } };
    const [found] = findingsOf(
      noteManifest({ agent: safe, idempotency: { key: { ...key, window: "5m" } }, classify: retrying }, shared),
    );
    expect(found?.pointer).toBe("/operations/addNote/idempotency/key/window");
    expect(found?.related.map(({ label }) => label)).toEqual(["a retry may still be sent here"]);
    expect(found?.data).toEqual({ window: "5m", total: "10m" });
  });
});
