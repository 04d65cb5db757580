/** What a run of examples notices, one manifest that is wrong in one way at a time. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { OperationHandler } from "../../src/core/operation.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import type { ExampleReport } from "../../src/testing/example-report.ts";
import { testConnector } from "../../src/testing/test-connector.ts";

/** A safe write whose examples are given. */
function manifestText(examples: string, implementation?: string): string {
  return `
manifestVersion: 1
connector: {id: shelf, title: Shelf, description: Keeps things., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, default: "https://shelf.example/api"}}
auth: {methods: {token: {type: apiKey, secrets: {key: {required: true}}, place: {in: query, name: key}}}}
operations:
  put:
    kind: mutation
    impact: modifying
    authorization: required
    description: Puts one thing on the shelf.
    input: {type: object, additionalProperties: false, required: [thing], properties: {thing: {type: string, minLength: 1, maxLength: 20}}}
    output: {type: object, additionalProperties: false, required: [id], properties: {id: {type: string, maxLength: 20}}}
    branches: {put: {record: succeeded, description: It is there.}, full: {record: failed, description: Nothing changed.}}
    idempotency: {key: {in: header, name: X-Key, format: hex, maxLength: 16, window: 1h, mismatch: error}}
    agent: {exposed: true, retry: safe}
    ${
      implementation ??
      `request: {method: PUT, path: "/things/{thing}", body: {json: {thing: {$input: /thing}}}}
    classify:
      - {when: {status: [200]}, then: {branch: put, output: {id: {$body: /id}}}}
      - {when: {status: [409]}, then: {branch: full}}
      - {when: {fault: [reset, timeout, oversize, dns, connect, tls, truncated, invalidBody]}, then: {retry: {}}}`
    }
    examples:
${examples}`;
}

async function report(examples: string): Promise<ExampleReport> {
  return testConnector(trustManifest(parse(manifestText(examples)) as JsonObject));
}

async function kinds(examples: string): Promise<readonly string[]> {
  const { faults } = await report(examples);
  return faults
    .filter(({ severity }) => severity === "error")
    .map(({ kind, rule }) => (rule === undefined ? kind : `${kind} ${rule}`));
}

const sound = `      one: {input: {thing: a}, exchange: [{respond: {status: 200, body: {id: "1"}}}], result: {branch: put, record: succeeded, output: {id: "1"}}}`;

