/** What a declared request is on the wire: bodies, keys, secrets and pages. */
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { Ending } from "../../src/core/ending.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { createFaultServer, type FaultServer } from "../../src/testing/fault-server.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { headerOf, type ReceivedRequest } from "../../src/testing/request-reader.ts";
import { attemptOf } from "./attempt.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

interface Sent {
  readonly ending: Ending;
  readonly requests: readonly ReceivedRequest[];
}

/** Sends one declared operation; `operation` and `auth` are the parts of the manifest that a test is about. */
async function send(
  operation: string,
  input: JsonObject,
  more: {
    readonly auth?: string;
    readonly reply?: Reply;
    readonly secrets?: Record<string, string>;
    readonly branches?: string;
    readonly classify?: string;
  } = {},
): Promise<Sent> {
  const reply = more.reply ?? { kind: "answer", status: 200, body: "{}" };
  const server: FaultServer = await createFaultServer({ script: () => reply });
  const text = `
manifestVersion: 1
connector: {id: wire, title: Wire, description: Anything., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, required: true}}
${more.auth === undefined ? "" : `auth: {methods: {it: ${more.auth}}}`}
operations:
  send:
    ${more.auth === undefined ? "" : "authorization: required"}
    kind: mutation
    impact: additive
    input: {type: object}
    output: {type: object}
    ${more.branches ?? "branches: {sent: {record: succeeded, description: Sent.}}"}
    classify: ${more.classify ?? '[{when: {status: [200]}, then: {branch: sent, output: {$body: ""}}}]'}
${operation}`;
  const connector = defineConnector({ manifest: trustManifest(parse(text) as JsonObject) });
  const connection = connector.connect({
    name: "test",
    config: { baseUrl: `${server.origin}/base/` },
    credentials: more.secrets ?? {},
    allowLoopback: true,
  });
  cleanups.push(
    () => connection.close(),
    () => server.close(),
  );
  return { ending: await connection.operation("send").invoke(input, attemptOf()), requests: server.requests };
}

function only({ requests }: Sent): ReceivedRequest {
  const [request] = requests;
  if (request === undefined || requests.length !== 1) throw new Error(`${String(requests.length)} requests were sent`);
  return request;
}

describe("a body", () => {
  test("in JSON leaves out what is absent and sends null where null was given", async () => {
    const body =
      "{json: {a: {$input: /a}, b: {$input: /b}, c: {d: {$input: /missing}}, e: [{$input: /missing}, 1], f: {$const: {$input: x}}}}";
    const request = only(await send(`    request: {method: POST, path: /x, body: ${body}}`, { a: null }));
    expect(request.body.toString()).toBe('{"a":null,"c":{},"e":[1],"f":{"$input":"x"}}');
    expect(headerOf(request, "content-type")).toBe("application/json");
  });

  test.each([
    ["brackets", "tags%5B%5D=a&tags%5B%5D=b%26c&meta%5Bk%5D=v&items%5B0%5D%5Bp%5D=1"],
    ["repeat", "tags=a&tags=b%26c&meta%5Bk%5D=v&items%5B0%5D%5Bp%5D=1"],
  ])("as a form writes lists as %s", async (arrays, expected) => {
    const body = `{form: {tags: {$input: /tags}, meta: {k: v}, items: [{p: 1}]}, arrays: ${arrays}}`;
    const request = only(await send(`    request: {method: POST, path: /x, body: ${body}}`, { tags: ["a", "b&c"] }));
    expect(request.body.toString()).toBe(expected);
  });

  test("in GraphQL is the document with its variables", async () => {
    const body = '{graphql: "mutation A($i: I!) { a(i: $i) { id } }", variables: {i: {t: {$input: /t}}}}';
    const request = only(await send(`    request: {method: POST, path: /graphql, body: ${body}}`, { t: "x" }));
    expect(JSON.parse(request.body.toString())).toEqual({
      query: "mutation A($i: I!) { a(i: $i) { id } }",
      variables: { i: { t: "x" } },
    });
  });

  test("as text has its declared type, and values joined and encoded", async () => {
    const body =
      "{text: {$concat: [a-, {$encode: {as: base64url, of: {$input: /t}}}, '-', {$encode: {as: uri, of: 'ü/'}}]}, type: text/markdown}";
    const request = only(await send(`    request: {method: POST, path: /x, body: ${body}}`, { t: "?>" }));
    expect([request.body.toString(), headerOf(request, "content-type")]).toEqual(["a-Pz4-%C3%BC%2F", "text/markdown"]);
  });
});

