import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Connector,
  type ConnectionProvider,
  defineConnector,
  isToolkitError,
  type OperationHandler,
} from "../../src/connector.ts";
import { attemptOf } from "../http/attempt.ts";

const text = `
manifestVersion: 1
connector: {id: acme-desk, title: Acme Desk, description: Reads tickets and adds notes to them., version: 1.0.0}
hosts: [api.acme.example]
auth:
  methods:
    token: {type: bearer, secrets: {apiToken: {required: true, description: Agent API token}}}
operations:
  addNote:
    kind: mutation
    impact: additive
    concerns: [people]
    authorization: required
    description: Add one note to a ticket; the customer is notified by mail.
    input:
      type: object
      additionalProperties: false
      required: [text]
      properties: {text: {type: string, minLength: 1, maxLength: 50, description: Plain text of the note.}}
    output: {type: object, additionalProperties: false, required: [noteId], properties: {noteId: {type: string, maxLength: 40, description: Id.}}}
    branches:
      added: {record: succeeded, description: The note exists.}
      refused: {record: failed, description: The desk refused the note; nothing was added.}
    agent: {exposed: true, approval: recommended}
    handler: {}
`;
const addNote: OperationHandler = async (input, attempt) => attempt.branch("added", { noteId: input["text"] ?? null });
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "define-"));
  await writeFile(join(folder, "dex-connector.yaml"), text);
});
afterAll(() => rm(folder, { recursive: true }));

function outcome(connector: Connector<"addNote">): Promise<unknown> {
  const connection = connector.connect({ name: "a", credentials: { apiToken: "t" } });
  return connection.operations.addNote().invoke({ text: "n1" }, attemptOf());
}

describe("defineConnector", () => {
  test("says what is wrong with an object manifest: the first fault's place and mending, and how many more", () => {
    const manifest = {
      manifestVersion: 1,
      connector: { id: "acme", title: "Acme", description: "Reads.", version: "one" },
      hosts: ["api.acme.example"],
      operations: { read: { kind: "query", description: "Reads.", branches: {} } },
    };
    const define = (): unknown => defineConnector({ manifest });
    expect(define).toThrow(/^the manifest is not valid: \/\S+: .+ \(DC\d{4}\) \(and \d+ more\); details\.findings/);
    expect(define).not.toThrow(/dex-connectors validate/);
    expect(define).toThrow(expect.objectContaining({ code: "invalid_manifest" }) as Error);
  });

  test("takes a manifest as text, path, file URL, or checked", async () => {
    const path = join(folder, "dex-connector.yaml");
    const first = defineConnector({ manifest: text, operations: { addNote } });
    for (const manifest of [path, pathToFileURL(path), first.manifest]) {
      const connector = defineConnector({ manifest, operations: { addNote } });
      expect(await outcome(connector)).toMatchObject({
        branch: "added",
        record: "succeeded",
        output: { noteId: "n1" },
      });
    }
  });

  test("makes tools of a connection", () => {
    const connector = defineConnector({ manifest: text, operations: { addNote } });
    const connection = connector.connect({ name: "a", credentials: { apiToken: "t" } });
    const tools = connection.tools({ only: ["addNote"], requiresApproval: { addNote: false } });
    expect(tools.listTools()).toMatchObject([
      { name: "acme_desk_add_note", requiresApproval: false, effect: "non_idempotent_write" },
    ]);
    expect(() => connection.tools({ only: ["addNotes"] })).toThrow(/did you mean addNote\?/);
  });

  test("refuses a faulty manifest with every finding, the first one in words", () => {
    const define = (): unknown =>
      defineConnector({ manifest: text.replace("kind: mutation", "kind: write"), operations: { addNote } });
    expect(define).toThrow(
      expect.toSatisfy(
        (error) =>
          isToolkitError(error) && error.code === "invalid_manifest" && Array.isArray(error.details["findings"]),
      ),
    );
    expect(define).toThrow(
      /^the manifest is not valid: \/operations\/addNote\/kind \(line 10\): .+; .+ \(DC2004\); details\.findings/,
    );
  });

  test("names every operation whose handler is missing, unknown or no function", () => {
    expect(() => defineConnector({ manifest: text })).toThrow(/no handler is given for addNote/);
    expect(() => defineConnector({ manifest: text, operations: { addNote, addNotes: addNote } })).toThrow(
      /has no operation addNotes/,
    );
    expect(() => defineConnector({ manifest: text, operations: { addNote: 1 as never } })).toThrow(
      /no function of addNote/,
    );
  });

  test("P12.4: refuses options nobody knows", () => {
    const connector = defineConnector({ manifest: text, operations: { addNote } });
    expect(() => connector.connect({ name: "a", allowLoopbak: true } as never)).toThrow(/did you mean "allowLoopback"/);
    expect(() => defineConnector({ manifest: text, handlers: {} } as never)).toThrow(/unknown key "handlers"/);
  });

  test("takes a connection of a project, whose end ends its sockets", async () => {
    const ends: (() => Promise<void>)[] = [];
    const project: ConnectionProvider = {
      connection: (connector, name) => ({
        name,
        config: {},
        credentials: async () => ({}),
        credentialHint: (credential) => `set ${connector}.${credential}`,
        knownSecrets: () => [],
      }),
      onClose: (end) => ends.push(end),
    };
    const connection = defineConnector({ manifest: text, operations: { addNote } }).newProjectConnection(project, "b");
    expect(await connection.operations.addNote().invoke({ text: "n" }, attemptOf())).toMatchObject({
      kind: "not_sent",
      reason: "the connection lacks the credential apiToken (set acme-desk.apiToken)",
    });
    expect(ends).toHaveLength(1);
    await ends[0]?.();
  });
});
