/** DC5005, DC6013 and DC6014: what a write may make of an answer, from both sides. */
import { describe, expect, it } from "vitest";
import { created, findingsOf, key, listNotes, natural, noteManifest, refused, rulesOf, rule } from "./note-manifest.ts";

const uncertain = { otherwise: { branch: "uncertain" } };
const failed = { branch: "refused" };

function classified(...rules: readonly object[]): { classify: readonly object[] } {
  return { classify: [created, ...rules, uncertain] };
}

describe("DC5005: a write", () => {
  it.each([
    ["a 5xx", { status: ["5xx"] }],
    ["one gateway's code", { status: [522] }],
    ["a redirect", { status: [302] }],
    ["408", { status: [408] }],
    ["408 inside 4xx", { status: ["4xx"] }],
    ["a bare success", { status: [200] }],
    ["a cut answer", { fault: ["truncated"] }],
    ["an unreadable answer of known status", { status: [200], fault: ["invalidBody"] }],
    ["one fault after the send among faults before it", { fault: ["dns", "connect", "reset"] }],
    ["any answer with a header", { header: { name: "X-Error", exists: true } }],
    ["any answer of a re-send", { retried: true }],
    ["an answer without an error in it", { status: [500], body: { at: "/error", exists: false } }],
    ["an answer with any body", { status: [500], body: { at: "", exists: true } }],
  ])("may not call %s a failure", (_, when) => {
    expect(rulesOf(classified(rule(when, failed), refused))).toContain("DC5005");
  });

  it.each([
    ["a 4xx other than 408", { status: [400, 403, 404, 409, 410, 413, 422, 425] }],
    ["faults before the send", { fault: ["dns", "connect", "tls"] }],
    ["a value in the body of a success", { status: [200], body: { at: "/ok", equals: false } }],
    ["a value in the body, whatever the status", { body: { at: "/error/code", in: ["a", "b"] } }],
    ["a word in the body of a 5xx", { status: [500], body: { at: "/error", matches: "^rejected" } }],
    ["a 4xx with a header", { status: [403], header: { name: "X-Error", exists: true } }],
  ])("may call %s a failure", (_, when) => {
    expect(rulesOf(classified(rule(when, failed), refused))).toEqual([]);
  });

  it("may not tell that the credentials were refused when a gateway or nobody answered", () => {
    expect(rulesOf(classified(rule({ status: [502] }, { reauthorize: {} }), refused))).toEqual(["DC5005"]);
    expect(rulesOf(classified(rule({ fault: ["timeout"] }, { reauthorize: {} }), refused))).toEqual(["DC5005"]);
    expect(rulesOf(classified(rule({ status: [401] }, { reauthorize: {} }), refused))).toEqual([]);
  });

  it("may use a wide rule after rules that took the doubtful answers", () => {
    const doubtful = rule({ status: [408, "5xx"] }, { branch: "uncertain" });
    expect(rulesOf(classified(doubtful, rule({ status: ["4xx", "5xx"] }, failed)))).toEqual([]);
    expect(rulesOf(classified(rule({ status: ["4xx", "5xx"] }, failed), doubtful))).toEqual(["DC5005"]);
  });

  it("is not saved by a rule that takes them only on the first send", () => {
    const first = rule({ status: ["5xx"], retried: false }, { branch: "uncertain" });
    expect(rulesOf(classified(first, rule({ status: ["5xx"] }, failed), refused))).toEqual(["DC5005"]);
  });

  it("may end otherwise in a failure only when nothing doubtful is left", () => {
    const rest = [
      rule({ status: ["2xx", "3xx", 408, "5xx"] }, { branch: "uncertain" }),
      rule(
        { fault: ["timeout", "reset", "truncated", "oversize", "invalidBody", "schemaMismatch"] },
        { branch: "uncertain" },
      ),
    ];
    const classify = (rules: readonly object[]): object => ({ classify: [created, ...rules, { otherwise: failed }] });
    expect(rulesOf(classify(rest))).toEqual([]);
    expect(rulesOf(classify(rest.slice(0, 1)))).toEqual(["DC5005"]);
    expect(rulesOf(classify(rest.slice(1)))).toEqual(["DC5005"]);
  });

  it("is told once where the rule is a default, and at the default", () => {
    const shared = { defaults: { classify: [rule({ status: ["5xx"] }, failed)] } };
    const write = JSON.parse(noteManifest({})) as { operations: { addNote: object } };
    const found = findingsOf(noteManifest({}, shared, { addOther: write.operations.addNote }));
    expect(found.map(({ id, pointer }) => [id, pointer])).toEqual([["DC5005", "/defaults/classify/0/then/branch"]]);
    expect(found[0]?.related.map(({ label }) => label)).toContain("the write `addNote` takes this rule");
  });

  it("that has a handler is judged by what its code does", () => {
    const wrong = rule({ status: ["5xx"] }, failed);
    expect(rulesOf({ request: undefined, handler: {}, classify: [wrong] })).toEqual([]);
  });

  it("is meant, and not a query", () => {
    const query = {
      ...listNotes,
      branches: { ...listNotes.branches, down: { record: "failed", description: "No answer." } },
    };
    const classify = [...listNotes.classify, rule({ status: ["5xx"] }, { branch: "down" })];
    expect(rulesOf({}, {}, { listNotes: { ...query, classify } })).toEqual([]);
  });
});

