/** The six formats of one report: stable, safe to print, and complete. */
import { describe, expect, it } from "vitest";
import { checkManifest } from "../../src/manifest/check-manifest.ts";
import { reportOfFile, reportOfUnreadable } from "../../src/manifest/file-report.ts";
import { createReport, exitCodeOfReport } from "../../src/manifest/check-report.ts";
import type { CheckReport } from "../../src/manifest/check-report.ts";
import { githubStepSummary } from "../../src/manifest/report/github-report.ts";
import { formatReport, reportFormats } from "../../src/manifest/report/report-format.ts";
import type { ReportFormat } from "../../src/manifest/report/report-format.ts";

const good = `manifestVersion: 1
connector: {id: acme-desk, title: Acme Desk, description: Read tickets., version: 1.0.0}
operations:
  getTicket:
    kind: query
    description: Read one ticket by its key, with its title.
    branches: {found: {record: succeeded, description: The ticket was read.}}
    handler: {}
`;

function reportOf(...texts: readonly string[]): CheckReport {
  const files = texts.map((text, index) => {
    const path = `folder a/${index}.connector.yaml`;
    return reportOfFile(path, checkManifest(text, path));
  });
  return createReport(files);
}

const options = { version: "1.2.3", failOn: "error", maxProblems: 50, hasColor: false, isQuiet: false } as const;
const write = async (report: CheckReport, format: ReportFormat, changes: object = {}): Promise<string> =>
  formatReport(report, format, { ...options, ...changes });

const slip = good.replace("kind: query", "kind: qeury");
const duplicate = `${good}x-a: {b: 1, b: 2}\n`;

describe("every format", async () => {
  it.each(reportFormats)("%s is the same in every run and ends with a line end", async (format) => {
    const text = await write(reportOf(slip, good), format);
    expect(text).toBe(await write(reportOf(slip, good), format));
    expect(text.endsWith("\n")).toBe(true);
  });

  it.each(reportFormats)("%s names a file that could not be read", async (format) => {
    const unreadable = reportOfUnreadable("lost.yaml", "EACCES: permission denied");
    expect(await write(createReport([unreadable]), format)).toContain(format === "gitlab" ? "[]" : "lost.yaml");
  });
});

describe("pretty", async () => {
  it("shows the text, the mark, the next step and the reason", async () => {
    expect(await write(reportOf(slip), "pretty"))
      .toBe(`error[DC2004] bad-enum: operations.getTicket.kind cannot be \`qeury\`  folder a/0.connector.yaml:5:11
    5 |     kind: qeury
      |           ^^^^^
 help: did you mean \`query\`? possible are \`query\`, \`mutation\`
  why: only these words have a meaning; dex-connectors explain DC2004

checked 1 manifest, 0 operations: 1 error
`);
  });

  it("shows the related place of a repeated key", async () => {
    const text = await write(reportOf(duplicate), "pretty");
    expect(text).toContain("    9 | x-a: {b: 1, b: 2}\n      |             ^ given again\n");
    expect(text).toContain("      |       - first given here\n");
  });

  it("says how many problems it held back", async () => {
    const text = await write(reportOf(slip.replace("handler: {}", "handlr: {}")), "pretty", { maxProblems: 1 });
    expect(text).toMatch(/… and 2 more problems; --max-problems 3 shows all/);
  });

  it("shows no character that a terminal would obey", async () => {
    const text = await write(reportOf(good.replace("Read tickets.", '"Read \u202E\u200B tickets."')), "pretty");
    expect(text).not.toMatch(/[\u202E\u200B]/);
    expect(text).toContain("U+202E");
  });

  it("cuts a long line around the mark", async () => {
    const long = good.replace(
      "kind: query",
      `x-pad: {a: "${"a".repeat(300)}", kind: query, b: 1, b: 1}\n    kind: query`,
    );
    const lines = (await write(reportOf(long), "pretty")).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(140);
    const frame = lines.findIndex((line) => line.includes("…"));
    expect(lines[frame]?.charAt(lines[frame + 1]?.indexOf("^") ?? 0)).toBe("b");
  });

  it("uses color only when asked", async () => {
    expect(await write(reportOf(slip), "pretty")).not.toContain("\u001B");
    expect(await write(reportOf(slip), "pretty", { hasColor: true })).toContain("\u001B[31merror[DC2004]\u001B[39m");
  });

  it("shows only what fails the check when quiet", async () => {
    const warned = good.replace("title: Acme Desk", "title: no");
    expect(await write(reportOf(warned), "pretty")).toContain("DC1011");
    expect(await write(reportOf(warned), "pretty", { isQuiet: true })).toBe(
      "checked 1 manifest, 1 operation: 1 warning\n",
    );
  });
});

