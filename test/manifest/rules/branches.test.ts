/** The rules on branches and methods, from both sides. */
import { describe, expect, it } from "vitest";
import {
  branches,
  created,
  findingsOf,
  input,
  listNotes,
  noteManifest,
  refused,
  rulesOf,
  rule,
} from "./note-manifest.ts";

const lost = (record: string, description: string): object => ({
  branches: { ...branches, lost: { record, description } },
  classify: [created, refused, rule({ body: { at: "/code", equals: "lost" } }, { branch: "lost" })],
});

describe("DC5002: a query", () => {
  it("has no unknown outcome, under any name", () => {
    for (const name of ["lost", "uncertain"]) {
      const query = {
        ...listNotes,
        branches: { ...listNotes.branches, [name]: { record: "outcome_unknown", description: "?" } },
      };
      const classify = [...listNotes.classify, rule({ status: [404] }, { branch: name })];
      expect(rulesOf({}, {}, { listNotes: { ...query, classify } })).toEqual(["DC5002"]);
    }
  });

  it("is not blamed for a default that only reaches writes", () => {
    const shared = { defaults: { branches: { stuck: { record: "outcome_unknown", description: "It is stuck." } } } };
    const classify = [created, refused, rule({ status: [423] }, { branch: "stuck" })];
    expect(rulesOf({ classify }, shared, { listNotes })).toEqual([]);
  });
});

describe("DC5003: the record of a branch", () => {
  it.each([
    ["uncertain", "outcome_unknown", ["succeeded", "failed"]],
    ["defect", "failed", ["succeeded", "outcome_unknown"]],
  ])("%s is %s, and no other", (name, right, wrong) => {
    const named = (record: string): readonly string[] =>
      rulesOf({ branches: { ...branches, [name]: { record, description: "As everywhere." } } });
    expect(named(right)).toEqual([]);
    for (const record of wrong) expect(named(record)).toContain("DC5003");
  });

  it.each([
    "The note may have been added.",
    "It might already have been sent.",
    "The answer was lost; the note could have been written.",
    "It is unclear whether the desk took it.",
    "Nobody knows if the mail went out.",
    "The note was only partly written.",
    "The note was possibly added.",
    "The note may already be there.",
    "The message may have been posted, or nothing happened.",
  ])("failed contradicts: %s", (text) => {
    expect(rulesOf(lost("failed", text))).toEqual(["DC5003"]);
    expect(rulesOf(lost("outcome_unknown", text))).toEqual([]);
  });

  it.each([
    "The desk refused the note; nothing was added.",
    "The ticket may have been deleted by somebody else; nothing changed.",
    "The token may have expired.",
    "The call can be repeated later.",
    "The name may be taken.",
    "Nothing happened: the note may have been deleted before.",
    "No note was added, since the ticket may have moved.",
  ])("failed fits: %s", (text) => {
    expect(rulesOf(lost("failed", text))).toEqual([]);
  });

  it("is held against the message, too, and against a default branch, once", () => {
    const message = { ...branches, refused: { ...branches.refused, message: "It may have been added." } };
    expect(rulesOf({ branches: message })).toEqual(["DC5003"]);
    const shared = { defaults: { branches: { lost: { record: "failed", description: "It may have been added." } } } };
    const classify = [created, refused, rule({ status: [423] }, { branch: "lost" })];
    const write = JSON.parse(noteManifest({ classify })) as { operations: { addNote: object } };
    const found = findingsOf(noteManifest({ classify }, shared, { addOther: write.operations.addNote }));
    expect(found.map(({ id, pointer }) => [id, pointer])).toEqual([["DC5003", "/defaults/branches/lost/description"]]);
  });

  it("of a query may admit anything: it has no effect", () => {
    const query = {
      ...listNotes,
      branches: { ...listNotes.branches, gone: { record: "failed", description: "It may have been deleted." } },
    };
    const classify = [...listNotes.classify, rule({ status: [404] }, { branch: "gone" })];
    expect(rulesOf({}, {}, { listNotes: { ...query, classify } })).toEqual([]);
  });
});

describe("DC5006: a success", () => {
  it("may come from the defaults", () => {
    const shared = { defaults: { branches: { added: branches.added } } };
    expect(rulesOf({ branches: { refused: branches.refused } }, shared)).toEqual([]);
    expect(rulesOf({ branches: { refused: branches.refused }, classify: [refused] })).toEqual(["DC5006"]);
  });
});

describe("DC5007: a branch", () => {
  const conflict = { ...branches, conflict: { record: "failed", description: "It is there; nothing was added." } };

  it.each([
    ["a rule", { classify: [created, refused, rule({ status: [409] }, { branch: "conflict" })] }],
    [
      "otherwise",
      {
        kind: "query",
        impact: undefined,
        request: { method: "GET", path: "/a" },
        classify: [created, refused, { otherwise: { branch: "conflict" } }],
      },
    ],
    ["a handler, as far as can be known", { request: undefined, handler: {}, classify: undefined }],
  ])("is reached by %s", (_, change) => {
    expect(rulesOf({ ...change, branches: conflict })).toEqual([]);
  });

  it("is told when nothing names it, and the built-in ones never are", () => {
    expect(rulesOf({ branches: conflict })).toEqual(["DC5007"]);
    const described = {
      ...branches,
      uncertain: { record: "outcome_unknown", description: "?" },
      defect: { record: "failed", description: "!" },
    };
    expect(rulesOf({ branches: described })).toEqual([]);
  });

  it("of the defaults needs one operation that uses it", () => {
    const shared = {
      defaults: { branches: { gone: { record: "failed", description: "It is gone; nothing changed." } } },
    };
    const classify = [created, refused, rule({ status: [410] }, { branch: "gone" })];
    expect(rulesOf({}, shared, { listNotes })).toEqual(["DC5007"]);
    expect(rulesOf({ classify }, shared, { listNotes })).toEqual([]);
  });
});

