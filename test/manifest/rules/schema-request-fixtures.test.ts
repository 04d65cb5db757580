/** The families on schemas, requests and examples: each bad fixture breaks its own rule and no other, each good one none. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";

const root = new URL("../../fixtures/manifests/", import.meta.url);
const folders = readdirSync(root).filter((name) => /^DC[489]/.test(name));

function codes(folder: string, kind: "bad" | "good"): readonly string[] {
  const file = readdirSync(new URL(`${folder}/`, root)).find((name) => name.startsWith(`${kind}.`)) ?? "";
  const content = readFileSync(new URL(`${folder}/${file}`, root));
  return loadManifest(content, { path: file }).findings.map((finding) => finding.id);
}

describe("a fixture of schemas, requests and examples", () => {
  it.each(folders)("%s: the bad manifest is told its rule and nothing else", (folder) => {
    expect(codes(folder, "bad")).toEqual([folder.slice(0, 6)]);
  });

  it.each(folders)("%s: the good manifest is told nothing", (folder) => {
    expect(codes(folder, "good")).toEqual([]);
  });
});
