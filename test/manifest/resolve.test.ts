/** The resolved manifest: defaults written out, names derived, references followed. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCheckedManifest } from "../../src/core/manifest.ts";
import type { Manifest, Operation } from "../../src/core/manifest.ts";
import { loadManifest, trustManifest } from "../../src/manifest/load-manifest.ts";
import { parsePathTemplate } from "../../src/manifest/resolve/path-template.ts";
import { defaultTimeoutMs, isUnderSuffix } from "../../src/manifest/resolve/resolve-request.ts";
import { deriveToolName } from "../../src/manifest/resolve/tool-name.ts";

const text = readFileSync(new URL("../fixtures/manifests/complete-write/good.yaml", import.meta.url), "utf8");
const jsonText = readFileSync(new URL("../fixtures/manifests/complete-json/good.json", import.meta.url), "utf8");

function load(source: string, path = "a.yaml"): Manifest {
  const { manifest, findings } = loadManifest(source, { path });
  if (manifest === undefined) throw new Error(findings.map((finding) => finding.id).join(" "));
  return manifest;
}

function operation(manifest: Manifest, name: string): Operation {
  const found = manifest.operations[name];
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

describe("a tool name", () => {
  it.each([
    ["acme-desk", "addNote", "acme_desk_add_note"],
    ["bank", "createACHCheckoutSession", "bank_create_ach_checkout_session"],
    ["a1", "getURL", "a1_get_url"],
    ["s3", "listV2Objects", "s3_list_v2_objects"],
    ["x", "readHTTP2Frames", "x_read_http2_frames"],
  ])("of %s and %s is %s", (id, name, expected) => {
    expect(deriveToolName(id, name)).toBe(expected);
  });
});

describe("P1.1: the effect class", () => {
  it("of a query is read, whatever it says of retries", () => {
    expect(operation(load(text), "getTicket").effect).toBe("read");
  });

  it("of a mutation is idempotent only when the manifest says that a retry is safe", () => {
    expect(operation(load(text), "addNote").effect).toBe("idempotent_write");
    const never = load(text.replace("retry: safe", "retry: never"));
    expect(operation(never, "addNote").effect).toBe("non_idempotent_write");
  });
});

describe("defaults", () => {
  it("give a mutation the branches defect and uncertain, marked as implicit, and a query only defect", () => {
    const manifest = load(text);
    const implicit = (name: string): string[] =>
      Object.values(operation(manifest, name).branches)
        .filter((branch) => branch.implicit)
        .map((branch) => `${branch.id} ${branch.record}`);
    expect(implicit("addNote")).toEqual(["defect failed", "uncertain outcome_unknown"]);
    expect(implicit("getTicket")).toEqual(["defect failed"]);
  });

  it("keep a described implicit branch as the author wrote it", () => {
    const described = text.replace(
      "      added: {",
      "      uncertain: {record: outcome_unknown, description: The note may exist.}\n      added: {",
    );
    expect(operation(load(described), "addNote").branches["uncertain"]).toMatchObject({
      implicit: false,
      description: "The note may exist.",
    });
  });

  it("are 30 s, three attempts from 1 s doubled to 30 s within 2 m, and 4096 bytes", () => {
    const { execution, agent } = operation(load(text), "addNote");
    expect(execution).toEqual({
      timeoutMs: 30_000,
      retry: { attempts: 3, initial: 1000, factor: 2, max: 30_000, total: 120_000, jitter: "full" },
    });
    expect(agent.maxResultBytes).toBe(4096);
  });

  it("of the manifest fill in for the operation key by key", () => {
    const shared = text
      .replace(
        "operations:",
        "defaults: {execution: {timeout: 60s, retry: {attempts: 5, initial: 2s}}, headers: {X-Version: v2}}\noperations:",
      )
      .replace("    idempotency:", "    execution: {retry: {attempts: 2}}\n    idempotency:");
    const { execution, implementation } = operation(load(shared), "addNote");
    expect(execution.timeoutMs).toBe(60_000);
    expect(execution.retry).toMatchObject({ attempts: 2, initial: 2000 });
    expect(implementation.kind === "request" && implementation.request.headers).toEqual([
      { name: "x-version", value: { kind: "literal", value: "v2" } },
    ]);
  });

  it("leave a request five seconds less than its attempt, and half of a short one", () => {
    expect([30_000, 10_001, 10_000, 1000, 1].map(defaultTimeoutMs)).toEqual([25_000, 5001, 5000, 500, 1]);
  });
});

describe("a path template", () => {
  it("is split at its holes, and a brace that is no hole stays text", () => {
    expect(parsePathTemplate("/a/{id}/{path*}.{config.kind}/{b c}").parts).toEqual([
      { kind: "text", text: "/a/" },
      { kind: "input", name: "id", manySegments: false },
      { kind: "text", text: "/" },
      { kind: "input", name: "path", manySegments: true },
      { kind: "text", text: "." },
      { kind: "config", name: "kind" },
      { kind: "text", text: "/{b c}" },
    ]);
  });
});

describe("a host suffix", () => {
  it("allows one label before it and nothing else", () => {
    expect(
      ["a.x.example", "x.example", "a.b.x.example", "ax.example", ".x.example"].map((host) =>
        isUnderSuffix(host, "x.example"),
      ),
    ).toEqual([true, false, false, false, false]);
  });
});

describe("schema references", () => {
  it("are replaced by what they name, with what stands beside them added", () => {
    const shared = text
      .replace("operations:", "schemas: {Note: {type: string, maxLength: 40, description: Some note.}}\noperations:")
      .replace(
        "{type: string, maxLength: 40, description: Id of the new note.}",
        '{$ref: "#/schemas/Note", description: The note.}',
      );
    expect(operation(load(shared), "addNote").output?.properties?.["noteId"]).toEqual({
      type: "string",
      maxLength: 40,
      description: "The note.",
    });
  });
});

describe("a checked manifest", () => {
  it("is the same from JSON, from YAML and from a trusted object", () => {
    const fromYaml = load(text);
    expect(load(jsonText, "a.json")).toEqual(fromYaml);
    expect(trustManifest(JSON.parse(jsonText))).toEqual(fromYaml);
  });

  it("carries the brand, is frozen and finds no inherited name", () => {
    const manifest = load(text);
    expect(isCheckedManifest(manifest)).toBe(true);
    expect(isCheckedManifest({ ...JSON.parse(jsonText) })).toBe(false);
    expect(Object.isFrozen(operation(manifest, "addNote").execution.retry)).toBe(true);
    expect(manifest.operations["constructor"]).toBeUndefined();
  });

  it("is not given when a trusted object has a reference to nothing", () => {
    const broken = jsonText.replace('"description": "Id of the new note."', '"$ref": "#/schemas/Nowhere"');
    expect(() => trustManifest(JSON.parse(broken))).toThrow(/leads nowhere/);
  });
});
