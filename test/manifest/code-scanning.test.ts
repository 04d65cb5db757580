/** What an upload of SARIF to a code scanning service needs. */
import { describe, expect, it } from "vitest";
import { checkManifest } from "../../src/manifest/check-manifest.ts";
import { createReport } from "../../src/manifest/check-report.ts";
import type { FileReport } from "../../src/manifest/check-report.ts";
import { reportOfFile } from "../../src/manifest/file-report.ts";
import { sarifReport } from "../../src/manifest/report/sarif-report.ts";

const text = `manifestVersion: 1
connector: {id: acme-desk, title: Acme Desk, description: Read tickets., version: 1.0.0}
operations:
  getTicket:
    kind: qeury
    handler: {}
`;

function report(): FileReport {
  const path = "folder a/0.connector.yaml";
  return reportOfFile(path, checkManifest(text, path));
}

const options = { version: "1.2.3", failOn: "error", maxProblems: 50, hasColor: false, isQuiet: false } as const;

describe("sarif for code scanning", () => {
  it("has the members that an upload needs, in every rule and result", () => {
    const value = JSON.parse(sarifReport(createReport([report()]), options)) as {
      $schema: string;
      version: string;
      runs: { tool: { driver: { name: string; rules: object[] } }; results: object[] }[];
    };
    const [run] = value.runs;
    const someText = { text: expect.stringMatching(/./) };
    expect(value).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-2.1.0") });
    expect(run?.tool.driver.name).toBe("dex-connectors");
    for (const rule of run?.tool.driver.rules ?? []) {
      expect(rule).toMatchObject({
        id: expect.any(String),
        shortDescription: someText,
        fullDescription: someText,
        help: someText,
      });
    }
    expect(run?.results.length).toBeGreaterThan(0);
    for (const result of run?.results ?? []) {
      expect(result).toMatchObject({
        ruleId: expect.any(String),
        message: someText,
        partialFingerprints: { "dexConnectors/v1": expect.stringMatching(/^[0-9a-f]{32}$/) },
        locations: [{ physicalLocation: { artifactLocation: { uri: expect.not.stringMatching(/^\/|:/) } } }],
      });
    }
  });

  it("says of a finding that the configuration keeps that the reason stands elsewhere", () => {
    const files = [report()];
    const kept = files.map((file) => ({
      ...file,
      findings: file.findings.map((finding) => ({ ...finding, suppressed: "later", suppressedBy: "config" as const })),
    }));
    const value = JSON.parse(sarifReport(createReport(kept), options)) as { runs: { results: object[] }[] };
    expect(value.runs[0]?.results).toMatchObject([{ suppressions: [{ kind: "external", justification: "later" }] }]);
  });
});
