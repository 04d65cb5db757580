/** The shapes of what makes repeating possible: mechanisms, lookups and pages. */
import { condition, branchResult, namedValues, request } from "./request-shapes.ts";
import type { ByKeyShape, ByTagShape, ObjectShape, Shape } from "./shape.ts";
import { duration, flag, headerName, pointer, reference, text, whole, word } from "./text-shapes.ts";

const incomplete = "DC6002";

const keyFields: ObjectShape["fields"] = {
  format: { shape: word("uuid", "hex"), required: true, missingRule: incomplete, doc: "How the key is written." },
  maxLength: { shape: whole(16, 256), doc: "The most characters the provider takes." },
  window: {
    shape: {
      kind: "text",
      pattern: "^(?:forever|[1-9][0-9]{0,8}(?:ms|s|m|h))$",
      what: "a duration such as 24h, or `forever`",
    },
    required: true,
    missingRule: incomplete,
    doc: "How long the provider remembers a key.",
  },
  mismatch: {
    shape: word("error", "ignored", "overwrites"),
    default: "error",
    doc: "What the provider does with an equal key and other content.",
  },
  replaysFailures: { shape: flag, default: false, doc: "Whether the provider repeats an earlier failure." },
  inProgress: { shape: condition, doc: "The answer that means the first request is still at work." },
};

const key: ByTagShape = {
  kind: "byTag",
  tag: "in",
  doc: "Which part of the request carries the key.",
  missingRule: incomplete,
  variants: {
    header: {
      kind: "object",
      fields: {
        name: { shape: headerName, required: true, missingRule: incomplete, doc: "The header's name." },
        ...keyFields,
      },
    },
    query: {
      kind: "object",
      fields: {
        name: {
          shape: text("a parameter name", 100),
          required: true,
          missingRule: incomplete,
          doc: "The parameter's name.",
        },
        ...keyFields,
      },
    },
    body: {
      kind: "object",
      fields: {
        at: { shape: pointer, required: true, missingRule: incomplete, doc: "The place in the JSON body." },
        ...keyFields,
      },
    },
  },
};

const wrap = (field: string, shape: Shape, doc: string): ObjectShape => ({
  kind: "object",
  fields: { [field]: { shape, required: true, doc } },
});

export const idempotency: ByKeyShape = {
  kind: "byKey",
  what: "one of natural, key and lookup",
  variants: {
    natural: wrap(
      "natural",
      {
        kind: "object",
        fields: {
          because: {
            shape: text("a reason", 1024),
            required: true,
            missingRule: "DC6008",
            doc: "Why twice is the same as once.",
          },
          identity: {
            shape: { kind: "list", item: pointer, min: 1, unique: true },
            required: true,
            missingRule: "DC6008",
            doc: "Pointers to the inputs that name the target.",
          },
        },
      },
      "Sending it twice leaves the same state as once.",
    ),
    key: wrap("key", key, "The provider knows a request by a key."),
    lookup: wrap("lookup", { kind: "object", fields: {} }, "The lookup is asked before every re-send."),
  },
};

export const lookup: ObjectShape = {
  kind: "object",
  exactlyOne: ["operation", "request"],
  instead: {
    pagination:
      "a request of the lookup's own reads one answer: declare a query with `pagination` and name it in `operation`",
  },
  fields: {
    operation: { shape: reference, doc: "A query of this manifest." },
    request: { shape: request, doc: "A request of its own." },
    bind: { shape: namedValues, default: {}, doc: "Values for the query's inputs." },
    match: {
      shape: {
        kind: "object",
        fields: {
          items: { shape: pointer, doc: "The list to search in the lookup's output." },
          at: { shape: pointer, required: true, doc: "The place in an item." },
          equals: { shape: { kind: "requestValue" }, required: true, doc: "The value that must be there." },
        },
      },
      required: true,
      doc: "What makes a hit.",
    },
    marker: { shape: pointer, doc: "Where the write's body stored a value derived from the key." },
    consistency: {
      shape: word("strong", "eventual"),
      required: true,
      doc: "Whether the lookup sees every earlier write.",
    },
    waitBefore: { shape: duration, doc: "Time after the last send before an answer counts." },
    found: {
      shape: { kind: "byType", what: "a branch, or `{branch, output}`", text: reference, map: branchResult },
      required: true,
      doc: "The ending when there is exactly one hit.",
    },
    absent: { shape: reference, required: true, doc: "`retry`, or the branch when there is none." },
    absentBranches: {
      shape: { kind: "list", item: reference, unique: true },
      default: [],
      doc: "Branches of the query that mean there is none.",
    },
  },
};

const pagePlace: ByTagShape = {
  kind: "byTag",
  tag: "in",
  doc: "Which part of the request carries it.",
  variants: {
    query: wrap("name", text("a parameter name", 100), "The parameter's name."),
    header: wrap("name", headerName, "The header's name."),
    body: wrap("at", pointer, "The place in the JSON body."),
  },
};

export const pagination: ObjectShape = {
  kind: "object",
  fields: {
    style: {
      shape: word("cursor", "page", "offset", "link"),
      required: true,
      missingRule: "DC8014",
      doc: "How the provider counts pages.",
    },
    send: { shape: pagePlace, doc: "Where the cursor is written; not for links." },
    next: { shape: { kind: "responseValue" }, doc: "The cursor of the next page, in the answer." },
    items: { shape: pointer, doc: "The items, in the answer's body." },
    size: {
      shape: {
        kind: "object",
        fields: {
          name: { shape: text("a name", 100), required: true, doc: "The query parameter of the page size." },
          value: { shape: { kind: "requestValue" }, required: true, doc: "The page size." },
        },
      },
      doc: "How many items a page holds.",
    },
    stop: {
      shape: {
        kind: "byType",
        what: "`missing`, `empty`, or `{flag: pointer}`",
        text: word("missing", "empty"),
        map: wrap("flag", pointer, "A place in the body that is true while there is more."),
      },
      required: true,
      missingRule: "DC8014",
      doc: "What says that there is no further page.",
    },
    input: { shape: pointer, required: true, missingRule: "DC8014", doc: "The cursor in the operation's input." },
    output: { shape: pointer, default: "/nextCursor", doc: "The next cursor in the operation's output." },
  },
};
