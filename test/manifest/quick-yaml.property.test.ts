/** The quick reader of YAML gives what the parser of record gives, or gives up. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuledDraft } from "../../src/manifest/read/read-fault.ts";
import { guardText } from "../../src/manifest/read/guard-text.ts";
import { readQuickYaml } from "../../src/manifest/read/quick-yaml.ts";
import { readAnyYaml } from "../../src/manifest/read/read-yaml.ts";
import { createTextSource } from "../../src/manifest/read/text-source.ts";
import type { TreeNode } from "../../src/manifest/read/tree.ts";
import { goodManifests, harmText, textEdits } from "./mutations.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync(["connectors/*/*.yaml", "test/fixtures/manifests/*/*.{yaml,yml}"], { cwd: root }).toSorted();
const yamlManifests = goodManifests.filter(({ path }) => !path.endsWith(".json"));

interface Reading {
  readonly tree: TreeNode | undefined;
  readonly drafts: readonly RuledDraft[];
}

/** By the parser of record. */
function slowly(text: string): Reading {
  const drafts: RuledDraft[] = [];
  const source = createTextSource(text, "a.yaml");
  const tree = guardText(source, false, (draft) => void drafts.push(draft))
    ? readAnyYaml(source, (draft) => void drafts.push(draft))
    : undefined;
  return { tree, drafts };
}

/** A tree as text, in the order of its maps: comparing two texts is much quicker than comparing two trees. */
function written(tree: TreeNode | undefined): string {
  return JSON.stringify(tree, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Whether the quick reader took the text; then both must agree, places too, and there must be nothing to report. */
function agrees(text: string): boolean {
  const quick = readQuickYaml(text);
  if (quick === undefined) return false;
  const slow = slowly(text);
  if (slow.drafts.some(({ id }) => id === "DC1008" || id === "DC1001") && slow.tree === undefined) {
    // What the guard refuses never comes to a reader.
    if (!guardText(createTextSource(text, "a.yaml"), false, () => undefined)) return false;
  }
  expect(slow.drafts).toEqual([]);
  expect(written(slow.tree)).toBe(written(quick));
  return true;
}

describe("the quick reader of YAML", () => {
  it("agrees with the parser on every file here, and takes almost all of them", () => {
    const taken = files.filter((file) => agrees(readFileSync(join(root, file), "utf8")));
    expect(taken.length).toBeGreaterThan(files.length * 0.9);
    expect(taken).toEqual(
      expect.arrayContaining(["slack", "github", "stripe"].map((id) => `connectors/${id}/dex-connector.yaml`)),
    );
  });

  it("agrees with the parser on harmed files, or gives up", () => {
    fc.assert(
      fc.property(fc.constantFrom(...yamlManifests), textEdits, ({ text }, edits) => {
        agrees(harmText(text, edits));
      }),
      { numRuns: 400 },
    );
  });

  it("agrees with the parser on harmed stretches of a few lines, or gives up", () => {
    const place = fc.nat(200);
    fc.assert(
      fc.property(
        fc.constantFrom(...yamlManifests),
        place,
        fc.integer({ min: 1, max: 8 }),
        textEdits,
        (good, from, count, edits) => {
          const lines = good.text.split("\n");
          const first = from % lines.length;
          const stretch = lines.slice(first, first + count);
          const indent = Math.min(...stretch.map((line) => line.length - line.trimStart().length));
          const text = stretch.map((line) => line.slice(indent)).join("\n");
          agrees(text);
          agrees(harmText(text, edits.slice(0, 2)));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each([
    ["an anchor and its uses", "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n"],
    ["an anchor on a block", "a: &x\n  b: 1\n  c: [1, 2]\ne: *x\n"],
    ["a list at the level of its key", "a:\n- 1\n- b: 2\n  c: 3\nd: ~\n"],
    ["a flow collection over lines", "a: {b: 1,\n  c: [x y, 'it''s'],\n  \"d\": \"\\u0041\"}\n"],
    ["comments", "# one\na: 1 # two\n  # three\nb: # four\n  c: x#y\n"],
    ["numbers and words", "a: -1\nb: 1.5\nc: True\nd: null\ne: 1.0.0\nf: 10.\n".replace("f: 10.\n", "")],
    ["a text without a last line end", "a: b"],
    ["a colon inside a text", "a: https://x.example:80/b\nb: {c: d:e}\n"],
  ])("takes %s", (_what, text) => {
    expect(agrees(text)).toBe(true);
  });

  it.each([
    ["a text over two lines", "a: b\n  c\n"],
    ["a block scalar", "a: |\n  b\n"],
    ["a tag", "a: !t b\n"],
    ["a merge key", "a: &x {b: 1}\nc: {<<: *x}\n"],
    ["equal keys", "a: 1\na: 2\n"],
    ["a text that readers take differently", "a: yes\n"],
    ["a number in another notation", "a: 0x1F\n"],
    ["a tab", "a:\tb\n"],
    ["a circle", "a: &x [*x]\n"],
    ["a value that a comma split", "a: {b: c, d}\n"],
    ["an empty value", "a:\nb: 1\n"],
    ["a second document", "a: 1\n---\nb: 2\n"],
    ["a directive", "%YAML 1.2\n---\na: 1\n"],
    ["65 levels", `a: ${"[".repeat(64)}${"]".repeat(64)}\n`],
    ["more uses of an alias than are allowed", `a: &x {b: 1}\nc: [${"*x, ".repeat(1000)}*x]\n`],
    [
      "more values with aliases written out than are allowed",
      `a: &x [${"1, ".repeat(999)}1]\nc: [${"*x, ".repeat(200)}*x]\n`,
    ],
  ])("leaves %s to the parser", (_what, text) => {
    expect(readQuickYaml(text)).toBeUndefined();
  });

  it("takes 64 levels", () => {
    expect(agrees(`a: ${"[".repeat(63)}${"]".repeat(63)}\n`)).toBe(true);
  });
});
