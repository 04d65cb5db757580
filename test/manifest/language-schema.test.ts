/** The published schemas are equal to the language's own description, and agree with the structure check. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { languageSchema } from "../../src/manifest/language/to-json-schema.ts";

const fixtures = new URL("../fixtures/manifests/", import.meta.url);
const options = { strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true } as const;

const validators = {
  "2020-12": new Ajv2020(options).compile(languageSchema("2020-12")),
  "draft-07": new Ajv(options).compile(languageSchema("draft-07")),
};

function read(folder: string, kind: "bad" | "good"): unknown {
  const name = readdirSync(new URL(`${folder}/`, fixtures)).find((file) => file.startsWith(`${kind}.`)) ?? "";
  return parse(readFileSync(new URL(`${folder}/${name}`, fixtures), "utf8").replace(/^\uFEFF/, ""));
}

const folders = readdirSync(fixtures);

describe("the published schema", () => {
  it("of 2020-12 equals the language's description (vitest -u writes it)", async () => {
    const text = `${JSON.stringify(languageSchema("2020-12"), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../schemas/dex-connector.schema.json");
  });

  it("of draft 7 equals the language's description (vitest -u writes it)", async () => {
    const text = `${JSON.stringify(languageSchema("draft-07"), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../schemas/dex-connector.draft-07.schema.json");
  });

  it.each(folders)("accepts the good file of %s in both flavors", (folder) => {
    const manifest = read(folder, "good");
    expect(validators["2020-12"](manifest)).toBe(true);
    expect(validators["draft-07"](manifest)).toBe(true);
  });

  // Which keys other keys make necessary is a matter of rules, not of structure.
  const structural = folders.filter((name) => /^DC(?:2001|2003|2004|2005|2006|3001|3007)/.test(name));

  it.each(structural)("refuses the bad file of %s in both flavors", (folder) => {
    const manifest = read(folder, "bad");
    expect(validators["2020-12"](manifest)).toBe(false);
    expect(validators["draft-07"](manifest)).toBe(false);
  });
});
