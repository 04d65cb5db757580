/** `fix` applies safe fixes until none is left, and shows them as a patch that other tools take. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, array, constantFrom, property } from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { mendText } from "../../../src/manifest/mend-text.ts";
import { unifiedPatch } from "../../../src/manifest/report/patch.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fixtures = new URL("../../fixtures/manifests/", import.meta.url);

describe("mending a text", () => {
  it("applies fixes that only later rounds can see", () => {
    // The tab hides the number behind it: only a text without tabs can be understood.
    const good = readFileSync(new URL("complete-read/good.yaml", fixtures), "utf8");
    const bad = good
      .replace("version: 1.0.0", "version: 1.10")
      .replace("    kind: query", "\tkind: query")
      .replace("title: Acme Desk", "title: no");
    const { content, applied } = mendText(Buffer.from(bad), "a.yaml");
    expect(applied).toBeGreaterThan(1);
    expect(content.toString()).toContain('title: "no"');
    expect(content.toString()).toContain('version: "1.10"');
    expect(content.toString()).not.toContain("\t");
  });

  it("leaves alone what needs a look", () => {
    const bad = readFileSync(new URL("DC2004-bad-enum/bad.yaml", fixtures));
    expect(mendText(bad, "bad.yaml")).toEqual({ content: bad, applied: 0 });
  });

  it("does not change a manifest without faults", () => {
    const good = readFileSync(new URL("complete-json/good.json", fixtures));
    expect(mendText(good, "good.json").content.equals(good)).toBe(true);
    expect(loadManifest(good, { path: "good.json" }).findings).toEqual([]);
  });
});

describe("a patch", () => {
  const text = array(constantFrom("a\n", "b\n", "c\n"), { maxLength: 12 }).map((lines) => lines.join(""));

  it("turns the one text into the other when git applies it", () => {
    execFileSync("git", ["init", "-q", folder]);
    assert(
      property(text, text, constantFrom("", "x"), (before, after, end) => {
        const [from, to] = [`${before}${end}`, `${after}${end}`];
        if (from === to || from === "" || to === "") return;
        writeFileSync(join(folder, "f"), from);
        execFileSync("git", ["apply", "--unidiff-zero", "-"], { cwd: folder, input: unifiedPatch("f", from, to) });
        expect(readFileSync(join(folder, "f"), "utf8")).toBe(to);
      }),
      { numRuns: 40 },
    );
  });
});
