import { describe, expect, test, vi } from "vitest";
import type { Manifest, Operation as ManifestOperation } from "../../src/core/manifest.ts";
import type { Operation } from "../../src/core/operation.ts";
import { Secret } from "../../src/core/secret.ts";
import { connectionTools } from "../../src/tools/connection-tools.ts";
import { connectorTool, type ConnectorToolOptions } from "../../src/tools/connector-tool.ts";
import { ConnectorToolSource } from "../../src/tools/connector-tool-source.ts";
import { deskManifest, deskOperation } from "../connect/desk-manifest.ts";
import { attemptOf } from "../http/attempt.ts";

const safe = deskOperation("setStatus", {
  effect: "idempotent_write",
  idempotency: { kind: "natural", because: "sets a state", identity: ["/ticketId"] },
});
const plain = deskOperation("addNote");
const hidden = deskOperation("wipe", { agent: { ...plain.agent, exposed: false } });
const manifest = deskManifest([plain, safe, hidden, deskOperation("readTicket", { kind: "query" })]);
const reference = { connector: "acme-desk", name: "support" };

function operationOf(name: string, of: Manifest = manifest, connection = reference): Operation {
  return {
    id: name,
    connection,
    manifest: of,
    definition: of.operations[name] as ManifestOperation,
    invoke: async (input) => ({ kind: "branch", branch: "done", record: "succeeded", output: { input } }),
    knownSecrets: () => [new Secret(`secret of ${connection.name}`, "token")],
  };
}

function toolOf(name: string, options?: ConnectorToolOptions): ReturnType<typeof connectorTool>["tool"] {
  return connectorTool(operationOf(name), reference, options).tool;
}

describe("a connector's tool", () => {
  test("takes its face from the manifest", () => {
    expect(toolOf("addNote", { manifest })).toMatchObject({
      name: "acme_desk_add_note",
      description: "Does addNote at the desk.",
      inputSchema: { required: ["ticketId", "text"] },
      outputSchema: { required: ["noteId"] },
      annotations: { readOnlyHint: false, openWorldHint: true },
      connector: { connection: reference, operation: "addNote", version: "1.0.0", mechanism: "none", hasLookup: false },
    });
  });

  test("P1.1: has the manifest's effect class, and an effect of the application is ignored with a warning, once", () => {
    const emit = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const options = { effect: "read" } as ConnectorToolOptions;
    const [first, second] = [toolOf("addNote", options), toolOf("addNote", options)];
    expect(first.effect).toBe("non_idempotent_write");
    expect(toolOf("setStatus").effect).toBe("idempotent_write");
    expect(toolOf("readTicket").effect).toBe("read");
    expect([first.warnings, second.warnings]).toEqual([
      [expect.stringContaining("effect")],
      [expect.stringContaining("effect")],
    ]);
    expect(emit).toHaveBeenCalledTimes(1);
    emit.mockRestore();
  });

  test("P5.1: waits where the manifest recommends approval, and the application decides otherwise", () => {
    const asked = deskManifest([deskOperation("addNote", { agent: { ...plain.agent, approval: "recommended" } })]);
    const tool = (options?: ConnectorToolOptions): unknown =>
      connectorTool(operationOf("addNote", asked), reference, options).tool.requiresApproval;
    const predicate = (): boolean => false;
    expect([tool(), tool({ requiresApproval: false }), tool({ requiresApproval: predicate })]).toEqual([
      true,
      false,
      predicate,
    ]);
    expect(toolOf("addNote").requiresApproval).toBe(false);
    expect(toolOf("addNote", { requiresApproval: true }).requiresApproval).toBe(true);
  });

  test("P1.4: tells apart what makes a repeat safe, and counts downtime for natural writes only", () => {
    const key = { kind: "key", place: { in: "header", name: "k" }, format: "uuid", maxLength: 36 } as const;
    const keyed = (windowMs: number): unknown =>
      connectorTool(
        operationOf(
          "pay",
          deskManifest([
            deskOperation("pay", {
              idempotency: { ...key, windowMs, mismatch: "error", replaysFailures: false, inProgress: undefined },
            }),
          ]),
        ),
        reference,
      ).tool.connector?.mechanismText;
    expect(keyed(1)).toBe(keyed(1));
    expect(keyed(1)).not.toBe(keyed(2));
    expect(toolOf("setStatus").execution?.downtimeCounts).toBe(true);
    expect(toolOf("addNote").execution?.downtimeCounts).toBe(false);
  });

  test("defining two hundred compiles nothing", () => {
    const operations = Array.from({ length: 200 }, (_, index) => {
      // A getter that throws stands for a compiler: nobody may look into the schema.
      const input = Object.defineProperty({}, "properties", {
        enumerable: true,
        get: () => {
          throw new Error("the schema was read");
        },
      });
      return deskOperation(`op${String(index)}`, { input, agent: { ...plain.agent, toolName: `op_${String(index)}` } });
    });
    const many = deskManifest(operations);
    const tools = operations.map(({ name }) => connectorTool(operationOf(name, many), reference));
    expect(new ConnectorToolSource(tools).listTools()).toHaveLength(200);
  });
});