describe("a key", () => {
  const key = (place: string): string =>
    `    idempotency: {key: {${place}, format: hex, maxLength: 12, window: 1h, mismatch: error}}\n    agent: {retry: safe}\n`;

  test.each([
    ["in: header, name: X-Key", "{json: {a: 1}}", (request: ReceivedRequest) => headerOf(request, "x-key")],
    [
      "in: query, name: key",
      "{json: {a: 1}}",
      (request: ReceivedRequest) => new URL(request.target, "http://x").searchParams.get("key"),
    ],
    [
      "in: body, at: /deep/key",
      "{json: {a: 1, deep: {b: 2}}}",
      (request: ReceivedRequest) => (JSON.parse(request.body.toString()) as { deep: { key: string } }).deep.key,
    ],
    [
      "in: body, at: /variables/input/id",
      "{graphql: 'mutation { a }', variables: {input: {t: 1}}}",
      (request: ReceivedRequest) =>
        (JSON.parse(request.body.toString()) as { variables: { input: { id: string } } }).variables.input.id,
    ],
    [
      "in: body, at: /meta/key",
      "{form: {meta: {a: 1}}}",
      (request: ReceivedRequest) => new URLSearchParams(request.body.toString()).get("meta[key]"),
    ],
  ] as const)("P2.1: is written %s, equal in every attempt", async (place, body, read) => {
    const operation = `${key(place)}    request: {method: POST, path: /x, body: ${body}}`;
    const [one, other] = [only(await send(operation, {})), only(await send(operation, {}))];
    expect(read(one)).toMatch(/^[0-9a-f]{12}$/);
    expect(read(other)).toBe(read(one));
  });

  test("that has no place in the body is a defect, and nothing is sent", async () => {
    const sent = await send(
      `${key("in: body, at: /a/b")}    request: {method: POST, path: /x, body: {json: {a: text}}}`,
      {},
    );
    expect(sent.ending).toMatchObject({ kind: "branch", branch: "defect", provesNothingHappened: true });
    expect(sent.requests).toEqual([]);
  });
});

describe("a secret", () => {
  const request = "    request: {method: POST, path: /x, query: {q: 1}, body: {json: {a: 1}}}";
  const secrets = { token: "s3cret&value" };

  test.each([
    [
      "a bearer header",
      "{type: bearer, secrets: {token: {required: true}}}",
      (received: ReceivedRequest) => headerOf(received, "authorization"),
      "Bearer s3cret&value",
    ],
    [
      "a header with a prefix",
      "{type: apiKey, secrets: {token: {required: true}}, place: {in: header, name: X-Api-Key, prefix: 'k '}}",
      (received: ReceivedRequest) => headerOf(received, "x-api-key"),
      "k s3cret&value",
    ],
    [
      "the query",
      "{type: apiKey, secrets: {token: {required: true}}, place: {in: query, name: key}}",
      (received: ReceivedRequest) => received.target,
      "/base/x?q=1&key=s3cret%26value",
    ],
    [
      "the body",
      "{type: apiKey, secrets: {token: {required: true}}, place: {in: body, at: /auth/key}}",
      (received: ReceivedRequest) => received.body.toString(),
      '{"a":1,"auth":{"key":"s3cret&value"}}',
    ],
  ] as const)("is written into %s", async (_name, auth, read, expected) => {
    expect(read(only(await send(request, {}, { auth, secrets })))).toBe(expected);
  });

  test("pair is written as HTTP Basic", async () => {
    const auth = "{type: basic, secrets: {username: {required: true}, password: {required: true}}}";
    const received = only(await send(request, {}, { auth, secrets: { username: "ann", password: "p:ß" } }));
    expect(headerOf(received, "authorization")).toBe(`Basic ${Buffer.from("ann:p:ß").toString("base64")}`);
  });

  test("that is missing, or that a header cannot carry, sends nothing and is not tried again", async () => {
    const auth = "{type: bearer, secrets: {token: {required: true}}}";
    const missing = await send(request, {}, { auth });
    const broken = await send(request, {}, { auth, secrets: { token: "hunter22\n" } });
    for (const sent of [missing, broken]) {
      expect(sent.ending).toMatchObject({ kind: "not_sent", isFinal: true });
      expect(JSON.stringify(sent.ending)).not.toContain("hunter22");
      expect(sent.requests).toEqual([]);
    }
  });
});

