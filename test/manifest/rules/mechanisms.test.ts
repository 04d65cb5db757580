/** The rules on what makes a write repeatable, from both sides. */
import { describe, expect, it } from "vitest";
import { created, key, natural, refused, rule, rulesOf } from "./note-manifest.ts";

const safe = { exposed: true, retry: "safe" };
const retrying = [created, rule({ status: [408, 409, "5xx"] }, { retry: {} }), refused];

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

  it("may be shorter where a lookup is asked past it", () => {
    const match = { at: "/id", equals: { $input: "/text" } };
    const request = { method: "GET", path: "/notes" };
    const lookup = { request, match, consistency: "strong", found: "added", absent: "uncertain" };
    const idempotency = { key: { ...key, window: "1m" } };
    expect(rulesOf({ agent: safe, idempotency, classify: retrying })).toEqual(["DC6003"]);
    expect(rulesOf({ agent: safe, idempotency, classify: retrying, lookup })).toEqual([]);
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
      classify: [created, rule(when, then), refused],
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
