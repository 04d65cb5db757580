/** The rules on mechanisms, lookups and times, from both sides. */
import { describe, expect, it } from "vitest";
import { created, findingsOf, key, listNotes, natural, noteManifest, rulesOf } from "./note-manifest.ts";

const safe = { exposed: true, retry: "safe" };
const retrying = [
  created,
  { when: { status: [408, 409, "5xx"] }, then: { retry: {} } },
  { when: { status: [400] }, then: { branch: "refused" } },
];
const onResend = { when: { status: [400], retried: true }, then: { branch: "uncertain" } };

describe("DC6001: `retry: safe`", () => {
  it.each([
    ["a key", { key }],
    ["a natural reason", { natural }],
    ["a lookup", { lookup: {} }],
  ])("is sound with %s", (_, idempotency) => {
    expect(rulesOf({ agent: safe, idempotency })).not.toContain("DC6001");
  });

  it("is not sound without, exposed or not", () => {
    expect(rulesOf({ agent: safe })).toEqual(["DC6001"]);
    expect(rulesOf({ agent: { retry: "safe" } })).toEqual(["DC6001"]);
    expect(rulesOf({ agent: { exposed: true, retry: "never" } })).toEqual([]);
  });
});

describe("DC6003: a key's window", () => {
  const withTimes = (window: string, retry: object, defaults?: object): readonly string[] =>
    rulesOf(
      { agent: safe, idempotency: { key: { ...key, window } }, classify: retrying, execution: { retry } },
      defaults === undefined ? {} : { defaults: { execution: { retry: defaults } } },
    );

  it("may be as long as the retry time, and no shorter", () => {
    expect(withTimes("5m", { total: "5m" })).toEqual([]);
    expect(withTimes("299s", { total: "5m" })).toEqual(["DC6003"]);
    expect(withTimes("forever", { total: "48h" })).toEqual([]);
  });

  it("is held against the default time, and against that of the manifest's defaults", () => {
    expect(withTimes("119s", {})).toEqual(["DC6003"]);
    expect(withTimes("2m", {})).toEqual([]);
    expect(withTimes("2m", {}, { total: "10m" })).toEqual(["DC6003"]);
    expect(withTimes("2m", { total: "1m" }, { total: "10m" })).toEqual([]);
  });

  it("does not matter where nothing is sent again", () => {
    expect(withTimes("1m", { attempts: 1 })).toEqual([]);
    expect(rulesOf({ idempotency: { key: { ...key, window: "1m" } } })).toEqual([]);
  });
});

describe("DC6005: a key", () => {
  const keyed = (change: object, request: object = {}, shared: object = {}): readonly string[] =>
    rulesOf(
      {
        idempotency: { key: { ...key, ...change } },
        request: { method: "POST", path: "/notes", ...request },
        authorization: "required",
      },
      shared,
    );

  it("of 36 characters fits into 36 and not into 35", () => {
    expect(keyed({ maxLength: 36 })).toEqual([]);
    expect(keyed({ maxLength: 35 })).toEqual(["DC6005"]);
    expect(keyed({ format: "hex", maxLength: 16 })).toEqual([]);
  });

  it("shares its header with nothing: the request, the defaults or a secret", () => {
    expect(keyed({}, { headers: { "X-Other": "a" } })).toEqual([]);
    expect(keyed({}, { headers: { "IDEMPOTENCY-KEY": "a" } })).toEqual(["DC6005"]);
    expect(keyed({}, {}, { defaults: { headers: { "idempotency-key": "a" } } })).toEqual(["DC6005"]);
    const auth = {
      methods: {
        token: {
          type: "apiKey",
          secrets: { token: { required: true } },
          place: { in: "header", name: "idempotency-key" },
        },
      },
    };
    expect(keyed({}, {}, { auth })).toEqual(["DC6005"]);
  });

  it("shares its query parameter with nothing", () => {
    expect(keyed({ in: "query", name: "once" }, { query: { twice: 1 } })).toEqual([]);
    expect(keyed({ in: "query", name: "once" }, { query: { once: 1 } })).toEqual(["DC6005"]);
  });

  it.each([
    ["a JSON body", { json: { meta: { source: "a" } } }, []],
    ["a JSON body that has the place", { json: { meta: { id: "a" } } }, ["DC6005"]],
    ["a JSON body that is plain data", { json: { $const: { meta: { id: "a" } } } }, ["DC6005"]],
    ["a JSON body whose parent is no map", { json: { meta: "a" } }, ["DC6005"]],
    ["a JSON body that the arguments decide", { json: { meta: { $input: "/text" } } }, []],
    ["a form", { form: { meta: { source: "a" } } }, []],
    ["a form that has the place", { form: { meta: { id: "a" } } }, ["DC6005"]],
    ["text", { text: "a", type: "text/plain" }, ["DC6005"]],
  ])("has a place of its own in %s, or is told", (_, body, ids) => {
    expect(keyed({ in: "body", name: undefined, at: "/meta/id" }, { body })).toEqual(ids);
  });

  it("has a place in the variables of a GraphQL document", () => {
    const at = { in: "body", name: undefined, at: "/variables/input/id" };
    const graphql = "mutation Add($input: Note!) { add(input: $input) { id } }";
    expect(keyed(at, { body: { graphql, variables: { input: { text: { $input: "/text" } } } } })).toEqual([]);
    expect(keyed(at, { body: { graphql, variables: { input: { id: { $input: "/text" } } } } })).toEqual(["DC6005"]);
  });

  it("cannot be in a body that is not sent", () => {
    expect(keyed({ in: "body", name: undefined, at: "/id" })).toEqual(["DC6005"]);
  });
});

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

