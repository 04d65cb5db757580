/** What the rules on requests must not say, must not show, and where they look. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/finding.ts";
import { explainFinding } from "../../../src/manifest/explain-findings.ts";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { isSecretName } from "../../../src/manifest/rules/secret-names.ts";

const fixtures = new URL("../../fixtures/manifests/", import.meta.url);
const read = readFileSync(new URL("complete-read/good.yaml", fixtures), "utf8");
const write = readFileSync(new URL("complete-write/good.yaml", fixtures), "utf8");

function check(text: string): readonly Finding[] {
  return loadManifest(text, { path: "a.yaml" }).findings;
}

function ids(text: string): readonly string[] {
  return check(text).map((finding) => finding.id);
}

describe("a finding about a secret", () => {
  const folders = readdirSync(fixtures).filter((name) => name.startsWith("DC8008"));

  it.each(folders)("%s does not repeat it", (folder) => {
    const bad = readFileSync(new URL(`${folder}/bad.yaml`, fixtures), "utf8");
    const good = readFileSync(new URL(`${folder}/good.yaml`, fixtures), "utf8");
    const words = bad.split(/[\s"'{}]+/).filter((word) => word.length > 12 && !good.includes(word));
    for (const finding of check(bad)) {
      const shown = JSON.stringify([finding.data, explainFinding(finding)]);
      for (const word of words) expect(shown).not.toContain(word);
    }
  });

  it.each(["xoxb-xxxxxxxxxxxx-xxxxxxxxxxxx", "AKIAIOSFODNN7EXAMPLE", "sk_live_…", "Bearer example-secretKey"])(
    "is not made for the placeholder %s",
    (text) => {
      expect(ids(read.replace("operations:\n", `x-note: "${text}"\noperations:\n`))).toEqual([]);
    },
  );
});

describe("a name", () => {
  it.each(["apiToken", "api_key", "X-Api-Key", "accessToken", "client_secret", "userPassword", "token", "privateKey"])(
    "%s says credential",
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );

  it.each([
    "pageToken",
    "nextPageToken",
    "syncToken",
    "key",
    "issueKey",
    "tokenCount",
    "hasPassword",
    "resetPassword",
    "author",
  ])("%s does not", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("a rule on answers", () => {
  it("of an operation may come before one of the defaults that says the same", () => {
    const shared =
      "defaults: {classify: [{when: {status: [404]}, then: {retry: {}}}, {otherwise: tail}]}\noperations:\n";
    expect(ids(read.replace("operations:\n", shared))).toEqual([]);
  });

  it("is not shadowed by a rule that holds for some of its answers only", () => {
    const narrow = "      - {when: {status: [404], header: {name: X-Reason, exists: true}}, then: {branch: absent}}\n";
    const first = "      - {when: {status: [404], retried: false}, then: {branch: absent}}\n";
    const at = "      - {when: {status: [404]}, then: {branch: absent}}\n";
    expect(read).toContain(at);
    expect(ids(read.replace(at, `${narrow}${first}${at}`))).toEqual([]);
  });

  it("is shadowed by two rules that divide its answers between them", () => {
    const at = "      - {when: {status: [404]}, then: {branch: absent}}\n";
    const halves = [true, false].map(
      (retried) => `      - {when: {status: [4xx], retried: ${String(retried)}}, then: {branch: absent}}\n`,
    );
    expect(ids(read.replace(at, `${halves.join("")}${at}`))).toContain("DC8012");
  });

  it("is not asked of a handler, which tells its endings itself", () => {
    const handler = read.replace(/ {4}request: .*\n {4}classify:\n(?: {6}- .*\n)+/, "    handler: {}\n");
    expect(handler).toContain("handler");
    expect(ids(handler)).toEqual([]);
  });
});

describe("a path value", () => {
  it("of the request that looks a write up is held to the same rules", () => {
    const lookup = `    lookup:
      request: {method: GET, path: "/v2/marks/{mark}"}
      match: {at: /id, equals: {$input: /ticketId}}
      consistency: eventual
      found: added
      absent: uncertain
    agent: {exposed: true, retry: safe}
    request: {method: POST`;
    const text = write
      .replace("    agent: {exposed: true, retry: safe}\n    request: {method: POST", lookup)
      .replace(
        "        text: {type",
        "        mark: {type: string, maxLength: 40, description: A mark.}\n        text: {type",
      );
    expect(
      check(text)
        .filter(({ id }) => id === "DC8004")
        .map(({ data }) => data["problem"]),
    ).toEqual(["optional"]);
  });
});

describe("a header that takes an argument", () => {
  it("is not made safe by a pattern that matches inside a longer text", () => {
    const text = read
      .replace("request: {method: GET,", "request: {method: GET, headers: {X-Actor: {$input: /actor}},")
      .replace(
        /^ {8}ticketId: \{type: string.*$/m,
        '$&\n        actor: {type: string, maxLength: 80, pattern: "[a-z]+", description: Who asks.}',
      );
    expect(ids(text)).toEqual(["DC4007", "DC8006"]);
  });

  it("through the defaults is judged for each operation that sends them", () => {
    const text = write
      .replace("operations:\n", "defaults: {headers: {X-Note: {$input: /text}}}\noperations:\n")
      .replace("  getTicket:", "  other:");
    expect(check(text).map(({ id, pointer }) => [id, pointer])).toContainEqual([
      "DC8006",
      "/defaults/headers/X-Note/$input",
    ]);
  });
});