describe("json", async () => {
  it("holds the documented keys", async () => {
    const value = JSON.parse(await write(reportOf(slip, good), "json")) as Record<string, unknown>;
    expect(value).toMatchObject({
      formatVersion: 1,
      tool: { name: "dex-connectors", version: "1.2.3" },
      files: [
        { path: "folder a/0.connector.yaml", status: "findings" },
        { path: "folder a/1.connector.yaml", status: "ok" },
      ],
      diagnostics: [
        {
          id: "DC2004",
          name: "bad-enum",
          severity: "error",
          file: "folder a/0.connector.yaml",
          start: { line: 5, column: 11 },
          pointer: "/operations/getTicket/kind",
          operation: "getTicket",
          related: [],
          fixes: [{ title: "write `query`", applicability: "maybe", edits: [{ newText: "query" }] }],
          suppressed: null,
        },
      ],
      summary: { files: 2, operations: 1, errors: 1, warnings: 0, infos: 0, suppressed: 0 },
    });
  });

  it("keeps a fingerprint when lines move, and tells equals apart", async () => {
    const prints = async (text: string): Promise<string[]> =>
      (JSON.parse(await write(reportOf(text), "json")) as { diagnostics: { fingerprint: string }[] }).diagnostics.map(
        (found) => found.fingerprint,
      );
    const twice = `${good}x-a: {b: 1, b: 2, b: 3}\n`;
    expect(await prints(`# moved\n\n${twice}`)).toEqual(await prints(twice));
    expect(new Set(await prints(twice)).size).toBe(2);
  });
});

describe("sarif", async () => {
  it("holds rules with help, relative URIs, UTF-16 columns and suppressions", async () => {
    const kept = good.replace(
      "    description: Read one ticket by its key, with its title.",
      "    # dex-connectors-ignore DC3006: as short as it is\n    description: Gets the ticket, using get.",
    );
    const value = JSON.parse(await write(reportOf(slip, kept), "sarif")) as {
      runs: { columnKind: string; results: object[]; tool: { driver: { rules: object[] } } }[];
    };
    const [run] = value.runs;
    expect(run?.columnKind).toBe("utf16CodeUnits");
    expect(run?.tool.driver.rules).toMatchObject([
      { id: "DC2004", help: { markdown: expect.stringContaining("Good:") } },
      { id: "DC3006" },
    ]);
    expect(run?.results).toMatchObject([
      {
        ruleId: "DC2004",
        ruleIndex: 0,
        level: "error",
        suppressions: [],
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "folder%20a/0.connector.yaml", uriBaseId: "%SRCROOT%" },
              region: { startLine: 5, startColumn: 11, endColumn: 16 },
            },
          },
        ],
      },
      { ruleId: "DC3006", level: "note", suppressions: [{ kind: "inSource", justification: "as short as it is" }] },
    ]);
  });
});

describe("github", async () => {
  it("shows at most ten errors and counts the rest in a notice", async () => {
    const report = reportOf(`${good}x-a: {${Array.from({ length: 15 }, () => "b: 1").join(", ")}}\n`);
    const lines = (await write(report, "github")).trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("::error "))).toHaveLength(10);
    expect(lines.at(-1)).toBe(
      "::notice title=dex-connectors::checked 1 manifest, 1 operation: 14 errors; 4 problems not shown here",
    );
    expect(
      githubStepSummary(report)
        .split("\n")
        .filter((line) => line.startsWith("| error")),
    ).toHaveLength(14);
  });

  it("escapes what would end a command or a property", async () => {
    const [line = ""] = (await write(reportOf(good.replace("kind: query", 'kind: "a%b,c:d"')), "github")).split("\n");
    expect(line).toContain("title=DC2004 bad-enum::");
    expect(line).toContain("a%25b,c:d");
  });
});

describe("gitlab", async () => {
  it("is a list of issues with fingerprints", async () => {
    expect(JSON.parse(await write(reportOf(slip), "gitlab"))).toMatchObject([
      {
        check_name: "DC2004",
        severity: "major",
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        location: { path: "folder a/0.connector.yaml", lines: { begin: 5 } },
      },
    ]);
  });
});

describe("junit", async () => {
  it("has one suite a file, a passing case for a clean file, and escaped text", async () => {
    const text = await write(reportOf(good.replace("kind: query", 'kind: "a<b&c"'), good), "junit");
    expect(text.match(/<testsuite /g)).toHaveLength(2);
    expect(text).toContain('<testsuite name="folder a/1.connector.yaml" tests="1" failures="0" errors="0">');
    expect(text).toContain('failures="1"');
    expect(text).toContain("a&lt;b&amp;c");
    expect(text).not.toContain("a<b");
  });
});

describe("the exit code", async () => {
  const warned = good.replace("title: Acme Desk", "title: no");

  it("is 0 for a clean report, 1 from the asked severity on, and 0 when nothing may fail", async () => {
    expect(exitCodeOfReport(reportOf(good), "info")).toBe(0);
    expect(exitCodeOfReport(reportOf(warned), "error")).toBe(0);
    expect(exitCodeOfReport(reportOf(warned), "warning")).toBe(1);
    expect(exitCodeOfReport(reportOf(slip), "never")).toBe(0);
  });

  it("is 4 when a file could not be read, whatever else was found", async () => {
    const lost = reportOfUnreadable("a", "gone");
    expect(exitCodeOfReport(createReport([...reportOf(slip).files, lost]), "never")).toBe(4);
  });
});

describe("a credential in a manifest", () => {
  it("is blacked out in every format, also where another finding marks its line", async () => {
    const secret = ["xoxb", "1111111111", "abcdefghijklmnopqrstuvwx"].join("-");
    const report = reportOf(good.replace("version: 1.0.0}", `version: 1.0.0, x-old: "${secret}", dosc: a}`));
    for (const format of reportFormats) expect(await write(report, format)).not.toContain(secret);
    const shown = await write(report, "pretty");
    expect(shown).toContain("DC8008");
    expect(shown).toContain("DC2001");
    expect(shown).toContain("•".repeat(secret.length));
  });
});
