/** What a text that YAML cannot read is told: the missing character and its place, once. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkManifest } from "../../src/manifest/check-manifest.ts";
import { explainFinding } from "../../src/manifest/explain-findings.ts";

function told(text: string): readonly string[] {
  return checkManifest(text, "m.yaml").findings.map((finding) => {
    const { line, column } = finding.range.start;
    return `${finding.id} ${String(line)}:${String(column)} ${explainFinding(finding).message}`;
  });
}

describe("a text that cannot be read", () => {
  it.each([
    [
      "too far left",
      "connector:\n    id: a-b\n  title: {a: b}\n    x: y\n",
      "3:3 line 3 is indented by 2, its neighbors by 4",
    ],
    [
      "too far right",
      "a:\n  kind: query\n    impact: none\n  b: 1\n",
      "3:5 line 3 is indented by 4, its neighbors by 2",
    ],
    ["in an item", "a:\n  - b: 1\n      c: 2\n", "3:7 line 3 is indented by 6, its neighbors by 4"],
  ])("is told once of a line that stands %s", (_, text, expected) => {
    expect(told(text)).toEqual([`DC1001 ${expected}`]);
  });

  it.each([
    ["hosts:\n  - a.example\n  b.example\nx: 1\n", 3],
    ["rules:\n  - a: 1\n  b: 2\nx: 1\n", 3],
  ])("is told of an item without its dash in %j", (text, line) => {
    const [first, ...more] = told(text);
    expect(first).toContain(`DC1001 ${String(line)}:3 line ${String(line)} stands among the items of a list`);
    expect(more).toEqual([]);
  });

  it.each([
    ["hosts: [a.example\noperations:\n  a: {kind: query}\n", "1:8 the `[` that opens here is not closed"],
    ["hosts: [[a], [b]\nx: 1\n", "1:8 the `[` that opens here is not closed"],
    ["x:\n  a: {b: c, d: e\n  f: {g: h}\n", "2:6 the `{` that opens here is not closed"],
  ])("is told where the bracket opens that nothing closes in %j", (text, expected) => {
    expect(told(text)).toEqual([`DC1001 ${expected}`]);
  });

  it.each(["a:\n  kind query\n  b: 1\n", "a:\n  b: 1\n  kind query\n"])("is told of a missing colon in %j", (text) => {
    expect(told(text).map((line) => line.replace(/\d:\d /, ""))).toEqual(["DC1001 a colon is missing after `kind`"]);
  });

  it.each(["connector", "getTicket"])("is told once of a description of %s under a misspelled key", (holder) => {
    const good = readFileSync(new URL("../fixtures/manifests/complete-read/good.yaml", import.meta.url), "utf8");
    const at = good.indexOf("description:", good.indexOf(holder));
    const bad = `${good.slice(0, at)}discription:${good.slice(at + "description:".length)}`;
    expect(told(bad).map((line) => line.slice(0, 6))).toEqual(["DC2001"]);
  });

  it("is told of braces that were meant as a list", () => {
    const found = checkManifest("required: {ticketId}\n", "m.yaml").findings.find(({ id }) => id === "DC1015");
    expect(found === undefined ? "" : explainFinding(found).help).toContain("write `[ticketId]`");
    expect(found?.fixes).toEqual([]);
  });
});

describe("a path in the notation of routers", () => {
  const read = (kind: "bad" | "good"): string =>
    readFileSync(new URL(`../fixtures/manifests/DC8003-colon/${kind}.yaml`, import.meta.url), "utf8");

  it("is told how a hole is written, once", () => {
    const { findings } = checkManifest(read("bad"), "m.yaml");
    expect(findings.map((finding) => `${finding.id} ${explainFinding(finding).help}`)).toEqual([
      "DC8003 write `{ticketId}`",
    ]);
  });

  it("is not seen in a colon inside a segment", () => {
    expect(read("good")).toContain("/tickets:read/");
    expect(told(read("good"))).toEqual([]);
  });
});
