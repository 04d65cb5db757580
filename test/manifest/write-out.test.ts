/** A manifest with its defaults written out means what it meant, and says where each value came from. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.ts";
import { loadManifest } from "../../src/manifest/load-manifest.ts";
import { writeOut } from "../../src/manifest/resolve/write-out.ts";

const fixtures = new URL("../fixtures/manifests/", import.meta.url);

function goodFile(folder: string): { path: string; text: string } {
  const path = readdirSync(new URL(`${folder}/`, fixtures)).find((file) => file.startsWith("good.")) ?? "";
  return { path, text: readFileSync(new URL(`${folder}/${path}`, fixtures), "utf8").replace(/^\uFEFF/, "") };
}

const complete = goodFile("complete-write").text;

describe("a manifest that is written out", () => {
  it.each(readdirSync(fixtures))("of %s resolves to the same manifest", (folder) => {
    const { path, text } = goodFile(folder);
    const { manifest } = writeOut(parse(text) as JsonObject);
    const after = loadManifest(JSON.stringify(manifest), { path: "a.json" });
    expect(after.manifest).toEqual(loadManifest(text, { path }).manifest);
  });

  const shared = complete
    .replace(
      "operations:",
      "defaults: {execution: {timeout: 60s, retry: {attempts: 5}}, headers: {X-Version: v2}, classify: [{when: {status: [410]}, then: {retry: {}}}]}\noperations:",
    )
    .replace("    idempotency:", "    execution: {retry: {initial: 2s}}\n    idempotency:");

  it("keeps what `defaults` gave, without `defaults`", () => {
    const { manifest } = writeOut(parse(shared) as JsonObject);
    expect(manifest["defaults"]).toBeUndefined();
    const after = loadManifest(JSON.stringify(manifest), { path: "a.json" });
    expect(after.manifest).toEqual(loadManifest(shared, { path: "a.yaml" }).manifest);
  });

  it("tells the language's defaults from the manifest's", () => {
    const { origins } = writeOut(parse(shared) as JsonObject);
    expect(origins.get("/operations/addNote/execution/timeout")).toBe("from defaults");
    expect(origins.get("/operations/addNote/execution/retry/attempts")).toBe("from defaults");
    expect(origins.get("/operations/addNote/execution/retry/initial")).toBeUndefined();
    expect(origins.get("/operations/addNote/execution/retry/factor")).toBe("default");
    expect(origins.get("/operations/addNote/request/headers/X-Version")).toBe("from defaults");
    expect(origins.get("/operations/getTicket/agent/retry")).toBe("default");
  });

  it("does not change when it is written out again", () => {
    const once = writeOut(parse(shared) as JsonObject).manifest;
    const again = writeOut(once);
    expect(again.manifest).toEqual(once);
    expect([...again.origins]).toEqual([]);
  });
});
