/** The line that a person reads who approves: from the manifest to the question. */
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/finding.ts";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { previewOf } from "../../../src/run/preview.ts";
import { connectorFacts } from "../../../src/tools/connector-facts.ts";
import { input, noteManifest } from "./note-manifest.ts";

const withPreview = (preview: unknown): object => ({ agent: { exposed: true, preview } });

const told = (changes: object): readonly Finding[] =>
  loadManifest(noteManifest(changes), { path: "a.json" }).findings.filter(({ id }) => id.startsWith("DC2"));
const rulesOf = (changes: object): readonly string[] => told(changes).map(({ id }) => id);

describe("agent.preview", () => {
  it("takes inputs by name, and text without any", () => {
    expect(rulesOf(withPreview("Note on {ticketId}: {text}"))).toEqual([]);
    expect(rulesOf(withPreview("One note"))).toEqual([]);
  });

  it("is told of a name that is no input, with the closest one", () => {
    const [finding] = told(withPreview("Note on {ticketID}"));
    expect(finding).toMatchObject({ id: "DC2007", data: { what: "input", name: "ticketID", suggestion: "ticketId" } });
    expect(finding?.pointer).toBe("/operations/addNote/agent/preview");
  });

  it("is told of a name with signs, which a preview does not fill in even where an input has it", () => {
    const properties = { ...input.properties, "a-b": input.properties.text };
    const odd = { input: { ...input, properties }, ...withPreview("{a-b}") };
    expect(rulesOf(odd)).toContain("DC2007");
    expect(rulesOf(withPreview("{}"))).toEqual(["DC2007"]);
  });

  it.each([
    ["200 characters", "x".repeat(200), []],
    ["201 characters", "x".repeat(201), ["DC2003"]],
    ["two lines", "a\nb", ["DC2003"]],
    ["a list", ["a"], ["DC2003"]],
  ])("of %s is judged", (_, preview, rules) => {
    expect(rulesOf(withPreview(preview))).toEqual(rules);
  });

  it("P5.6: comes before the raw arguments, which are all still there", () => {
    const { manifest } = loadManifest(noteManifest(withPreview("Note on {ticketId}")), { path: "a.json" });
    const operation = manifest?.operations["addNote"];
    if (manifest === undefined || operation === undefined) throw new Error("the manifest is not sound");
    const connection = { connector: "acme-desk", name: "main" };
    const { previewTemplate } = connectorFacts(manifest, operation, connection);
    expect(previewOf("acme_desk_add_note", connection, { ticketId: "T-1", text: "hi" }, previewTemplate)).toBe(
      'acme_desk_add_note on acme-desk/main\nNote on "T-1"\n  ticketId: "T-1"\n  text: "hi"',
    );
  });
});