describe("a wrong definition fails when the tool is defined", () => {
  const define = (operation: unknown, options: unknown = {}, to: unknown = reference): (() => unknown) => {
    return () => connectorTool(operation as Operation, to as typeof reference, options as ConnectorToolOptions);
  };

  test("an operation that is not exposed, listing those that are", () => {
    expect(define(operationOf("wipe"))).toThrow(/does not expose wipe; it exposes addNote, setStatus, readTicket/);
  });

  test("an operation that does not exist, with the closest name", () => {
    expect(define({ ...operationOf("addNote"), id: "addNotes" })).toThrow(
      /no operation "addNotes"; did you mean addNote\?/,
    );
    expect(define(undefined, { manifest })).toThrow(/it exposes addNote/);
    expect(define(undefined)).toThrow(/needs an operation of a connection/);
  });

  test.each([
    ["an unknown option", { requireApproval: true }, /unknown key "requireApproval"; did you mean "requiresApproval"/],
    ["an approval rule that is none", { requiresApproval: "never" }, /must be true, false or a function/],
    ["a validator that is none", { inputValidator: {} }, /Standard Schema/],
    ["a name with capitals", { name: "AddNote" }, /must be 1 to 64/],
    ["a name of 65", { name: "a".repeat(65) }, /must be 1 to 64/],
    ["allowRepeat as text", { allowRepeat: "yes" }, /allowRepeat/],
    [
      "a manifest that was not checked",
      { manifest: JSON.parse(JSON.stringify(manifest)) as unknown },
      /was not checked/,
    ],
    ["a manifest as text", { manifest: "dex-connector.yaml" }, /was not checked/],
    ["no object", null, /must be an object/],
  ])("P12.4: %s", (_, options, message) => {
    expect(define(operationOf("addNote"), options)).toThrow(message);
  });

  test("P1.1: a manifest that says something else of the operation than the one it runs by", () => {
    const { idempotency, effect } = safe;
    const other = deskManifest([deskOperation("addNote", { idempotency, effect }), safe]);
    expect(define(operationOf("addNote"), { manifest: other })).toThrow(/something else of addNote/);
    expect(define(operationOf("setStatus"), { manifest: deskManifest([structuredClone(safe)]) })).not.toThrow();
  });

  test("a manifest of another version or connector", () => {
    const other = deskManifest([plain], { connector: { ...manifest.connector, version: "2.0.0" } });
    expect(define(operationOf("addNote"), { manifest: other })).toThrow(
      /acme-desk 1.0.0, the manifest of acme-desk 2.0.0/,
    );
  });

  test("a reference to another connection", () => {
    expect(define(operationOf("addNote"), {}, { connector: "acme-desk", name: "sales" })).toThrow(
      /acme-desk\/support.*acme-desk\/sales/,
    );
  });

  test("two tools of one name, naming both connections; a new name mends it", () => {
    const sales = { connector: "acme-desk", name: "sales" };
    const one = connectorTool(operationOf("addNote"), reference);
    const other = connectorTool(operationOf("addNote", manifest, sales), sales);
    expect(() => new ConnectorToolSource([one, other])).toThrow(
      /acme-desk\/support \(addNote\).*acme-desk\/sales \(addNote\)/,
    );
    const renamed = connectorTool(operationOf("addNote", manifest, sales), sales, { name: "sales_add_note" });
    expect(new ConnectorToolSource([one, renamed]).listTools()).toHaveLength(2);
  });
});

describe("a source of connector tools", () => {
  const source = new ConnectorToolSource([
    connectorTool(operationOf("addNote"), reference),
    connectorTool(operationOf("setStatus"), reference),
  ]);

  test("passes a call on to its operation, and an unknown name nowhere", async () => {
    expect(await source.callTool("acme_desk_add_note", { text: "a" }, attemptOf())).toMatchObject({
      output: { input: { text: "a" } },
    });
    expect(await source.callTool("constructor", {}, attemptOf())).toMatchObject({ kind: "not_sent", isFinal: true });
  });

  test("leaves a call without a lookup open for a person", async () => {
    expect(await source.reconcile("acme_desk_add_note", {}, attemptOf())).toMatchObject({ kind: "open" });
  });

  test("knows the secrets of each connection once, and can be joined with another", () => {
    expect([...source.knownSecrets()].map((secret) => secret.reveal())).toEqual(["secret of support"]);
    expect(new ConnectorToolSource([...source]).listTools()).toEqual(source.listTools());
  });
});

describe("connection.tools", () => {
  const connection = { reference, manifest, operation: (name: string) => operationOf(name) };

  test("makes tools of the named operations only, with the approval that is given", () => {
    const source = connectionTools(connection, { only: ["addNote", "setStatus"], requiresApproval: { addNote: true } });
    expect(source.listTools().map(({ name, requiresApproval }) => [name, requiresApproval])).toEqual([
      ["acme_desk_add_note", true],
      ["acme_desk_set_status", false],
    ]);
  });

  test.each([
    ["nothing named", {}, /needs "only"/],
    ["an empty list", { only: [] }, /needs "only"/],
    ["a hidden operation", { only: ["wipe"] }, /does not expose wipe/],
    [
      "an approval for an operation that is not named",
      { only: ["addNote"], requiresApproval: { setStatus: false } },
      /unknown key "setStatus"/,
    ],
    ["an unknown option", { only: ["addNote"], effect: "read" }, /unknown key "effect"/],
  ])("P12.4: refuses %s", (_, options, message) => {
    expect(() => connectionTools(connection, options as never)).toThrow(message);
  });
});
