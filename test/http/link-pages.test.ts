/** Pages by links on a real server: a link may repeat what the toolkit itself wrote into the request, secrets among it. */
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { Ending } from "../../src/core/ending.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import { attemptOf } from "./attempt.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const manifest = (place: string): JsonObject =>
  parse(`
manifestVersion: 1
connector: {id: pages, title: Pages, description: Lists things., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, required: true}}
auth: {methods: {it: {type: apiKey, secrets: {token: {required: true}}, place: ${place}}}}
operations:
  list:
    kind: query
    authorization: required
    input: {type: object, properties: {cursor: {type: string}}}
    output: {type: object, properties: {nextCursor: {type: string}}}
    branches: {listed: {record: succeeded, description: The things.}}
    request: {method: GET, path: /things, query: {size: "5"}}
    pagination: {style: link, next: {$header: link}, stop: missing, input: /cursor, output: /nextCursor}
    classify: [{when: {status: [200]}, then: {branch: listed, output: {$const: {}}}}]
`) as JsonObject;

const token = "a+b/c==";
const encoded = encodeURIComponent(token);
const inQuery = "{in: query, name: api_key}";
const inHeader = "{in: header, name: X-Api-Key}";

interface Page {
  readonly ending: Ending;
  readonly targets: readonly string[];
}

async function pageOf(place: string, link: string, cursor?: string): Promise<Page> {
  const server = await createFaultServer({
    script: () => ({ kind: "answer", status: 200, headers: { link }, body: "{}" }),
  });
  const connection = defineConnector({ manifest: trustManifest(manifest(place)) }).connect({
    name: "test",
    config: { baseUrl: server.origin },
    credentials: { token },
    allowLoopback: true,
  });
  cleanups.push(
    () => connection.close(),
    () => server.close(),
  );
  const ending = await connection.operation("list").invoke(cursor === undefined ? {} : { cursor }, attemptOf());
  return { ending, targets: server.requests.map(({ target }) => target) };
}

function cursorOf({ ending }: Page): unknown {
  if (ending.kind !== "branch") return ending.kind;
  return ending.warnings?.join() ?? (ending.output as JsonObject)["nextCursor"];
}

const next = (query: string): string => `</things?${query}>; rel="next"`;

describe("P12.1: a next link that holds a secret of the connection", () => {
  test.each([
    ["under the name that the toolkit writes it to", inQuery, `page=2&api_key=${encoded}&size=5`, "page=2&size=5"],
    ["under that name, masked or another one", inQuery, "api_key=xxxx&page=2", "page=2"],
    ["under that name, written otherwise", inQuery, `page=2&api%5Fkey=${encoded}`, "page=2"],
    ["and nothing else", inQuery, `api_key=${encoded}`, undefined],
  ])("is offered without it: %s", async (_name, place, query, expected) => {
    expect(cursorOf(await pageOf(place, next(query)))).toBe(expected);
  });

  test.each([
    `access_token=${encoded}&page=2`,
    "page=2&t=a%2bb%2fc%3d%3d",
    `page=2&t=${token}`,
    `page=2&back=${encodeURIComponent(`/x?k=${token}`)}`,
    `page=2&${encoded}x=1`,
    `page=%&t=${encoded}`,
  ])("under another name or within a value is not offered: %s", async (query) => {
    const cursor = cursorOf(await pageOf(inHeader, next(query)));
    expect(cursor).toBe("the next page's address holds a secret of this connection and is not offered");
  });

  test("leads to its page, with the secret written once", async () => {
    const { targets } = await pageOf(inQuery, next("page=3"), "page=2&size=5");
    expect(targets).toEqual([`/things?page=2&size=5&api_key=${encoded}`]);
  });

  test.each(["api_key=other&page=2", "page=2&api%5Fkey=other"])(
    "cannot be forged to send another secret: %s",
    async (cursor) => {
      const { ending, targets } = await pageOf(inQuery, next("page=3"), cursor);
      expect(ending).toMatchObject({ branch: "defect", provesNothingHappened: true, isRetryable: true });
      expect(targets).toEqual([]);
    },
  );
});
