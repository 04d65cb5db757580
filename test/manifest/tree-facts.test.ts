/** What one walk over a tree finds for many rules. */
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/manifest/read/read-document.ts";
import { readTreeFacts } from "../../src/manifest/rules/tree-facts.ts";
import type { TreeFacts } from "../../src/manifest/rules/tree-facts.ts";

function factsOf(text: string): TreeFacts {
  const { root } = readDocument(text, "a.yaml");
  if (root?.kind !== "map") throw new Error("the text has no map");
  return readTreeFacts(root);
}

const places = (found: readonly { readonly pointer: string }[]): readonly string[] =>
  found.map(({ pointer }) => pointer);

describe("the walk over a tree", () => {
  it("gives operators in the order of the text, an outer one before those in it", () => {
    const { operators } = factsOf("b: {$concat: [{$input: /a}, x]}\na: [{$config: c}]\n");
    expect(places(operators)).toEqual(["/b/$concat", "/b/$concat/0/$input", "/a/0/$config"]);
  });

  it("looks for no operator inside $const, and for references there, too", () => {
    const { operators, references } = factsOf('a: {$const: {$input: /a, x: {$ref: "#/schemas/A"}}}\n');
    expect(operators).toEqual([]);
    expect(places(references)).toEqual(["/a/$const/x/$ref"]);
  });

  it("gives an operator at each use of an anchor, a reference and a text once", () => {
    const { operators, references, texts } = factsOf(
      'a: &x {$concat: [{$ref: "#/schemas/A"}, "a text of many characters"]}\nb: *x\nc: *x\n',
    );
    const joined = operators.filter(({ operator }) => operator === "$concat");
    expect(places(joined)).toEqual(["/a/$concat", "/b/$concat", "/c/$concat"]);
    expect(places(references)).toEqual(["/a/$concat/0/$ref"]);
    expect(texts).toHaveLength(1);
  });

  it("gives texts of 16 characters and none of 15", () => {
    const { texts } = factsOf(`a: ${"x".repeat(15)}\nb: ${"y".repeat(16)}\n`);
    expect(texts.map(({ value }) => value)).toEqual(["y".repeat(16)]);
  });

  it("tells an operation from one whose name begins alike, and takes $const for a name among operations", () => {
    const each = "{request: {path: {$input: /a}}, classify: {x: {$input: /b}}}";
    const { operatorsBelow } = factsOf(`operations: {get: ${each}, getAll: ${each}, $const: ${each}}\n`);
    expect(places(operatorsBelow("/operations/get"))).toEqual([
      "/operations/get/request/path/$input",
      "/operations/get/classify/x/$input",
    ]);
    expect(places(operatorsBelow("/operations/get/request"))).toEqual(["/operations/get/request/path/$input"]);
    expect(places(operatorsBelow("/operations/getAll", new Set(["classify"])))).toEqual([
      "/operations/getAll/classify/x/$input",
    ]);
    expect(operatorsBelow("/operations/$const")).toHaveLength(2);
    expect(operatorsBelow("/defaults")).toEqual([]);
  });
});
