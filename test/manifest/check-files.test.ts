/** Many files at once: what is found, what is searched, and what one file has to do with another. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFiles } from "../../src/manifest/check-files.ts";
import { summaryLine } from "../../src/manifest/report/summary-line.ts";
import { explainFinding } from "../../src/manifest/explain-findings.ts";
import { prettyReport } from "../../src/manifest/report/pretty-report.ts";
import { findManifestFiles } from "../../src/manifest/find-files.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-files-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function manifest(id: string, operation: string, more = ""): string {
  return `manifestVersion: 1
connector: {id: ${id}, title: Acme, description: Read tickets., version: 1.0.0}
operations:
  ${operation}:
    kind: query
    description: Read one ticket by its key, with its title.
    input: {type: object, additionalProperties: false}
    output: {type: object, additionalProperties: false}
    branches: {found: {record: succeeded, description: The ticket was read.}}
    agent: {exposed: true}
    handler: {}
${more}`;
}

const options = (changes: object = {}): Parameters<typeof checkFiles>[1] => ({
  workingFolder: folder,
  today: "2026-06-01",
  ...changes,
});

async function check(paths: readonly string[], changes: object = {}): Promise<Record<string, readonly string[]>> {
  const { files } = await checkFiles(findManifestFiles(paths, folder), options(changes));
  return Object.fromEntries(
    files.map((file) => [
      file.path,
      file.findings.map(({ id, severity, suppressed }) => `${id} ${suppressed === undefined ? severity : "kept"}`),
    ]),
  );
}

describe("a folder", () => {
  it("is searched for manifests by name, but not where copies lie", async () => {
    for (const path of ["a/dex-connector.yaml", "b/deep/x.connector.json", "c.connector.yml"]) put(path, "");
    for (const path of [
      "node_modules/p/dex-connector.yaml",
      ".git/dex-connector.yaml",
      "dist/dex-connector.yaml",
      "a/other.yaml",
      "a/connector.yaml",
    ])
      put(path, "");
    expect(findManifestFiles(["."], folder).files).toEqual([
      "a/dex-connector.yaml",
      "b/deep/x.connector.json",
      "c.connector.yml",
    ]);
  });

  it("gives each file once, however it is named, and says which path is missing", async () => {
    put("a/dex-connector.yaml", "");
    const found = findManifestFiles(["a", "a/dex-connector.yaml", "./a/", "nowhere"], folder);
    expect(found).toEqual({ files: ["a/dex-connector.yaml"], missing: ["nowhere"], unreadable: [] });
  });

  it("takes a named file of any name", async () => {
    put("desk.yaml", manifest("desk", "getTicket"));
    expect(await check(["desk.yaml"])).toEqual({ "desk.yaml": [] });
  });
});

describe("one bad file", () => {
  it("does not stop the others, not even one that would end the parser's process", async () => {
    put("a.connector.yaml", "[".repeat(4000));
    put("b.connector.yaml", "[".repeat(4000));
    put("c.connector.yaml", manifest("desk", "getTicket"));
    expect(await check(["."])).toEqual({
      "a.connector.yaml": ["DC1008 error"],
      "b.connector.yaml": ["DC1008 error"],
      "c.connector.yaml": [],
    });
  });

  it.skipIf(process.getuid?.() === 0)("that cannot be read is reported as unreadable", async () => {
    put("a.connector.yaml", "");
    chmodSync(join(folder, "a.connector.yaml"), 0);
    expect((await checkFiles(findManifestFiles(["."], folder), options())).files[0]?.status).toBe("unreadable");
  });

  it("is read by its bytes: a replacement character may be written, and may not stand for others", async () => {
    const [before, after] = manifest("desk", "getTicket").replace("Acme", "A\uFFFDme").split("\uFFFD");
    put("b.connector.yaml", `${before ?? ""}\uFFFD${after ?? ""}`);
    put("a.connector.yaml", Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xff]), Buffer.from(after ?? "")]));
    const { files } = await checkFiles(findManifestFiles(["."], folder), options());
    const places = files.map(({ findings }) => findings.map(({ id, range }) => [id, range.start.offset]));
    expect(places).toEqual([[["DC1001", before?.length]], []]);
  });

  it("is read with its byte order mark, which counts in offsets", async () => {
    put("a.connector.yaml", `\uFEFF${manifest("desk", "getTicket").replace("kind: query", "kind: quest")}`);
    const { files } = await checkFiles(findManifestFiles(["."], folder), options());
    const text = manifest("desk", "getTicket");
    expect(files[0]?.findings.map(({ id, range }) => [id, range.start.offset])).toEqual([
      ["DC1017", 3],
      ["DC2004", text.indexOf("query") + 3],
    ]);
  });

  it("that is gone since the search is reported as unreadable", async () => {
    expect((await checkFiles({ files: ["gone.yaml"], unreadable: [] }, options())).files[0]).toMatchObject({
      status: "unreadable",
      problem: expect.stringContaining("ENOENT"),
    });
  });
});

describe("two files", () => {
  it("whose tools have one name collide, in the later file, with the earlier place related", async () => {
    put("a.connector.yaml", manifest("desk-a", "note"));
    put("b.connector.yaml", manifest("desk", "aNote"));
    expect(await check(["."])).toEqual({ "a.connector.yaml": [], "b.connector.yaml": ["DC3004 error"] });
  });

  it("that collide are both shown with the line of the name, though neither text is kept", async () => {
    put("a.connector.yaml", manifest("desk-a", "note"));
    put("b.connector.yaml", manifest("desk", "aNote"));
    const report = await checkFiles(findManifestFiles(["."], folder), options());
    const text = prettyReport(report, {
      version: "1",
      failOn: "error",
      maxProblems: 9,
      hasColor: false,
      isQuiet: false,
    });
    expect(text).toContain("    4 |   aNote:\n");
    expect(text).toContain("    4 |   note:\n");
    expect(report.files.map(({ lines }) => [...lines])).toEqual([[[4, "  note:"]], [[4, "  aNote:"]]]);
  });

  it("that share several tool names collide once, with both names and the number of the rest", async () => {
    const two = (id: string, first: string, second: string): string =>
      manifest(id, first, manifest(id, second).split("operations:\n")[1]);
    put("a.connector.yaml", two("desk-a", "note", "mark"));
    put("b.connector.yaml", two("desk", "aNote", "aMark"));
    const [found, ...more] = (await checkFiles(findManifestFiles(["."], folder), options())).files[1]?.findings ?? [];
    expect(more).toEqual([]);
    expect(found === undefined ? "" : explainFinding(found).message).toBe(
      "the tool name `desk_a_note` is also that of `note` in a.connector.yaml, and 1 more of the two files is alike",
    );
  });

  it("of one connector are told so, and that another id is the way out", async () => {
    put("a.connector.yaml", manifest("desk", "getTicket"));
    put("b.connector.yaml", manifest("desk", "getTicket"));
    const [found] = (await checkFiles(findManifestFiles(["."], folder), options())).files[1]?.findings ?? [];
    const text = found === undefined ? undefined : explainFinding(found);
    expect(text?.message).toBe("the connector id `desk` is also that of a.connector.yaml");
    expect(text?.help).toContain("another `connector.id`");
  });

  it("of one connector collide once", async () => {
    put("a.connector.yaml", manifest("desk", "getTicket", manifest("desk", "getNote").split("operations:\n")[1]));
    put("b.connector.yaml", manifest("desk", "getTicket"));
    expect(await check(["."])).toEqual({ "a.connector.yaml": [], "b.connector.yaml": ["DC3004 error"] });
  });

  it("whose equal tool names no agent sees do not collide", async () => {
    put("a.connector.yaml", manifest("desk-a", "note"));
    put("b.connector.yaml", manifest("desk", "aNote").replace("exposed: true", "exposed: false"));
    expect((await check(["."]))["b.connector.yaml"]).toEqual([]);
  });
});

describe("a project", () => {
  const weak = manifest("desk", "getTicket").replace(
    "Read one ticket by its key, with its title.",
    "Gets the ticket, using get.",
  );
  const entry = { rule: "DC3006", file: "a.connector.yaml", pointer: "/operations/getTicket", reason: "short is fine" };

  it("may change the severity of a rule, leave rules out, or ask for one alone", async () => {
    put("a.connector.yaml", weak);
    expect(await check(["."], { severities: new Map([["DC3006", "error"]]) })).toEqual({
      "a.connector.yaml": ["DC3006 error"],
    });
    expect(await check(["."], { skip: new Set(["DC3006"]) })).toEqual({ "a.connector.yaml": [] });
    expect(await check(["."], { only: new Set(["DC3008"]) })).toEqual({ "a.connector.yaml": [] });
  });

  it("is told when programs refuse what its settings let pass", async () => {
    put("a.connector.yaml", weak.replace("found: {record: succeeded", "found: {record: failed"));
    const summaryOf = async (changes: object): Promise<string> =>
      summaryLine(await checkFiles(findManifestFiles(["."], folder), options(changes)));
    const pass = { skip: new Set(["DC3006"]) };
    expect(await summaryOf(pass)).toMatch(/1 error/);
    expect(await summaryOf(pass)).not.toMatch(/programs refuse/);
    const refused = /no problems.*; 1 manifest with errors that only this check's settings hide, programs refuse it$/;
    expect(await summaryOf({ skip: new Set(["DC3006", "DC5006"]) })).toMatch(refused);
    const all = { rule: "DC5006", file: "a.connector.yaml", pointer: "", reason: "for now" };
    expect(await summaryOf({ ...pass, allow: [all] })).toMatch(refused);
    const lower = new Map([["DC5006", "info"]]);
    expect(await summaryOf({ ...pass, severities: lower })).toMatch(/1 info; 1 manifest with errors/);
  });

  it("may keep a finding until the day that it states", async () => {
    put("a.connector.yaml", weak);
    expect(await check(["."], { allow: [entry] })).toEqual({ "a.connector.yaml": ["DC3006 kept"] });
    expect(await check(["."], { allow: [{ ...entry, expires: "2026-06-01" }] })).toEqual({
      "a.connector.yaml": ["DC3006 kept"],
    });
    expect(await check(["."], { allow: [{ ...entry, expires: "2026-05-31" }] })).toEqual({
      "a.connector.yaml": ["DC3006 info"],
    });
    expect(await check(["."], { allow: [{ ...entry, pointer: "/operations/getTick" }] })).toEqual({
      "a.connector.yaml": ["DC3006 info"],
    });
  });
});
