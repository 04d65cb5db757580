/** Whatever becomes of a good manifest, it is answered with findings that point into it. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json } from "../../src/core/json.ts";
import { checkManifest, manifestOf } from "../../src/manifest/check-manifest.ts";
import { explainFinding } from "../../src/manifest/explain-findings.ts";
import { placesOutside } from "./finding-places.ts";
import { goodManifests, harmText, harmTree, textEdits, treeEdits, writeTree } from "./mutations.ts";

function answer(text: string, path: string): void {
  const checked = checkManifest(text, path);
  expect(placesOutside(checked)).toEqual([]);
  // Wording takes what a rule found; a rule that finds something else than its words expect would throw here.
  for (const finding of checked.findings) expect(explainFinding(finding).message).not.toContain("undefined");
  expect(manifestOf(checked) !== undefined).toBe(checked.isSound);
}

describe("a good manifest", () => {
  it("has no error, so every mutation begins from a sound one", () => {
    const told = goodManifests.filter(({ path, text }) => !checkManifest(text, path).isSound);
    expect(told.map(({ path }) => path)).toEqual([]);
    expect(goodManifests.length).toBeGreaterThan(100);
  });

  it("whose text was harmed is answered with findings inside the text, whatever the harm", () => {
    fc.assert(
      fc.property(fc.constantFrom(...goodManifests), textEdits, ({ path, text }, edits) => {
        answer(harmText(text, edits), path);
      }),
      { numRuns: 200 },
    );
  });

  it("whose tree was harmed is answered with findings inside the text, whatever the harm", () => {
    fc.assert(
      fc.property(fc.constantFrom(...goodManifests), treeEdits, ({ path, text }, edits) => {
        answer(writeTree(harmTree(parse(text.replace(/^\uFEFF/, "")) as Json, edits), path), path);
      }),
      { numRuns: 200 },
    );
  });
});

it("an operation that is nothing at all is one finding, whoever else looks at the operations", () => {
  const [good] = goodManifests.filter(({ path }) => path.endsWith("complete-read/good.yaml"));
  const { findings } = checkManifest(`${good?.text ?? ""}  nothing: null\n`, "a.yaml");
  expect(findings.map(({ id, pointer }) => `${id} ${pointer}`)).toEqual(["DC2003 /operations/nothing"]);
});

it("a line of spaces before a line that is indented oddly is no line of its own", () => {
  const [good] = goodManifests.filter(({ path }) => path.endsWith("complete-read/good.yaml"));
  const text = (good?.text ?? "").replace(/\n( +)properties:/, "\n \n\n   properties:");
  expect(text).not.toBe(good?.text);
  answer(text, "a.yaml");
});