describe("an answer", () => {
  const request = "    request: {method: POST, path: /x}";
  const declared =
    "branches: {sent: {record: succeeded, description: Sent., output: {type: object, additionalProperties: false, required: [id], properties: {id: {type: string}}}}}";

  test.each(["1e400", "[1e400]"])(
    "P4.3: with a number too large for one (%s) keeps its text and says so",
    async (n) => {
      const number =
        "branches: {sent: {record: succeeded, description: Sent., output: {type: object, properties: {n: {type: number}}}}}";
      const reply = { kind: "answer", status: 200, body: `{"n":${n}}` } as const;
      const sent = await send(request, {}, { branches: number, reply });
      expect(sent.ending).toMatchObject({
        branch: "sent",
        record: "succeeded",
        output: JSON.parse(`{"n":${n.replace("1e400", '"1e400"')}}`) as unknown,
      });
      expect(sent.ending.kind === "branch" ? sent.ending.warnings?.join() : "").toContain("differs from its schema");
    },
  );

  test("with a number too large for one is compared with a declared structure all the same", async () => {
    const classify =
      "[{when: {body: {at: /n, equals: {a: 1}}}, then: {branch: other}}, {when: {status: [200]}, then: {branch: sent}}]";
    const branches = "{sent: {record: succeeded, description: Sent.}, other: {record: succeeded, description: Other.}}";
    const reply = { kind: "answer", status: 200, body: '{"n":{"a":1e400}}' } as const;
    const sent = await send(request, {}, { branches: `branches: ${branches}`, classify, reply });
    expect(sent.ending).toMatchObject({ branch: "sent" });
  });

  test("P4.3: without what its output needs is a success with a warning", async () => {
    const sent = await send(request, {}, { branches: declared });
    expect(sent.ending).toMatchObject({ kind: "branch", branch: "sent", record: "succeeded", output: {} });
    expect(sent.ending.kind === "branch" ? sent.ending.warnings?.join() : "").toContain(
      "the result differs from its schema",
    );
  });

  test.each(["null", '{"code":1}'])(
    "P4.3: without the words of its message (%s) ends in its branch all the same",
    async (note) => {
      const branches =
        '{sent: {record: succeeded, description: Sent., message: {$concat: ["Sent: ", {$body: /note}]}}}';
      const { ending } = await send(
        "    request: {method: POST, path: /a}",
        {},
        {
          branches: `branches: ${branches}`,
          reply: { kind: "answer", status: 200, body: `{"note":${note}}` },
        },
      );
      expect(ending).toMatchObject({ kind: "branch", branch: "sent", record: "succeeded" });
      expect(ending).not.toHaveProperty("message");
    },
  );

  test("P4.3: that is no JSON is ambiguous where the status says success", async () => {
    const reply: Reply = { kind: "answer", status: 200, body: "<html>" };
    expect((await send(request, {}, { reply })).ending).toMatchObject({ kind: "ambiguous" });
    const packed: Reply = { kind: "answer", status: 200, body: "{}", headers: { "content-encoding": "gzip" } };
    expect((await send(request, {}, { reply: packed })).ending).toMatchObject({ kind: "ambiguous" });
  });

  test("with a byte order mark or nothing at all is read", async () => {
    const marked: Reply = { kind: "answer", status: 200, body: '\ufeff{"id":"1"}' };
    expect((await send(request, {}, { reply: marked })).ending).toMatchObject({ output: { id: "1" } });
    const empty: Reply = { kind: "answer", status: 200, body: "" };
    expect((await send(request, {}, { reply: empty })).ending).toMatchObject({ kind: "branch", branch: "sent" });
  });
});

describe("a rule that says later for a write", () => {
  const operation = "    request: {method: POST, path: /x}";
  const classify =
    "[{when: {header: {name: ratelimit-remaining, equals: '0'}}, then: {retryLater: {from: [], fallback: 10ms, max: 1s}}}]";
  const answer = (status: number): Reply => ({
    kind: "answer",
    status,
    headers: { "ratelimit-remaining": "0" },
    body: "{}",
  });

  test("P4.1: repeats nothing that a header came with unless the answer is a refusal", async () => {
    const carriedOut = await send(operation, {}, { classify, reply: answer(200) });
    expect(carriedOut.requests).toHaveLength(1);
    expect(carriedOut.ending.kind).toBe("ambiguous");
    const refused = await send(operation, {}, { classify, reply: answer(403) });
    expect(refused.requests.length).toBeGreaterThan(1);
    expect(refused.ending.kind).toBe("not_processed");
  });
});
