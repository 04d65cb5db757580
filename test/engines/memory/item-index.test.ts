/** A kind is indexed from its first search on; nobody can tell from what is found. */
import { describe, expect, test } from "vitest";
import { ItemIndex } from "../../../src/engines/memory/item-index.ts";
import { MemorySession } from "../../../src/engines/memory/session.ts";

function indexOf(...names: readonly string[]): {
  index: ItemIndex;
  readonly put: (name: string, id: string, status: string) => void;
} {
  const sessions = new Map(names.map((name) => [name, new MemorySession(name)]));
  const index = new ItemIndex(sessions);
  const put = (name: string, id: string, status: string): void => {
    const session = sessions.get(name);
    if (session === undefined) throw new Error(`no session ${name}`);
    index.put(session, { id, kind: "call", status, value: id }, 1);
  };
  return { index, put };
}

function idsOf(index: ItemIndex, status?: string): readonly string[] {
  return index.find({ kind: "call", ...(status === undefined ? {} : { status: [status] }) }).map(({ id }) => id);
}

describe("items across sessions", () => {
  test("a first search finds what was written before it, in the order of the first writes", () => {
    const { index, put } = indexOf("a", "b");
    put("b", "1", "open");
    put("a", "2", "open");
    put("b", "1", "closed");
    expect(idsOf(index)).toEqual(["1", "2"]);
    expect(idsOf(index, "closed")).toEqual(["1"]);
  });

  test("later searches find what was written and moved since", () => {
    const { index, put } = indexOf("a", "b");
    expect(idsOf(index)).toEqual([]);
    put("a", "1", "open");
    put("b", "2", "open");
    put("a", "1", "closed");
    expect(idsOf(index, "open")).toEqual(["2"]);
    expect(idsOf(index, "closed")).toEqual(["1"]);
    expect(idsOf(index)).toEqual(["1", "2"]);
  });
});
