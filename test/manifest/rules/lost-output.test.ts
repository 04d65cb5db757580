/** Outputs of branches that do not succeed are told, once a branch; those that some call records are not. */
import { describe, expect, it } from "vitest";
import { branches, created, findingsOf, noteManifest, output, refused, rule } from "./note-manifest.ts";

const at = "/operations/addNote";
const filled = rule({ status: [400] }, { branch: "refused", output: { noteId: { $body: "/id" } } });

/** Where DC5012 speaks, what it says of the branch, and the related places. */
function told(changes: object, shared: object = {}, others: object = {}): readonly string[] {
  const manifest = noteManifest(changes, shared, others);
  return findingsOf(manifest)
    .filter(({ id }) => id === "DC5012")
    .map(({ pointer, data, related }) =>
      [pointer, data["branch"], data["record"], ...related.map(({ label }) => label)].join(" "),
    );
}

describe("DC5012: an output", () => {
  it("of a branch that succeeds is recorded", () => {
    expect(told({})).toEqual([]);
    expect(told({ branches: { ...branches, added: { ...branches.added, output } } })).toEqual([]);
  });

  it("of a failed or unknown ending is lost, from a rule and from `otherwise`", () => {
    expect(told({ classify: [created, filled] })).toEqual([`${at}/classify/1/then/output refused failed`]);
    const classify = [created, refused, { otherwise: { branch: "uncertain", output: { noteId: "?" } } }];
    expect(told({ classify })).toEqual([`${at}/classify/2/otherwise/output uncertain outcome_unknown`]);
  });

  it("is one finding for a branch, at its schema, with the rules beside it", () => {
    const changes = { branches: { ...branches, refused: { ...branches.refused, output } } };
    const schema = `${at}/branches/refused/output refused failed`;
    expect(told(changes)).toEqual([schema]);
    const again = rule({ status: [422] }, { branch: "refused", output: { noteId: "?" } });
    expect(told({ ...changes, classify: [created, filled, again] })).toEqual([`${schema} is lost, too is lost, too`]);
  });

  it("that a handler gives is told by its schema alone", () => {
    const handled = { request: undefined, handler: {}, classify: undefined };
    expect(told(handled)).toEqual([]);
    const refusal = { ...branches.refused, output };
    expect(told({ ...handled, branches: { ...branches, refused: refusal } })).toEqual([
      `${at}/branches/refused/output refused failed`,
    ]);
  });

  describe("among the defaults", () => {
    const defaults = {
      branches: { busy: { record: "failed", description: "It is busy; nothing was added.", output } },
      classify: [rule({ status: [423] }, { branch: "busy", output: { noteId: "?" } })],
    };
    const other = (JSON.parse(noteManifest({})) as { operations: { addNote: object } }).operations.addNote;

    it("is told once for all operations", () => {
      expect(told({}, { defaults }, { addOther: other })).toEqual([
        "/defaults/branches/busy/output busy failed is lost, too",
      ]);
    });

    it("passes where one operation records what another loses", () => {
      const own = { branches: { ...branches, busy: { record: "succeeded", description: "It comes later." } } };
      const { busy } = defaults.branches;
      const shared = { defaults: { ...defaults, branches: { busy: { ...busy, output: undefined } } } };
      expect(told({}, shared, { addOther: { ...other, ...own } })).toEqual([]);
      expect(told({}, shared, { addOther: other })).toEqual(["/defaults/classify/0/then/output busy failed"]);
    });

    it("is no matter of operations with a handler, which no rule ends", () => {
      const { busy } = defaults.branches;
      const shared = { defaults: { ...defaults, branches: { busy: { ...busy, output: undefined } } } };
      expect(told({ request: undefined, handler: {}, classify: undefined }, shared)).toEqual([]);
    });

    it("passes when every operation has a branch of its own in its place", () => {
      const own = { busy: { record: "failed", description: "It is busy; nothing was added." } };
      const shared = { defaults: { branches: defaults.branches } };
      expect(told({ branches: { ...branches, ...own } }, shared)).toEqual([]);
      expect(told({}, shared)).toEqual(["/defaults/branches/busy/output busy failed"]);
    });
  });
});
