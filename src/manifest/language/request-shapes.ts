/** The shapes of a declared request and of what its answers mean. */
import { host } from "./connector-shapes.ts";
import type { ByKeyShape, ObjectShape, Shape, WordShape } from "./shape.ts";
import {
  duration,
  flag,
  headerName,
  mimeType,
  path,
  pointer,
  reference,
  statusClass,
  text,
  whole,
  word,
} from "./text-shapes.ts";

const requestValue: Shape = { kind: "requestValue" };
const responseValue: Shape = { kind: "responseValue" };
const empty: ObjectShape = { kind: "object", fields: {} };

export const headers: Shape = { kind: "map", names: headerName, value: requestValue };
export const namedValues: Shape = { kind: "map", value: requestValue };

const body: ByKeyShape = {
  kind: "byKey",
  what: "one of json, form, graphql and text",
  variants: {
    json: {
      kind: "object",
      fields: { json: { shape: requestValue, required: true, doc: "The JSON body." } },
    },
    form: {
      kind: "object",
      fields: {
        form: { shape: namedValues, required: true, doc: "The fields of a URL-encoded form." },
        arrays: {
          shape: word("brackets", "repeat"),
          default: "brackets",
          doc: "How lists of plain values are written: `a[]=` for each, or `a=` for each. Structures are always `a[0][b]=`.",
        },
      },
    },
    graphql: {
      kind: "object",
      fields: {
        graphql: {
          shape: text("a GraphQL document", 65_536),
          required: true,
          doc: "The GraphQL document, with one operation.",
        },
        variables: { shape: requestValue, doc: "Its variables." },
      },
    },
    text: {
      kind: "object",
      fields: {
        text: { shape: requestValue, required: true, doc: "The body as text." },
        type: { shape: mimeType, required: true, doc: "Its media type." },
      },
    },
  },
};

const method: WordShape = { kind: "word", words: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] };

export const request: ObjectShape = {
  kind: "object",
  fields: {
    method: { shape: method, required: true, doc: "The request method." },
    host: { shape: host, doc: "One of the manifest's hosts; the first by default." },
    path: { shape: path, required: true, doc: "The path, with `{input}`, `{input*}` and `{config.name}` parts." },
    query: { shape: namedValues, default: {}, doc: "The query parameters." },
    headers: { shape: headers, default: {}, doc: "The headers, without credentials." },
    body: { shape: body, doc: "The body." },
    timeout: { shape: duration, doc: "Time for one exchange; the execution time-out less 5s by default." },
    maxRequestBytes: { shape: whole(1, 67_108_864), default: 1_048_576, doc: "The most bytes that are sent." },
    maxResponseBytes: { shape: whole(1, 67_108_864), default: 4_194_304, doc: "The most bytes that are read." },
    response: { shape: word("json", "text", "none"), default: "json", doc: "How the answer's body is read." },
    readOnlyPost: { shape: text("a reason", 1024), doc: "Why a query may use POST." },
  },
};

const faults: WordShape = {
  kind: "word",
  words: ["dns", "connect", "tls", "timeout", "reset", "truncated", "oversize", "invalidBody", "schemaMismatch"],
};

export const fault: WordShape = faults;

export const condition: ObjectShape = {
  kind: "object",
  atLeastOne: ["status", "body", "header", "retried", "fault"],
  fields: {
    status: {
      shape: {
        kind: "list",
        min: 1,
        item: {
          kind: "byType",
          what: "a status code, or a class such as 4xx",
          number: whole(100, 599),
          text: statusClass,
        },
      },
      doc: "Status codes, or classes such as 4xx.",
    },
    body: {
      shape: {
        kind: "object",
        exactlyOne: ["equals", "in", "exists", "matches"],
        fields: {
          at: { shape: pointer, required: true, doc: "A place in the answer's JSON body." },
          equals: { shape: { kind: "json" }, doc: "It has this value." },
          in: { shape: { kind: "list", item: { kind: "json" }, min: 1 }, doc: "It has one of these values." },
          exists: { shape: flag, doc: "It is there, or it is not." },
          matches: { shape: text("a pattern", 1024), doc: "It is text of this form." },
        },
      },
      doc: "A test on one place of the body.",
    },
    header: {
      shape: {
        kind: "object",
        exactlyOne: ["equals", "exists"],
        fields: {
          name: { shape: headerName, required: true, doc: "The header's name." },
          equals: { shape: { kind: "text", max: 1024, what: "text" }, doc: "It has this value." },
          exists: { shape: flag, doc: "It is there, or it is not." },
        },
      },
      doc: "A test on one header.",
    },
    retried: { shape: flag, doc: "Only on a re-send of this call, or only on its first send." },
    fault: { shape: { kind: "list", item: faults, min: 1, unique: true }, doc: "What went wrong on the way." },
  },
};

/** A branch, with the value of its output. */
export const branchResult: ObjectShape = {
  kind: "object",
  fields: {
    branch: { shape: reference, required: true, doc: "A branch of the operation." },
    output: { shape: responseValue, doc: "The value of its output." },
  },
};

const waitSource: ByKeyShape = {
  kind: "byKey",
  what: "one of header, epochHeader and body",
  variants: {
    header: {
      kind: "object",
      fields: { header: { shape: headerName, required: true, doc: "A header with seconds or a date." } },
    },
    epochHeader: {
      kind: "object",
      fields: {
        epochHeader: { shape: headerName, required: true, doc: "A header with a time in seconds since 1970." },
      },
    },
    body: {
      kind: "object",
      fields: { body: { shape: pointer, required: true, doc: "A place in the body with seconds." } },
    },
  },
};

const retryLater: ObjectShape = {
  kind: "object",
  fields: {
    from: { shape: { kind: "list", item: waitSource }, default: [], doc: "Where the provider says how long to wait." },
    fallback: { shape: duration, required: true, doc: "The wait when it does not say." },
    max: { shape: duration, required: true, doc: "A longer stated wait ends the call." },
  },
};

const single = (key: string, shape: Shape, doc: string): ObjectShape => ({
  kind: "object",
  fields: { [key]: { shape, required: true, doc } },
});

const outcome: ByKeyShape = {
  kind: "byKey",
  what: "one of branch, retry, retryLater, reauthorize and lookup",
  variants: {
    branch: branchResult,
    retry: single("retry", empty, "Try again within the budget."),
    retryLater: single("retryLater", retryLater, "Wait as stated, then try again: nothing was done."),
    reauthorize: single("reauthorize", empty, "The provider refused the credentials."),
    lookup: single(
      "lookup",
      { kind: "object", fields: { absent: { shape: reference, doc: "The branch when the lookup finds nothing." } } },
      "Look up whether it happened.",
    ),
  },
};

export const classifyItem: ByKeyShape = {
  kind: "byKey",
  what: "a rule with when and then, or the last item with otherwise",
  variants: {
    otherwise: single(
      "otherwise",
      { kind: "byType", what: "`tail`, or `{branch: name}`", text: word("tail"), map: branchResult },
      "What everything else means; `tail` is the built-in ending.",
    ),
    when: {
      kind: "object",
      fields: {
        when: { shape: condition, required: true, doc: "The tests, all of which must hold." },
        // oxlint-disable-next-line unicorn/no-thenable -- the key is a word of the language; nobody awaits a shape
        then: { shape: outcome, required: true, doc: "What the answer means." },
      },
    },
  },
};

/** Every rule is compared with every answer and with the rules before it, so their number is bounded. */
export const classify: Shape = { kind: "list", item: classifyItem, max: 200 };
