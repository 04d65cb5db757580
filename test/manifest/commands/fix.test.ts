/** `fix` applies safe fixes until none is left, and shows them as a patch that other tools take. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, array, constantFrom, property } from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { explainFinding } from "../../../src/manifest/explain-findings.ts";
import { mendText } from "../../../src/manifest/mend-text.ts";
import { unifiedPatch } from "../../../src/manifest/report/patch.ts";
import { runWords } from "../../cli/run-words.ts";

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
      .replace("title: Acme Desk", "title: 1.10")
      .replace("    kind: query", "\tkind: query")
      .replace("manifestVersion: 1", "manifestVersion: 1\nx-old: no");
    const { content, applied } = mendText(Buffer.from(bad), "a.yaml");
    expect(applied).toBeGreaterThan(1);
    expect(content.toString()).toContain('x-old: "no"');
    expect(content.toString()).toContain('title: "1.10"');
    expect(content.toString()).not.toContain("\t");
  });

  it("leaves alone what needs a look", () => {
    const bad = readFileSync(new URL("DC2004-bad-enum/bad.yaml", fixtures));
    const { content, applied, errors } = mendText(bad, "bad.yaml");
    expect({ content, applied }).toEqual({ content: bad, applied: 0 });
    expect(errors.map(({ id }) => id)).toEqual(["DC2004"]);
  });

  it.each([
    ["timeout: 30000", "write 30000ms (or 30000s)"],
    ["timeout: 10", "write 10s (or 10ms)"],
  ])("offers no quotes for %s, which is a duration without its unit", (timeout, help) => {
    const good = readFileSync(new URL("complete-read/good.yaml", fixtures), "utf8");
    const bad = Buffer.from(good.replace("kind: query", `kind: query\n    execution: {${timeout}}`));
    const { content, errors } = mendText(bad, "bad.yaml");
    expect(content.equals(bad)).toBe(true);
    expect(errors.map(explainFinding).map((text) => text.help)).toEqual([help]);
  });

  it("offers no quotes for a version of two numbers", () => {
    const bad = readFileSync(new URL("DC1010-version/bad.yaml", fixtures), "utf8").replace("1.10", "0.1");
    const { content, errors } = mendText(Buffer.from(bad), "bad.yaml");
    expect(content.toString()).toBe(bad);
    expect(errors.map(explainFinding).map((text) => text.help)).toEqual([
      'write three numbers in quotes, such as "0.1.0"',
    ]);
  });

  it("ends in 1, with what is left, when the mended file still has an error", async () => {
    const path = join(folder, "a.connector.yaml");
    const good = readFileSync(new URL("complete-read/good.yaml", fixtures), "utf8");
    writeFileSync(path, good.replace("title: Acme Desk", "title: 1.10").replace("kind: query", "kind: read"));
    const ran = await runWords(["fix", path]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("applied 1 fix in 1 manifest");
    expect(ran.stderr).toContain("DC2004");
    expect(readFileSync(path, "utf8")).toContain('title: "1.10"');
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
