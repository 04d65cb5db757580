/** The page of every key is what the language's description says, and its examples are sound. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readReference, withReference } from "../../scripts/manifest-reference.ts";
import { readExampleManifest } from "../../scripts/reference/examples.ts";
import { isJsonObject } from "../../src/core/json.ts";
import type { Json } from "../../src/core/json.ts";
import { languageSchema } from "../../src/manifest/language/to-json-schema.ts";
import { loadManifest } from "../../src/manifest/load-manifest.ts";
import { secondReading } from "../../src/manifest/read/scalar-readings.ts";
import { testConnector } from "../../src/testing/test-connector.ts";

const page = readReference();
const manifest = readExampleManifest();

describe("the manifest that has every key", () => {
  it("has no finding", () => {
    expect(loadManifest(manifest, { path: "every-key.connector.yaml" }).findings).toEqual([]);
  });

  it("passes its examples", async () => {
    const checked = loadManifest(manifest, { path: "every-key.connector.yaml" }).manifest;
    if (checked === undefined) throw new Error("the manifest has errors");
    const { faults, passed, failed } = await testConnector(checked);
    expect(faults.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([passed, failed]).toEqual([7, 0]);
  });
});

describe("docs/manifest-reference.md", () => {
  it("is what the language's description says; node scripts/manifest-reference.ts writes it", () => {
    expect(page).toBe(withReference(page, manifest));
  });

  it("has a row for every key of the published schema", () => {
    const keys = new Set(propertyNames(languageSchema("2020-12")));
    expect(keys.size).toBeGreaterThan(120);
    const missing = [...keys].filter((key) => !page.includes(`\n| \`${key}\` | `));
    // The keys of the one operand that is a map stand in its operator's row.
    expect(missing).toEqual(["as", "of"]);
    expect(page).toContain("| `$encode` | `{as, of}` |");
  });

  it("cannot be written while a key has no example", () => {
    const without = manifest.replace("waitBefore: 2s", "");
    expect(() => withReference(page, without)).toThrow("the example manifest has no operations.*.lookup.waitBefore");
  });

  it("has examples that can be copied: they parse, and readers of YAML agree about them", () => {
    const examples = [...page.matchAll(/ \| `([^`]+: [^`]+)` \|$/gm)].map(([, text = ""]) =>
      text.replaceAll("\\|", "|"),
    );
    expect(examples.length).toBeGreaterThan(180);
    for (const example of examples.filter((text) => !text.includes("…"))) {
      expect(parse(example), example).toSatisfy(isJsonObject);
      const [, plain = ""] = /^[^:]+: ([^"'{[].*)$/.exec(example) ?? [];
      expect(secondReading(plain), example).toBeUndefined();
    }
  });

  it("links to headings that are there", () => {
    const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
    expect(new Set(headings).size).toBe(headings.length);
    for (const [, anchor] of page.matchAll(/\]\(#([^)]*)\)/g)) expect(headings).toContain(anchor);
  });
});

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function propertyNames(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => propertyNames(each as Json));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value = null]) => {
    const isMap = key === "properties" && isJsonObject(value);
    return [...(isMap ? Object.keys(value) : []), ...propertyNames(isMap ? (Object.values(value) as Json) : value)];
  });
}
