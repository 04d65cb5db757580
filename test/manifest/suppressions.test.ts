/** Comments that keep a finding: what they cover, and what is said about them. */
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../src/manifest/load-manifest.ts";

function manifest(lines: string): string {
  return `manifestVersion: 1
connector: {id: acme-desk, title: Acme Desk, description: Read tickets., version: 1.0.0}
operations:
${lines}
    kind: query
    branches: {found: {record: succeeded, description: The ticket was read.}}
    handler: {}
`;
}

function found(text: string): readonly string[] {
  return loadManifest(text, { path: "a.yaml" }).findings.map(({ id, suppressed }) =>
    suppressed === undefined ? id : `${id} kept: ${suppressed}`,
  );
}

const weak = "Gets the ticket, using get.";

describe("a suppression", () => {
  it("covers the key on the line below it, past empty lines and other comments", () => {
    expect(
      found(
        manifest(
          `  getTicket:\n    # dex-connectors-ignore DC3006: short is fine\n\n    # another comment\n    description: ${weak}`,
        ),
      ),
    ).toEqual(["DC3006 kept: short is fine"]);
  });

  it("covers the key on its own line", () => {
    expect(
      found(manifest(`  getTicket:\n    description: ${weak} # dex-connectors-ignore DC3006: short is fine`)),
    ).toEqual(["DC3006 kept: short is fine"]);
  });

  it("covers everything in the key that it stands above", () => {
    expect(
      found(manifest(`  # dex-connectors-ignore DC3006: short is fine\n  getTicket:\n    description: ${weak}`)),
    ).toEqual(["DC3006 kept: short is fine"]);
  });

  it("does not reach the key after it, nor another rule", () => {
    const text = manifest(
      `  getTicket:\n    # dex-connectors-ignore DC3006, DC3008: short is fine\n    title: A ticket\n    description: ${weak}`,
    );
    expect(found(text)).toEqual(["DC0001", "DC0001", "DC3006"]);
  });

  it("without a reason, without a rule or with a strange name is an error", () => {
    for (const comment of ["DC3006", "DC3006:", ": because", "all: because"]) {
      expect(found(manifest(`  getTicket:\n    # dex-connectors-ignore ${comment}\n    description: ${weak}`))).toEqual(
        ["DC0002", "DC3006"],
      );
    }
  });

  it("cannot keep an error of structure, which has no meaning to keep", () => {
    const text = manifest(
      `  getTicket:\n    description: Read one ticket by its key.\n    # dex-connectors-ignore DC2001: we need it\n    colour: red`,
    );
    expect(found(text)).toEqual(["DC0001", "DC2001"]);
  });

  it("in a text is text", () => {
    const text = manifest(
      `  getTicket:\n    description: "Read a ticket\n      # dex-connectors-ignore DC3006: no comment at all"`,
    );
    expect(found(text)).toEqual([]);
  });

  it("lets a manifest pass whose only findings are kept", () => {
    const text = manifest(`  getTicket:\n    # dex-connectors-ignore DC3006: short is fine\n    description: ${weak}`);
    expect(loadManifest(text, { path: "a.yaml" }).manifest).toBeDefined();
  });

  it("cannot keep an error that leaves a part of the manifest without meaning", () => {
    const text = manifest("  getTicket:\n    description: Read one ticket by its key.").replace(
      "    branches: {found: {record: succeeded,",
      "    # dex-connectors-ignore DC5001: it is clear\n    branches: {found: {",
    );
    expect(found(text)).toEqual(["DC0001", "DC5001"]);
    expect(loadManifest(text, { path: "a.yaml" }).manifest).toBeUndefined();
  });

  it("can keep an error that leaves every part its meaning", () => {
    const cyclic = `schemas:\n  # dex-connectors-ignore DC2008, DC4005: kept for later\n  Note: {type: object, additionalProperties: false, properties: {reply: {$ref: "#/schemas/Note"}}}\n`;
    const text = `${manifest("  getTicket:\n    description: Read one ticket by its key.")}${cyclic}`;
    const { findings, manifest: loaded } = loadManifest(text, { path: "a.yaml" });
    expect(findings.filter((finding) => finding.id === "DC4005").map((finding) => finding.suppressed)).toEqual([
      "kept for later",
    ]);
    expect(loaded).toBeDefined();
  });
});
