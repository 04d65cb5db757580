/**
 * The long run of the mutation property: `node scripts/fuzz-manifests.ts [COUNT] [SEED]`. Every harmed manifest must be
 * answered with findings inside its text. What is not is printed with its text, and the exit code is 1.
 */
import * as fc from "fast-check";
import { parse } from "yaml";
import type { Json } from "../src/core/json.ts";
import { checkManifest } from "../src/manifest/check-manifest.ts";
import { placesOutside } from "../test/manifest/finding-places.ts";
import { goodManifests, harmText, harmTree, textEdits, treeEdits, writeTree } from "../test/manifest/mutations.ts";

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const tally = { checked: 0, sound: 0, findings: 0, faults: 0, slowestMs: 0 };
const rules = new Map<string, number>();
let slowest = "";

function answer(text: string, path: string): void {
  const started = performance.now();
  const problem = problemOf(text, path);
  const took = performance.now() - started;
  tally.checked += 1;
  if (took > tally.slowestMs) {
    tally.slowestMs = Math.round(took);
    slowest = text;
  }
  if (problem === undefined) return;
  tally.faults += 1;
  console.log(`${problem}\n${JSON.stringify(text)}`);
}

function problemOf(text: string, path: string): string | undefined {
  try {
    const checked = checkManifest(text, path);
    tally.findings += checked.findings.length;
    if (checked.isSound) tally.sound += 1;
    for (const { id } of checked.findings) rules.set(id, (rules.get(id) ?? 0) + 1);
    return placesOutside(checked)[0];
  } catch (error) {
    return error instanceof Error ? error.stack : String(error);
  }
}

const trees = new Map(goodManifests.map(({ path, text }) => [path, parse(text.replace(/^\uFEFF/, "")) as Json]));
const texts = fc.tuple(fc.constantFrom(...goodManifests), textEdits).map(([{ path, text }, edits]) => {
  return { path, text: harmText(text, edits) };
});
const written = fc.tuple(fc.constantFrom(...goodManifests), treeEdits).map(([{ path }, edits]) => {
  return { path, text: writeTree(harmTree(trees.get(path) ?? null, edits), path) };
});

// In portions, because a sample is made whole before it is used.
const portion = 500;
for (let done = 0; done < count; done += portion) {
  const manifests = fc.sample(fc.oneof(texts, written), {
    numRuns: Math.min(portion, count - done),
    seed: seed + done,
  });
  for (const { path, text } of manifests) answer(text, path);
}
console.log(JSON.stringify({ ...tally, rulesMet: rules.size }));
if (process.argv.includes("--slowest")) console.log(JSON.stringify(slowest));
process.exitCode = tally.faults === 0 ? 0 : 1;
