/** The registry of rules: numbers, names, pages and fixes are what they say. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyFixes } from "../../src/manifest/apply-fixes.ts";
import { explainFinding } from "../../src/manifest/explain-findings.ts";
import { loadManifest } from "../../src/manifest/load-manifest.ts";
import { findRule, rules } from "../../src/manifest/rules/registry.ts";

const fixtures = new URL("../fixtures/manifests/", import.meta.url);

function badFile(folder: string): { path: string; content: Buffer } {
  const path = readdirSync(new URL(`${folder}/`, fixtures)).find((file) => file.startsWith("bad.")) ?? "";
  return { path, content: readFileSync(new URL(`${folder}/${path}`, fixtures)) };
}

const folders = readdirSync(fixtures).filter((name) => name.startsWith("DC"));

describe("the registry", () => {
  it("gives each number and each name once, in order", () => {
    const ids = rules.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(ids.length);
    expect(ids.every((id) => /^DC[0-9]{4}$/.test(id))).toBe(true);
  });

  it("lists what only replays find, so that it can be explained", () => {
    const byReplay = rules.filter((rule) => rule.byReplay).map((rule) => rule.id);
    expect(byReplay).toEqual(["DC6004", "DC9002", "DC9003", "DC9004", "DC9005"]);
  });

  it("finds a rule by number in any case and by name", () => {
    expect(findRule("dc1010")?.name).toBe("lossy-number");
    expect(findRule("lossy-number")?.id).toBe("DC1010");
    expect(findRule("constructor")).toBeUndefined();
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    "%s has a page with a reason, a bad and a good example",
    (_, rule) => {
      expect(rule.page.why.length).toBeGreaterThan(40);
      expect(rule.page.bad).not.toBe(rule.page.good);
      expect(rule.why).not.toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each(rules.filter((rule) => !rule.byReplay).map((rule) => rule.id))("%s has a fixture", (id) => {
    expect(folders.some((folder) => folder.startsWith(id))).toBe(true);
  });
});

describe("the words for each fixture", () => {
  it.each(folders)("%s say what is wrong and what to do, without holes", (folder) => {
    const { path, content } = badFile(folder);
    for (const finding of loadManifest(content, { path }).findings) {
      const { message, help, why } = explainFinding(finding);
      for (const text of [message, help, why]) {
        expect(text).not.toMatch(/undefined|null\b.*null|\[object|NaN/);
        expect(text.length).toBeGreaterThan(5);
      }
    }
  });
});

/** Quotes alone would not make these numbers what is asked for, so nothing is offered. */
const byHand: ReadonlySet<string> = new Set(["DC1010-version"]);
const fixable = folders.filter((folder) => findRule(folder.slice(0, 6))?.fix !== "none" && !byHand.has(folder));

describe("a rule that promises a fix", () => {
  it.each(fixable)("%s mends its fixture, and the fault is gone", (folder) => {
    const id = folder.slice(0, 6);
    const kind = findRule(id)?.fix;
    const { path, content } = badFile(folder);
    const { findings } = loadManifest(content, { path });
    const own = findings.filter((finding) => finding.id === id);
    if (kind === "safe") expect(own.flatMap((finding) => finding.fixes)).not.toEqual([]);
    const fixed = applyFixes(content, own, kind === "safe" ? ["safe"] : ["safe", "maybe"]);
    const after = loadManifest(fixed.content, { path }).findings.map((finding) => finding.id);
    // A rule whose fixes are only guesses has some faults without one.
    if (fixed.applied > 0) expect(after).not.toContain(id);
    // A safe fix keeps what was meant: the text stays readable, though what it now says may have a fault of its own.
    const unreadable = after.filter((other) => other.startsWith("DC1"));
    if (kind === "safe") expect(unreadable).toEqual([]);
  });

  it.each([...new Set(fixable.map((folder) => folder.slice(0, 6)))])(
    "%s gives a fix of its kind in a fixture",
    (id) => {
      const fixes = fixable
        .filter((folder) => folder.startsWith(id))
        .map(badFile)
        .flatMap(({ path, content }) => loadManifest(content, { path }).findings)
        .filter((finding) => finding.id === id)
        .flatMap((finding) => finding.fixes.map((fix) => fix.applicability));
      expect(fixes).toContain(findRule(id)?.fix);
    },
  );
});