function looked(change: object, write: object = {}, query: object = {}): readonly string[] {
  const request = { method: "POST", path: "/notes", body: { json: { mark } } };
  const own = { agent: safe, idempotency: { lookup: {} }, classify: [created, onResend, retrying[2]], request };
  return rulesOf({ ...own, lookup: { ...lookup, ...change }, ...write }, {}, { listNotes: { ...listNotes, ...query } });
}

describe("DC6006: a lookup", () => {
  it("that asks a query for the stored key is sound", () => {
    expect(looked({})).toEqual([]);
  });

  it.each([
    ["runs the write itself", { operation: "addNote", bind: { ticketId: mark, text: mark } }],
    ["leaves a required input unbound", { bind: {} }],
    ["searches a place that is no list", { match: { ...lookup.match, items: "/notes/0" } }],
    ["searches a list that is not returned", { match: { ...lookup.match, items: "/remarks" } }],
    ["reads a place that is not returned", { match: { ...lookup.match, at: "/marker" } }],
    [
      "compares with an argument although it names a marker",
      { match: { ...lookup.match, equals: { $input: "/text" } } },
    ],
    ["names a marker that the body does not hold", { marker: "/meta/mark" }],
    ["compares with another form of the key", { match: { ...lookup.match, equals: { $key: "hex" } } }],
    ["takes a hit for a failure", { found: "refused" }],
    ["takes a hit for a question", { found: { branch: "uncertain" } }],
  ])("is told when it %s", (_, change) => {
    expect(looked(change)).toEqual(["DC6006"]);
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
    const asks = { when: { status: [409] }, then: { lookup: {} } };
    expect(rulesOf({ classify: [created, asks, retrying[2]] })).toEqual(["DC6006"]);
    expect(looked({}, { classify: [created, asks, onResend, retrying[2]] })).toEqual([]);
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
    const asks = { when: { status: [409] }, then: { lookup: { absent: "refused" } } };
    const classify = [created, asks, onResend, retrying[2]];
    expect(looked({ ...eventual, absent: "uncertain" }, { classify })).toEqual(["DC6007"]);
    expect(looked({}, { classify })).toEqual([]);
  });

  it("is told for writes that are not sent again, too: a person reads the answer", () => {
    expect(looked({ ...eventual }, { agent: { exposed: true }, idempotency: undefined })).toEqual(["DC6007"]);
  });
});

describe("DC6009: a POST that is called natural", () => {
  const because = (reason: string, method = "POST"): readonly string[] =>
    rulesOf({
      idempotency: { natural: { ...natural, because: reason } },
      request: { method, path: "/notes", body: { json: { text: { $input: "/text" } } } },
    });

  it("needs a reason that says more than that it is", () => {
    expect(because("The call is idempotent.")).toEqual(["DC6009"]);
    expect(because("It is safe to repeat this request twice")).toEqual(["DC6009"]);
    expect(because("label sets are unions")).toEqual([]);
    expect(because("upsert on merge fields")).toEqual([]);
    expect(because("The call is idempotent.", "PUT")).toEqual([]);
  });
});

describe("DC6010: a key whose failures are replayed", () => {
  const replayed = (when: object, then: object, replaysFailures = true): readonly string[] =>
    rulesOf({
      agent: safe,
      idempotency: { key: { ...key, replaysFailures } },
      // oxlint-disable-next-line unicorn/no-thenable -- a rule of a manifest; nobody awaits it
      classify: [created, { when, then }, retrying[2]],
    });

  it("is not sent again after a 5xx, unless the provider says that it may be", () => {
    expect(replayed({ status: ["5xx"] }, { retry: {} })).toEqual(["DC6010"]);
    expect(replayed({ status: ["5xx"] }, { retry: {} }, false)).toEqual([]);
    expect(replayed({ status: ["5xx"], header: { name: "Should-Retry", equals: "true" } }, { retry: {} })).toEqual([]);
    expect(replayed({ status: ["5xx"] }, { branch: "uncertain" })).toEqual([]);
  });

  it("is sent again after a lost answer or a conflict", () => {
    expect(replayed({ fault: ["reset"] }, { retry: {} })).toEqual([]);
    expect(replayed({ status: [409] }, { retry: {} })).toEqual([]);
  });
});

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
    expect(
      looked({ operation: undefined, request: { method: "GET", path: "/notes/{ticketId}", timeout: "30s" } }),
    ).toEqual(["DC6011"]);
  });

  it("do not matter for what is tried once, unless somebody wrote them", () => {
    expect(rulesOf({ execution: { timeout: "3m" } })).toEqual([]);
    expect(rulesOf({ execution: { timeout: "3m", retry: { total: "2m" } } })).toEqual(["DC6011"]);
  });
});

describe("DC6012: a wait", () => {
  const waits = (later: object, total: string, write = false): readonly string[] => {
    const rule = { when: { status: [429] }, then: { retryLater: later } };
    const execution = { retry: { total } };
    if (write) return rulesOf({ execution, classify: [rule, created, retrying[2]] });
    return rulesOf({}, {}, { listNotes: { ...listNotes, execution, classify: [rule, ...listNotes.classify] } });
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
