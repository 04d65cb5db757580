/** Places in findings: lines and columns count from 1 in UTF-16 units, offsets are bytes, and nothing shifts them. */
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/core/finding.ts";
import { loadManifest } from "../../src/manifest/load-manifest.ts";

const head = 'connector: {id: acme, title: "Ä 👩‍💻", description: Reads tickets., version: 1.0.0}';

function wrongVersion(text: string): Finding["range"] | undefined {
  return loadManifest(text, { path: "a.yaml" }).findings.find((finding) => finding.id === "DC2006")?.range;
}

describe("the place of a finding", () => {
  it("counts columns in UTF-16 units and offsets in bytes", () => {
    const range = wrongVersion(`${head.slice(0, -1)}, docs: "https://a.example"}\nmanifestVersion: 2\n`);
    const before = Buffer.byteLength(`${head.slice(0, -1)}, docs: "https://a.example"}\nmanifestVersion: `);
    expect(range).toEqual({
      start: { line: 2, column: 18, offset: before },
      end: { line: 2, column: 19, offset: before + 1 },
    });
  });

  it("keeps line and column under CRLF and a byte order mark, and the offset stays that of the file", () => {
    const plain = wrongVersion(`${head}\nmanifestVersion: 2\n`);
    const other = wrongVersion(`\uFEFF${head}\r\nmanifestVersion: 2\r\n`);
    expect(other?.start).toEqual({ ...plain?.start, offset: (plain?.start.offset ?? 0) + 4 });
  });

  it("counts a wide character on the same line as its UTF-16 units", () => {
    const { findings } = loadManifest(`x-a: "👍"\nx-b: {c: "👍", c: 1}`, { path: "a.yaml" });
    expect(findings.find((finding) => finding.id === "DC1002")?.range.start).toMatchObject({ line: 2, column: 16 });
  });

  it("points at the key of the parent for a key that is missing", () => {
    const { findings } = loadManifest("manifestVersion: 1\nconnector: {id: acme}\noperations: {}\n", {
      path: "a.yaml",
    });
    const missing = findings.filter((finding) => finding.id === "DC2002");
    expect(missing.map((finding) => finding.data["key"])).toEqual(["title", "description", "version"]);
    expect(missing[0]?.range).toMatchObject({ start: { line: 2, column: 1 }, end: { line: 2, column: 10 } });
  });
});
