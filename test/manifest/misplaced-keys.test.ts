/** A key that is right elsewhere only is told what to write in its place. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkManifest } from "../../src/manifest/check-manifest.ts";
import { explainFinding } from "../../src/manifest/explain-findings.ts";

const fixtures = new URL("../fixtures/manifests/", import.meta.url);

it.each([
  ["DC2001-belongs-elsewhere", "`timeout` belongs under `execution`"],
  [
    "DC2001-lookup-pages",
    "a request of the lookup's own reads one answer: declare a query with `pagination` and name it in `operation`",
  ],
])("%s", (folder, help) => {
  const text = readFileSync(new URL(`${folder}/bad.yaml`, fixtures), "utf8");
  const told = checkManifest(text, "bad.yaml").findings.map((finding) => explainFinding(finding).help);
  expect(told).toEqual([help]);
});