describe("DC5009: the method", () => {
  const read = (request: object): readonly string[] =>
    rulesOf({}, {}, { listNotes: { ...listNotes, request: { path: "/notes", ...request } } });
  const write = (request: object): readonly string[] => rulesOf({ request: { path: "/notes", ...request } });

  it.each(["GET", "HEAD"])("%s reads and does not write", (method) => {
    expect(read({ method })).toEqual([]);
    expect(write({ method })).toEqual(["DC5009"]);
  });

  it.each(["PUT", "PATCH", "DELETE"])("%s writes and does not read", (method) => {
    expect(read({ method })).toEqual(["DC5009"]);
    expect(read({ method, readOnlyPost: "It searches." })).toEqual(["DC5009"]);
    expect(write({ method })).toEqual([]);
  });

  it("POST reads only with a reason, or with a document that says so itself", () => {
    expect(read({ method: "POST" })).toEqual(["DC5009"]);
    expect(read({ method: "POST", readOnlyPost: "It searches." })).toEqual([]);
    expect(read({ method: "POST", body: { graphql: "query { notes { id } }" } })).toEqual([]);
    expect(write({ method: "POST", readOnlyPost: "It searches." })).toEqual(["DC5009"]);
  });

  it("of a lookup's own request reads", () => {
    const lookup = {
      match: { at: "/id", equals: { $input: "/text" } },
      consistency: "strong",
      found: "added",
      absent: "uncertain",
    };
    const withMethod = (method: string): readonly string[] =>
      rulesOf({ lookup: { ...lookup, request: { method, path: "/a" } } });
    expect(withMethod("GET")).toEqual([]);
    expect(withMethod("POST")).toEqual(["DC5009"]);
    expect(withMethod("DELETE")).toEqual(["DC5009"]);
  });
});

describe("DC5010: nothing to do", () => {
  const code = (value: unknown): readonly string[] =>
    rulesOf({
      classify: [created, rule({ body: { at: "/error", ...(value as object) } }, { branch: "refused" })],
    });

  it("is a success, by its code or by its name", () => {
    expect(code({ equals: "already_reacted" })).toEqual(["DC5010"]);
    expect(code({ in: ["not_found", "already_pinned"] })).toEqual(["DC5010"]);
    expect(code({ equals: "already_exists" })).toEqual([]);
    expect(code({ in: ["name_taken", "too_long"] })).toEqual([]);
  });
});

describe("DC5011: a batch", () => {
  const item = { type: "object", additionalProperties: false, properties: { text: input.properties.text } };
  const batch = (list: object, change: object = {}): readonly string[] =>
    rulesOf({
      input: { ...input, properties: { ...input.properties, text: { type: "array", description: "Notes.", ...list } } },
      ...change,
    });

  it("is a list of objects of more than one", () => {
    expect(batch({ items: item, maxItems: 2 })).toEqual(["DC5011"]);
    expect(batch({ items: item })).toEqual(["DC5011"]);
    expect(batch({ items: item, maxItems: 1 })).toEqual([]);
    expect(batch({ items: input.properties.text, maxItems: 9 })).toEqual([]);
  });

  it("is found inside objects, unions and references", () => {
    const list = { type: "array", items: item, description: "Notes." };
    const inside = (text: object, shared: object = {}): readonly string[] =>
      rulesOf({ input: { ...input, properties: { ...input.properties, text } } }, shared);
    expect(inside({ type: "object", additionalProperties: false, properties: { list } })).toContain("DC5011");
    expect(inside({ anyOf: [list, { type: "null" }] })).toContain("DC5011");
    const shared = { schemas: { List: list } };
    const found = findingsOf(
      noteManifest(
        { input: { ...input, properties: { ...input.properties, text: { $ref: "#/schemas/List" } } } },
        shared,
      ),
    );
    expect(found.map(({ id, pointer }) => [id, pointer])).toEqual([
      ["DC5011", "/operations/addNote/input/properties/text"],
    ]);
  });

  it("needs an ending for a part, and `uncertain` is one only when it speaks of a part", () => {
    const withBranch = (name: string, description: string): readonly string[] => {
      const classify = [created, refused, rule({ status: [207] }, { branch: name })];
      return batch(
        { items: item },
        { branches: { ...branches, [name]: { record: "outcome_unknown", description } }, classify },
      );
    };
    expect(withBranch("partial", "Some notes were added.")).toEqual([]);
    expect(withBranch("uncertain", "Nobody knows.")).toEqual(["DC5011"]);
    expect(withBranch("uncertain", "Some notes may have been added.")).toEqual([]);
  });

  it("is of writes only", () => {
    const properties = {
      ...listNotes.input.properties,
      filter: { type: "array", items: item, description: "Filters." },
    };
    expect(rulesOf({}, {}, { listNotes: { ...listNotes, input: { ...listNotes.input, properties } } })).toEqual([]);
  });
});
