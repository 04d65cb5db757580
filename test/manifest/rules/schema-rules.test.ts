/** Schemas that are shared, nested or hostile: where their faults are shown, and that checking them ends. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/finding.ts";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";

const fixtures = new URL("../../fixtures/manifests/", import.meta.url);
/** It sends all its arguments, so that one more is no fault of its own. */
const base = readFileSync(new URL("complete-write/good.yaml", fixtures), "utf8").replaceAll(
  /path: "[^"]*"/g,
  '$&, query: {all: {$encode: {as: json, of: {$input: ""}}}}',
);
const ticketId = /^ {8}ticketId: \{type: string.*$/m;

function check(text: string): readonly Finding[] {
  return loadManifest(text, { path: "a.yaml" }).findings;
}

function bad(folder: string): readonly Finding[] {
  return check(readFileSync(new URL(`${folder}/bad.yaml`, fixtures), "utf8"));
}

describe("a fault in a shared schema", () => {
  it("is shown where an operation uses it, with the definition beside it", () => {
    const [finding] = bad("DC4002-shared-schema");
    expect(finding?.pointer).toBe("/operations/getTicket/input/properties/filter/$ref");
    expect(finding?.related.map(({ label, range }) => [label, range.start.line])).toEqual([["written here", 5]]);
  });

  it("is shown once for each use, however often the definition uses others", () => {
    const text = base
      .replace("operations:\n", "schemas:\n  Any: {description: Anything.}\noperations:\n")
      .replaceAll(new RegExp(ticketId, "gm"), '$&\n        extra: {$ref: "#/schemas/Any"}');
    expect(check(text).map(({ id, pointer }) => [id, pointer.split("/")[2]])).toEqual([
      ["DC4002", "getTicket"],
      ["DC4002", "addNote"],
    ]);
  });

  it("is shown where it is written when it does not depend on the use", () => {
    const [finding] = bad("DC4001-shared-schema");
    expect(finding?.pointer).toBe("/schemas/Page/minimum");
  });
});

describe("a property", () => {
  it.each(["default", "enum", "const", "examples"])("may be named %s and still refer to a shared schema", (name) => {
    const text = base
      .replace("operations:\n", "schemas:\n  Word: {type: string, maxLength: 9, description: A word.}\noperations:\n")
      .replace(ticketId, `$&\n        ${name}: {$ref: "#/schemas/Word"}`);
    const { manifest, findings } = loadManifest(text, { path: "a.yaml" });
    expect(findings).toEqual([]);
    expect(manifest?.operations["getTicket"]?.input.properties?.[name]).toMatchObject({ type: "string", maxLength: 9 });
  });
});

describe("a schema that cannot be relied on", () => {
  it.each([
    ["properties: [1]", "DC4001"],
    ["required: 5", "DC4001"],
    ["additionalProperties: []", "DC4001"],
    ["oneOf: text", "DC4001"],
    ["enum: 1", "DC4001"],
    ["items: [{type: string}]", "DC4001"],
    ["allOf: [{type: object}]", "DC4003"],
    ["patternProperties: {a: {type: string}}", "DC4003"],
  ])("with %s is reported, and no other rule stumbles over it", (keyword, id) => {
    const key = keyword.slice(0, keyword.indexOf(":"));
    const text = base.replace(
      / {4}output: \{.*$/m,
      `    output:\n      type: object\n      additionalProperties: false\n      ${keyword}`,
    );
    const once =
      key === "additionalProperties"
        ? text.replace("      additionalProperties: false\n      additional", "      additional")
        : text;
    expect(check(once).map((finding) => finding.id)).toContain(id);
  });

  it("is never given out, whatever a comment says", () => {
    const text = base.replace(
      ticketId,
      "        # dex-connectors-ignore DC4003: we know better\n        extra: {type: string, maxLength: 3, not: {const: a}, description: A word.}\n$&",
    );
    const { manifest, findings } = loadManifest(text, { path: "a.yaml" });
    expect(manifest).toBeUndefined();
    expect(findings.map(({ id, suppressed }) => [id, suppressed])).toContainEqual(["DC4003", undefined]);
  });

  it("and would fill all memory once it is written out is refused at once", () => {
    const levels = Array.from({ length: 40 }, (_, index) => {
      const below = `{$ref: "#/schemas/Level${String(index)}"}`;
      return `  Level${String(index + 1)}: {type: object, additionalProperties: false, description: A level., properties: {left: ${below}, right: ${below}}}`;
    });
    const text = base
      .replace(
        "operations:\n",
        `schemas:\n  Level0: {type: string, maxLength: 9, description: A word.}\n${levels.join("\n")}\noperations:\n`,
      )
      .replace(ticketId, '$&\n        tree: {$ref: "#/schemas/Level40"}');
    expect(check(text).map(({ id, data }) => [id, data["problem"]])).toEqual([["DC4003", "size"]]);
  });
});