describe("DC6013: a write without a mechanism", () => {
  const later = { retryLater: { fallback: "1s", max: "10s" } };

  it.each([
    ["retries a 5xx", { status: ["5xx"] }, { retry: {} }],
    ["retries a conflict", { status: [409] }, { retry: {} }],
    ["retries a time-out", { fault: ["timeout"] }, { retry: {} }],
    ["waits after a 503", { status: [503] }, later],
    ["waits after a 503 with a header", { status: [503], header: { name: "Retry-After", exists: true } }, later],
    ["waits after a bare 4xx", { status: [403] }, later],
    ["waits after a 4xx with a header, 408 included", { status: ["4xx"], header: { name: "A", exists: true } }, later],
    [
      "waits after the last request of a limit, which was carried out",
      { header: { name: "X-Left", equals: "0" } },
      later,
    ],
    ["waits after a success with a header", { status: [200], header: { name: "X-Left", equals: "0" } }, later],
    ["waits after a cut answer", { fault: ["truncated"] }, later],
  ])("is told when it %s", (_, when, then) => {
    expect(rulesOf({ classify: [rule(when, then), created, refused, uncertain] })).toEqual(["DC6013"]);
  });

  it.each([
    ["waits after 429", { status: [429] }, later],
    [
      "waits after a 403 with the provider's header",
      { status: [403], header: { name: "Retry-After", exists: true } },
      later,
    ],
    ["waits after a code in the body of a 400", { status: [400], body: { at: "/code", equals: "RATELIMITED" } }, later],
    [
      "waits after a code in the body of a success",
      { status: [200], body: { at: "/code", equals: "THROTTLED" } },
      later,
    ],
    ["waits after a code in the body", { body: { at: "/code", equals: "RATELIMITED" } }, later],
    ["retries what was never sent", { fault: ["dns", "connect", "tls"] }, { retry: {} }],
  ])("may say that it %s", (_, when, then) => {
    expect(rulesOf({ classify: [rule(when, then), created, refused, uncertain] })).toEqual([]);
  });

  it("is what the rule is about: with a key the same rules are fine", () => {
    const rules = classified(rule({ status: ["5xx"] }, { retry: {} }), refused);
    expect(rulesOf({ ...rules, idempotency: { key }, agent: { exposed: true, retry: "safe" } })).toEqual([]);
  });

  it("is told of a default that it does not override, and not of one that it does", () => {
    const shared = { defaults: { classify: [rule({ status: ["5xx"] }, { retry: {} })] } };
    expect(rulesOf({}, shared)).toEqual(["DC6013"]);
    const own = rule({ status: ["5xx"] }, { branch: "uncertain" });
    expect(rulesOf({ classify: [created, refused, own] }, shared)).toEqual([]);
  });
});

describe("DC6014: a write that repeats without a key", () => {
  const safe = { idempotency: { natural }, agent: { exposed: true, retry: "safe" } };
  const onResend = rule({ status: [400], retried: true }, { branch: "uncertain" });

  it("needs a case for re-sends before each failed branch", () => {
    expect(rulesOf({ ...safe, ...classified(refused) })).toEqual(["DC6014"]);
    expect(rulesOf({ ...safe, ...classified(onResend, refused) })).toEqual([]);
    expect(rulesOf({ ...safe, ...classified(refused, onResend) })).toEqual(["DC6014"]);
  });

  it("needs it for every status of the branch", () => {
    const wide = rule({ status: [400, 404] }, failed);
    expect(rulesOf({ ...safe, ...classified(onResend, wide) })).toEqual(["DC6014"]);
  });

  it("needs it for a code in the body, too", () => {
    const gone = rule({ body: { at: "/error", equals: "gone" } }, failed);
    const first = rule({ body: { at: "/error", equals: "gone" }, retried: true }, { branch: "added" });
    expect(rulesOf({ ...safe, ...classified(gone) })).toEqual(["DC6014"]);
    expect(rulesOf({ ...safe, ...classified(first, gone) })).toEqual([]);
  });

  it("is believed when it says that a re-send does end in it", () => {
    const sure = rule({ status: [400], retried: true }, failed);
    expect(rulesOf({ ...safe, ...classified(sure) })).toEqual([]);
  });

  it("may keep a branch to the first send", () => {
    const first = rule({ status: [400], retried: false }, failed);
    expect(rulesOf({ ...safe, ...classified(first) })).toEqual([]);
  });

  it("is not told with a key, whose provider knows the request again, or without re-sends", () => {
    expect(rulesOf({ ...safe, idempotency: { key }, ...classified(refused) })).toEqual([]);
    expect(rulesOf({ ...safe, agent: { exposed: true }, ...classified(refused) })).toEqual([]);
  });
});
