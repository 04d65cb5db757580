/** The shipped connectors without code: their examples hold, and would not if a rule or a record were another. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.ts";
import { loadManifest, trustManifest } from "../../src/manifest/load-manifest.ts";
import { testConnector } from "../../src/testing/test-connector.ts";

interface Source {
  readonly defaults: { readonly classify: unknown[]; readonly branches: Record<string, { record: string }> };
  readonly operations: Record<
    string,
    { readonly classify: { otherwise?: unknown }[]; readonly branches: Record<string, { record: string }> }
  >;
}

const connectors = ["github", "stripe"] as const;

function textOf(id: string): string {
  return readFileSync(new URL(`../../connectors/${id}/dex-connector.yaml`, import.meta.url), "utf8");
}

/** A fresh copy whose parts are no longer shared by aliases, so that a change stays in its place. */
function sourceOf(id: string): Source {
  return structuredClone(JSON.parse(JSON.stringify(parse(textOf(id)))) as Source);
}

async function failures(source: Source, filter?: string): Promise<number> {
  const report = await testConnector(
    trustManifest(source as unknown as JsonObject),
    filter === undefined ? {} : { filter },
  );
  return report.failed;
}

describe.each(connectors)("the %s connector", (id) => {
  const source = sourceOf(id);
  const names = Object.keys(source.operations);

  test("passes its examples, and they leave no branch, rule or lost answer unproved", async () => {
    const { manifest, findings } = loadManifest(textOf(id), { path: "dex-connector.yaml" });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    if (manifest === undefined) throw new Error("the manifest has errors");
    const report = await testConnector(manifest);
    expect(report.faults).toEqual([]);
    expect(report.failed).toBe(0);
    expect(report.passed).toBeGreaterThan(40);
  });

  const rules = names.flatMap((name) =>
    (source.operations[name]?.classify ?? []).flatMap((rule, index) =>
      rule.otherwise === undefined ? [{ name, index }] : [],
    ),
  );
  test.each(rules)("fails without rule $index of $name", async ({ name, index }) => {
    const changed = sourceOf(id);
    changed.operations[name]?.classify.splice(index, 1);
    expect(await failures(changed, `${name}/`)).toBeGreaterThan(0);
  });

  test.each(source.defaults.classify.slice(0, -1).map((_rule, index) => index))(
    "fails without rule %i of the defaults",
    async (index) => {
      const changed = sourceOf(id);
      changed.defaults.classify.splice(index, 1);
      expect(await failures(changed)).toBeGreaterThan(0);
    },
  );

  const branches = names.flatMap((name) =>
    Object.keys(source.operations[name]?.branches ?? {}).map((branch) => ({ name, branch })),
  );
  test.each(branches)("fails when $branch of $name is recorded otherwise", async ({ name, branch }) => {
    const changed = sourceOf(id);
    const entry = changed.operations[name]?.branches[branch];
    if (entry === undefined) throw new Error("no such branch");
    entry.record = entry.record === "succeeded" ? "failed" : "succeeded";
    expect(await failures(changed, `${name}/`)).toBeGreaterThan(0);
  });

  test.each(Object.keys(source.defaults.branches))(
    "fails when the default branch %s is recorded otherwise",
    async (branch) => {
      const changed = sourceOf(id);
      const entry = changed.defaults.branches[branch];
      if (entry === undefined) throw new Error("no such branch");
      entry.record = "succeeded";
      expect(await failures(changed)).toBeGreaterThan(0);
    },
  );
});