describe("the examples of a manifest", () => {
  test("hold when requests, branch, record and output are as said", async () => {
    const expected = `{method: PUT, path: /api/things/a, query: {key: example-key}, headers: {x-key: 60d2c4b0f1f0c1f1}, body: {thing: a}}`;
    const found = await report(sound.replace("[{respond", `[{expect: ${expected}, respond`));
    // The derived key is what the first run says it is; the shape of it is what counts here.
    const messages = found.faults.filter(({ severity }) => severity === "error").map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/^request 1: header x-key is [0-9a-f]{16}, the example says 60d2c4b0f1f0c1f1$/),
    ]);
  });

  test.each([
    ["another branch", sound.replace("branch: put", "branch: full"), ["ending_differs DC9003"]],
    ["another record", sound.replace("record: succeeded", "record: failed"), ["ending_differs DC9003"]],
    ["another output", sound.replace('output: {id: "1"}', 'output: {id: "2"}'), ["output_differs DC9002"]],
    [
      "an output that breaks its schema",
      sound.replace('body: {id: "1"}', "body: {}").replace('output: {id: "1"}', "output: {}"),
      ["output_differs DC9002"],
    ],
    ["another path", sound.replace("[{respond", "[{expect: {path: /api/things/b}, respond"), ["request_differs"]],
    ["another body", sound.replace("[{respond", "[{expect: {body: {thing: b}}, respond"), ["request_differs"]],
    ["another query", sound.replace("[{respond", "[{expect: {query: {}}, respond"), ["request_differs"]],
    ["another method", sound.replace("[{respond", "[{expect: {method: POST}, respond"), ["request_differs"]],
    ["an exchange too many", sound.replace("}}}],", "}}}, {respond: {status: 200}}],"), ["exchange_count"]],
    [
      "an exchange too few",
      sound.replace('{respond: {status: 200, body: {id: "1"}}}', ""),
      ["ending_differs DC9003", "exchange_count"],
    ],
    ["an input that is none", sound.replace("thing: a", 'thing: ""'), ["input_judged_otherwise DC9001"]],
    [
      "an invalid input that is valid",
      "      bad: {input: {thing: a}, invalid: /thing}",
      ["input_judged_otherwise DC9001"],
    ],
    [
      "an invalid input at another place",
      "      bad: {input: {thing: 3}, invalid: /other}",
      ["input_judged_otherwise DC9001"],
    ],
  ])("fail for %s", async (_name, examples, expected) => {
    expect(await kinds(examples)).toEqual(expected);
  });

  test.each(["dns", "connect", "tls", "timeout", "reset", "truncated", "oversize", "invalidBody"])(
    "play the fault %s on the wire",
    async (fault) => {
      const body = fault === "truncated" ? ", body: {id: x}" : "";
      const lost = sound.replace("[{respond", `[{respond: {fault: ${fault}${body}}}, {respond`);
      const found = await report(lost);
      expect(found.faults.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(found.coverage[0]?.cells.proved).toContain(fault);
    },
  );

  test("fail when the declared fault did not happen on the wire", async () => {
    // A truncated answer without a body of its own is cut after its headers; here nothing is left to be cut.
    const examples = sound.replace("respond: {status: 200", "respond: {status: 404, fault: invalidBody");
    expect(await kinds(examples)).toContain("ending_differs DC9003");
    const mismatch = sound.replace("respond: {status: 200", "respond: {status: 200, fault: schemaMismatch");
    expect(await kinds(mismatch)).toEqual(["fault_not_fired"]);
  });

  test("say which branch, rule and lost answer nothing proves", async () => {
    const { faults, coverage } = await report(sound);
    expect(faults.map(({ kind, rule }) => `${kind} ${rule ?? ""}`)).toEqual([
      "branch_unproved DC9004",
      "rule_unproved DC9004",
      "rule_unproved DC9004",
      "fault_unproved DC9005",
    ]);
    expect(coverage[0]?.rules).toEqual({ proved: ["1"], unproved: ["2", "3"] });
    expect(coverage[0]?.cells.proved).toEqual(["200"]);
  });

  test("are run by name, and coverage is then not judged", async () => {
    const manifest = trustManifest(parse(manifestText(`${sound}\n${sound.replace("one:", "two:")}`)) as JsonObject);
    const found = await testConnector(manifest, { filter: "put/two" });
    expect([found.passed, found.faults]).toEqual([1, []]);
  });
});

describe("the examples of a connector with code", () => {
  const source = manifestText(sound, "handler: {}");

  function connector(handler: OperationHandler) {
    return defineConnector({ manifest: trustManifest(parse(source) as JsonObject), operations: { put: handler } });
  }

  const put =
    (body: () => string): OperationHandler =>
    async (_input, attempt) => {
      const base = attempt.config["baseUrl"];
      const url = typeof base === "string" ? `${base}/things` : "";
      const response = await attempt.fetch(url, {
        method: "PUT",
        body: body(),
        headers: { "x-key": attempt.providerKey({ format: "hex" }) },
      });
      return attempt.branch("put", { id: (response.json() as JsonObject)["id"] ?? null });
    };

  test("run its handlers against the stand-in", async () => {
    const found = await testConnector(connector(put(() => "{}")));
    expect(found.faults.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(found.passed).toBe(1);
  });

  test("P2.3: fail with DC6004 when two replays of a safe write differ", async () => {
    let count = 0;
    const found = await testConnector(connector(put(() => JSON.stringify({ at: (count += 1) }))));
    expect(found.faults.map(({ kind, rule }) => `${kind} ${rule ?? ""}`)).toContain("unstable_payload DC6004");
  });

  test("are not run, and said so, when only the manifest is at hand", async () => {
    const found = await testConnector(trustManifest(parse(source) as JsonObject));
    expect(found.faults.map(({ kind }) => kind)).toContain("not_run");
  });
});
