/** A report in the Static Analysis Results Interchange Format 2.1.0, for code scanning. */
import type { Finding, Severity, TextRange } from "../../core/finding.ts";
import type { CheckReport } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import { ruleOf } from "../rules/registry.ts";
import type { Rule } from "../rules/rule.ts";
import { fingerprints } from "./fingerprint.ts";
import type { FormatOptions } from "./format-options.ts";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";
const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export function sarifReport(report: CheckReport, { version }: FormatOptions): string {
  const findings = report.files.flatMap((file) => file.findings);
  const prints = fingerprints(findings);
  const ids = [...new Set(findings.map((finding) => finding.id))].toSorted();
  const run = {
    tool: { driver: { name: "dex-connectors", version, rules: ids.map((id) => reportingDescriptor(ruleOf(id))) } },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: report.files.every((file) => file.status !== "unreadable"),
        toolExecutionNotifications: notifications(report),
      },
    ],
    results: findings.map((finding) => result(finding, ids.indexOf(finding.id), prints.get(finding) ?? "")),
  };
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, undefined, 2)}\n`;
}

function reportingDescriptor({ id, name, severity, category, why, page }: Rule): object {
  const text = `${page.why} Run \`dex-connectors explain ${id}\` for the whole page.`;
  return {
    id,
    name,
    shortDescription: { text: `${name}: ${why}` },
    fullDescription: { text: page.why },
    help: {
      text,
      markdown: `${page.why}\n\nBad:\n\n\`\`\`yaml\n${page.bad}\n\`\`\`\n\nGood:\n\n\`\`\`yaml\n${page.good}\n\`\`\`\n`,
    },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: [category] },
  };
}

function result(finding: Finding, ruleIndex: number, fingerprint: string): object {
  const { message, help } = explainFinding(finding);
  return {
    ruleId: finding.id,
    ruleIndex,
    level: levels[finding.severity],
    message: { text: `${message}; ${help}` },
    locations: [location(finding.file, finding.range)],
    relatedLocations: finding.related.map((place, index) => ({
      id: index,
      ...location(place.file, place.range),
      message: { text: place.label },
    })),
    partialFingerprints: { "dexConnectors/v1": fingerprint },
    suppressions: suppressions(finding),
  };
}

function suppressions({ suppressed, suppressedBy }: Finding): readonly object[] {
  if (suppressed === undefined) return [];
  return [{ kind: suppressedBy === "config" ? "external" : "inSource", justification: suppressed }];
}

function location(file: string, { start, end }: TextRange): { physicalLocation: object } {
  return {
    physicalLocation: {
      artifactLocation: { uri: toUri(file), uriBaseId: "%SRCROOT%" },
      region: {
        startLine: start.line,
        startColumn: start.column,
        endLine: end.line,
        endColumn: end.column,
        byteOffset: start.offset,
        byteLength: end.offset - start.offset,
      },
    },
  };
}

function toUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function notifications({ files }: CheckReport): readonly object[] {
  return files.flatMap(({ status, path, problem = "" }) =>
    status === "unreadable" ? [{ level: "error", message: { text: `${path} could not be read: ${problem}` } }] : [],
  );
}
