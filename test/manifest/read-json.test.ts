/** The JSON reader accepts what JSON.parse accepts, gives equal values, and knows where they stand. */
import { assert, constantFrom, jsonValue, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlain } from "../../src/manifest/read/plain.ts";
import type { RuledDraft } from "../../src/manifest/read/read-fault.ts";
import { readJson } from "../../src/manifest/read/read-json.ts";
import type { TreeNode } from "../../src/manifest/read/tree.ts";

function read(text: string): { root: TreeNode | undefined; ids: readonly string[] } {
  const drafts: RuledDraft[] = [];
  const root = readJson(text, (draft) => void drafts.push(draft));
  return { root, ids: drafts.map((draft) => draft.id) };
}

/** Keys that a manifest may not have, and numbers that JSON writes in another way, are outside the comparison. */
const json = jsonValue({ depthSize: "small", noUnicodeString: false }).filter((value) => {
  const text = JSON.stringify(value);
  return !/"(?:__proto__|constructor|prototype)":/.test(text) && !text.includes("-0");
});

describe("reading JSON", () => {
  it("gives the value that JSON.parse gives, however it is spaced", () => {
    assert(
      property(json, nat({ max: 4 }), (value, spaces) => {
        const text = JSON.stringify(value, undefined, spaces);
        const { root, ids } = read(text);
        expect(ids).toEqual([]);
        expect(JSON.parse(JSON.stringify(root === undefined ? undefined : toPlain(root)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses what JSON.parse refuses, and accepts nothing more without saying so", () => {
    assert(
      property(json, nat(), constantFrom(...Array.from('{}[]",:x1 -.e\\')), (value, at, character) => {
        const whole = JSON.stringify(value);
        const text = whole.slice(0, at % (whole.length + 1)) + character + whole.slice(at % (whole.length + 1));
        const { root, ids } = read(text);
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          expect(ids.length).toBeGreaterThan(0);
          return;
        }
        if (ids.length === 0 && root !== undefined)
          expect(JSON.parse(JSON.stringify(toPlain(root)))).toEqual(JSON.parse(JSON.stringify(parsed)));
        // A repeated or reserved key is the only thing that JSON.parse takes and we do not.
        else expect(["DC1002", "DC1013"]).toContain(ids[0]);
      }),
      { numRuns: 500 },
    );
  });

  it("marks every scalar with the text that it was read from", () => {
    const text = '{ "a": [1, "two", null], "b": { "c": -0.5e3 } }';
    const spans: string[] = [];
    const visit = (node: TreeNode): void => {
      if (node.kind === "scalar") spans.push(text.slice(node.span.start, node.span.end));
      else if (node.kind === "list") node.items.forEach(visit);
      else for (const entry of node.entries.values()) visit(entry.value);
    };
    const { root } = read(text);
    if (root !== undefined) visit(root);
    expect(spans).toEqual(["1", '"two"', "null", "-0.5e3"]);
  });

  it.each([
    ["an unclosed text", '{"a": "b}', "DC1001"],
    ["a bad escape", String.raw`{"a": "\x"}`, "DC1001"],
    ["a word", '{"a": yes}', "DC1001"],
    ["a plain key", "{a: 1}", "DC1001"],
    ["two values", "{} {}", "DC1001"],
    ["nothing", "  ", "DC1006"],
    ["a number with leading zero", "[012]", "DC1001"],
    ["too many levels", `${"[".repeat(65)}${"]".repeat(65)}`, "DC1008"],
    ["a line break in a text", '["a\nb"]', "DC1001"],
  ])("reports %s once", (_, text, id) => {
    expect(read(text).ids).toEqual([id]);
  });

  it("reads 64 levels", () => {
    expect(read(`${"[".repeat(64)}${"]".repeat(64)}`).ids).toEqual([]);
  });
});
