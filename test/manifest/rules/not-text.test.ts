/** Values that must be text: what the manifest shows to be none is told, what only a call shows passes. */
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { branches, input, noteManifest } from "./note-manifest.ts";

const fields = {
  labels: { type: "array", maxItems: 3, items: { type: "string", maxLength: 9 }, description: "Labels." },
  count: { type: "integer", description: "A number." },
  isOpen: { type: "boolean", description: "Whether it is open." },
  note: { type: ["string", "null"], maxLength: 9, description: "A note or nothing." },
  nothing: { type: "null", description: "Nothing." },
};
const config = {
  tags: { type: "stringList", default: [], description: "Tags." },
  most: { type: "integer", default: 1, description: "The most." },
  isQuiet: { type: "boolean", default: false, description: "Whether it is quiet." },
  board: { type: "string", default: "a", description: "The board." },
};

/** What is told of a write with these parts. */
function told(
  parts: { readonly message?: unknown; readonly request?: object },
  shared: object = {},
): readonly string[] {
  const { message, request = {} } = parts;
  const { findings } = loadManifest(
    noteManifest(
      {
        input: { ...input, properties: { ...input.properties, ...fields } },
        branches: { ...branches, refused: { ...branches.refused, ...(message === undefined ? {} : { message }) } },
        request: {
          method: "POST",
          path: "/notes",
          body: { json: { id: { $input: "/ticketId" }, text: { $input: "/text" } } },
          ...request,
        },
      },
      { config, ...shared },
    ),
    { path: "a.json" },
  );
  return findings.filter(({ id }) => id === "DC8017").map(({ data, pointer }) => `${String(data["kind"])} ${pointer}`);
}

const at = "/operations/addNote";

describe("the message of a branch", () => {
  it.each([
    ["map", { text: "x" }],
    ["map", { $const: { $x: 1 } }],
    ["list", ["x"]],
    ["boolean", true],
    ["null", null],
    ["null", { $const: null }],
    ["list", { $input: "/labels" }],
    ["map", { $input: "" }],
    ["boolean", { $input: "/isOpen" }],
    ["null", { $input: "/nothing" }],
    ["list", { $config: "tags" }],
    ["boolean", { $config: "isQuiet" }],
  ])("that is %s is told: %j", (kind, message) => {
    expect(told({ message })).toEqual([`${kind} ${at}/branches/refused/message`]);
  });

  it.each([
    ["Refused."],
    [404],
    [{ $body: "/error" }],
    [{ $header: "X-Error" }],
    [{ $status: {} }],
    [{ $input: "/text" }],
    [{ $input: "/count" }],
    [{ $input: "/note" }],
    [{ $input: "/nowhere" }],
    [{ $config: "board" }],
    [{ $config: "most" }],
    [{ $config: "nowhere" }],
    [{ $key: "uuid" }],
    [{ $concat: ["Refused: ", { $body: "/error" }] }],
    [{ $encode: { as: "json", of: { $input: "/labels" } } }],
  ])("may be %j", (message) => {
    expect(told({ message })).toEqual([]);
  });

  it("is told in the defaults, too", () => {
    const lost = { record: "failed", description: "Nothing was added.", message: ["x"] };
    expect(told({}, { defaults: { branches: { lost } } })).toEqual(["list /defaults/branches/lost/message"]);
  });
});

describe("a request", () => {
  it.each([
    ["header", { headers: { "X-Tags": { $config: "tags" } } }, `list ${at}/request/headers/X-Tags`],
    ["query value", { query: { a: { b: 1 } } }, `map ${at}/request/query/a`],
    ["item of a query value", { query: { a: ["x", { b: 1 }] } }, `map ${at}/request/query/a/1`],
    ["text body", { body: { text: { $input: "/labels" }, type: "text/plain" } }, `list ${at}/request/body/text`],
    [
      "joined part",
      { query: { a: { $concat: ["x", { $input: "/labels" }] } } },
      `list ${at}/request/query/a/$concat/1`,
    ],
    [
      "encoded value",
      { query: { a: { $encode: { as: "base64", of: { $config: "tags" } } } } },
      `list ${at}/request/query/a/$encode/of`,
    ],
  ])("is told where this is no text: %s", (_, request, line) => {
    expect(told({ request })).toEqual([line]);
  });

  it.each([
    [{ headers: { "X-Most": { $config: "most" } } }],
    [{ query: { a: { $input: "/labels" }, b: [1, "x"], c: null, d: { $input: "/isOpen" } } }],
    [{ query: { a: { $encode: { as: "json", of: { $input: "/labels" } } } } }],
    [{ body: { form: { a: { b: ["x"] } } } }],
    [{ body: { text: { $input: "/text" }, type: "text/plain" } }],
  ])("may hold %j", (request) => {
    expect(told({ request })).toEqual([]);
  });
});
