import { describe, expect, test } from "vitest";
import { createConnection } from "../../src/connect/connection.ts";
import { givenValues } from "../../src/connect/given-values.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Lookup } from "../../src/core/manifest-idempotency.ts";
import type { Operation, OperationHandler } from "../../src/core/operation.ts";
import type { ToolAttempt } from "../../src/core/tool.ts";
import { createRateGates } from "../../src/http/rate-gates.ts";
import { attemptOf, skippingClock } from "../http/attempt.ts";
import { deskManifest, deskOperation } from "./desk-manifest.ts";

/** Notes carry a marker that is derived from the call; a query lists the notes of a ticket. */
const lookup: Lookup = {
  source: { kind: "operation", operation: "listNotes" },
  bind: { ticketId: { kind: "input", pointer: "/ticketId" } },
  match: { items: "/notes", at: "/marker", equals: { kind: "key", format: "hex", maxLength: 32 } },
  marker: "/marker",
  consistency: "strong",
  waitBeforeMs: 5_000,
  found: {
    branch: "done",
    output: { kind: "map", entries: [{ name: "noteId", value: { kind: "body", pointer: "/id" } }] },
  },
  absent: { kind: "retry" },
  absentBranches: [],
};

interface Desk {
  readonly addNote: Operation;
  readonly notes: JsonObject[];
  readonly asked: JsonObject[];
}

/** A desk whose two operations are code; the query gives the notes, or one answer always. */
function openDesk(declared: Lookup = lookup, answer?: JsonObject): Desk {
  const notes: JsonObject[] = [];
  const asked: JsonObject[] = [];
  const addNote: OperationHandler = async (_, attempt) => {
    const id = `n${String(notes.length + 1)}`;
    notes.push({ id, marker: attempt.providerKey({ format: "hex", maxLength: 32 }) });
    return attempt.branch("done", { noteId: id });
  };
  const listNotes: OperationHandler = async (input, attempt) => {
    asked.push(input);
    return attempt.branch("done", answer ?? { notes });
  };
  const manifest = deskManifest([
    deskOperation("addNote", { lookup: declared, idempotency: { kind: "lookup" }, effect: "idempotent_write" }),
    deskOperation("listNotes", { kind: "query", output: { type: "object" } }),
  ]);
  const connection = createConnection(
    { manifest, handlers: { addNote, listNotes }, connectorGates: createRateGates() },
    givenValues({ name: "a", config: { baseUrl: "https://desk.example" }, credentials: { apiToken: "t" } }),
  );
  return { addNote: connection.operation("addNote"), notes, asked };
}

function resent(agoMs: number): ToolAttempt {
  const clock = skippingClock();
  return attemptOf({ clock, number: 2, isResend: true, firstDispatchAt: clock.now() - agoMs });
}

const input = { ticketId: "T-1", text: "Hello" };

describe("an operation in code with a lookup in code", () => {
  test("P8.1: is settled by what the lookup finds, and no write is sent", async () => {
    const { addNote, notes, asked } = openDesk();
    await addNote.invoke(input, attemptOf());
    expect(await addNote.reconcile?.(input, resent(60_000))).toMatchObject({
      kind: "settled",
      ending: { branch: "done", record: "succeeded", output: { noteId: "n1" } },
    });
    expect(asked).toEqual([{ ticketId: "T-1" }]);
    expect(notes).toHaveLength(1);
  });

  test("P8.1: answers when it may be asked again while it is too early", async () => {
    const { addNote, asked } = openDesk();
    expect(await addNote.reconcile?.(input, resent(1_000))).toEqual({ kind: "too_early", askAgainInMs: 4_000 });
    expect(asked).toEqual([]);
  });

  test("looks before it sends again: what is found is not done twice, what is absent is done", async () => {
    const lost = openDesk();
    expect(await lost.addNote.invoke(input, resent(60_000))).toMatchObject({ output: { noteId: "n1" } });
    expect(await lost.addNote.invoke(input, resent(60_000))).toMatchObject({
      record: "succeeded",
      output: { noteId: "n1" },
    });
    expect(lost.notes).toHaveLength(1);
    expect(lost.asked).toHaveLength(2);
  });

  test.each([
    ["null where the note would be", { note: null }, "branch"],
    ["the note of another call", { note: { id: "n7", marker: "other" } }, "branch"],
    ["an error", { error: "busy" }, "ambiguous"],
    ["a note without its marker", { note: { id: "n7" } }, "ambiguous"],
  ])("P8.1: whose single answer is %s: %j, the re-send ends in %s", async (_, answer, kind) => {
    const single = { ...lookup, match: { ...lookup.match, items: undefined, at: "/note/marker" } };
    const { addNote, notes } = openDesk(single, answer);
    expect(await addNote.invoke(input, resent(60_000))).toMatchObject({ kind });
    expect(notes).toHaveLength(kind === "branch" ? 1 : 0);
  });

  test("has a way to reconcile exactly when its manifest declares a lookup", () => {
    const manifest = deskManifest([deskOperation("addNote")]);
    const handlers = { addNote: (async (_, attempt) => attempt.ambiguous("")) satisfies OperationHandler };
    const connection = createConnection(
      { manifest, handlers, connectorGates: createRateGates() },
      givenValues({ name: "a", config: { baseUrl: "https://desk.example" } }),
    );
    expect(connection.operation("addNote")).not.toHaveProperty("reconcile");
    expect(openDesk().addNote).toHaveProperty("reconcile");
  });

  test("stays open without credentials, saying which", async () => {
    const manifest = deskManifest([deskOperation("addNote", { lookup })]);
    const connection = createConnection(
      { manifest, handlers: {}, connectorGates: createRateGates() },
      givenValues({ name: "a", config: { baseUrl: "https://desk.example" } }),
    );
    expect(await connection.operation("addNote").reconcile?.(input, resent(60_000))).toEqual({
      kind: "open",
      reason:
        "the connection lacks the credential apiToken (give it to connect as credentials.apiToken; on the command line: --credential apiToken=env:NAME)",
    });
  });
});
