/** The shapes of an operation: what it takes and gives, its branches, its mechanism and its budgets. */
import { agent } from "./agent-shape.ts";
import { idempotency, lookup, pagination } from "./repeating-shapes.ts";
import { classify, fault, request } from "./request-shapes.ts";
import type { ByKeyShape, ByTypeShape, ObjectShape, Shape } from "./shape.ts";
import { date, duration, flag, name, pointer, reference, text, version, whole, word } from "./text-shapes.ts";

const schema: Shape = { kind: "schema" };
const json: Shape = { kind: "json" };

export const branch: ObjectShape = {
  kind: "object",
  fields: {
    record: {
      shape: {
        kind: "word",
        words: ["succeeded", "failed", "outcome_unknown"],
        aliases: {
          success: "succeeded",
          ok: "succeeded",
          error: "failed",
          failure: "failed",
          unknown: "outcome_unknown",
        },
      },
      required: true,
      missingRule: "DC5001",
      doc: "How a call that ends here is recorded.",
    },
    description: { shape: text("a description", 1024), required: true, doc: "What this ending means." },
    message: { shape: { kind: "responseValue" }, doc: "Safe text for the model." },
    output: {
      shape: schema,
      doc: "The shape of its result, instead of the operation's output (succeeded branches only).",
    },
    retryable: { shape: flag, default: false, doc: "Whether a corrected call may succeed (failed branches only)." },
  },
};

export const branches: Shape = { kind: "map", names: name, value: branch };

export const execution: ObjectShape = {
  kind: "object",
  fields: {
    timeout: { shape: duration, default: "30s", doc: "Time for one attempt." },
    retry: {
      shape: {
        kind: "object",
        fields: {
          attempts: { shape: whole(1, 20), default: 3, doc: "Attempts in all, the first one included." },
          initial: { shape: duration, default: "1s", doc: "The wait before the second attempt." },
          factor: {
            shape: { kind: "number", integer: false, min: 1, max: 10 },
            default: 2,
            doc: "Each wait is this many times longer.",
          },
          max: { shape: duration, default: "30s", doc: "The longest computed wait." },
          total: { shape: duration, default: "2m", doc: "Time for all attempts and waits." },
          jitter: {
            shape: word("full", "none"),
            default: "full",
            doc: "Whether a wait is a random part of the computed one.",
          },
        },
      },
      doc: "How a call is tried again.",
    },
  },
};

export const rateLimit: ObjectShape = {
  kind: "object",
  atLeastOne: ["requests", "concurrency", "minInterval"],
  fields: {
    requests: { shape: whole(1), doc: "The most requests in any `per`." },
    per: { shape: duration, default: "1s", doc: "The time that `requests` counts in." },
    concurrency: { shape: whole(1, 1000), doc: "The most requests at one time." },
    minInterval: { shape: duration, doc: "The least time between two requests." },
    scope: {
      shape: {
        kind: "text",
        pattern: "^(?:connection|connector|/.*)$",
        what: "`connection`, `connector`, or a pointer into the input",
      },
      default: "connection",
      doc: "What shares the limit.",
    },
  },
};

const authorization: ByTypeShape = {
  kind: "byType",
  what: "`none`, `required`, or `{methods: […], scopes: […]}`",
  text: word("none", "required"),
  map: {
    kind: "object",
    fields: {
      methods: {
        shape: { kind: "list", item: reference, min: 1, unique: true },
        doc: "The methods that serve; all by default.",
      },
      scopes: {
        shape: { kind: "list", item: text("a scope", 255), unique: true },
        default: [],
        doc: "The scopes it needs.",
      },
    },
  },
};

const textMap: Shape = { kind: "map", value: { kind: "text", max: 8192, what: "text" } };

const exchange: ObjectShape = {
  kind: "object",
  fields: {
    expect: {
      shape: {
        kind: "object",
        fields: {
          method: {
            shape: word("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
            doc: "The method that must be sent.",
          },
          path: { shape: text("a path", 2048), doc: "The path that must be sent." },
          query: { shape: { kind: "map", value: json }, doc: "Query parameters that must be sent." },
          headers: { shape: textMap, doc: "Headers that must be sent." },
          body: { shape: json, doc: "The body that must be sent." },
        },
      },
      doc: "What the request must be; parts that are absent are not compared.",
    },
    respond: {
      shape: {
        kind: "object",
        atLeastOne: ["status", "fault"],
        fields: {
          status: { shape: whole(100, 599), doc: "The answer's status code." },
          headers: { shape: textMap, default: {}, doc: "The answer's headers." },
          body: { shape: json, doc: "The answer's body." },
          fault: { shape: fault, doc: "What goes wrong instead, or on the way." },
        },
      },
      required: true,
      doc: "What the provider answers.",
    },
  },
};

const example: ByKeyShape = {
  kind: "byKey",
  what: "a call with exchange and result, or an invalid input",
  variants: {
    invalid: {
      kind: "object",
      fields: {
        input: { shape: json, required: true, doc: "Arguments that the schema refuses." },
        invalid: { shape: pointer, required: true, doc: "Where they are wrong." },
      },
    },
  },
  otherwise: {
    kind: "object",
    fields: {
      input: { shape: json, required: true, doc: "The arguments." },
      exchange: {
        shape: { kind: "list", item: exchange },
        default: [],
        doc: "The requests and their answers, in order.",
      },
      result: {
        shape: {
          kind: "object",
          fields: {
            branch: { shape: reference, required: true, doc: "The branch it ends in." },
            record: {
              shape: word("succeeded", "failed", "outcome_unknown"),
              doc: "How the call must be recorded; left out, it is not compared.",
            },
            output: { shape: json, doc: "The output." },
          },
        },
        required: true,
        doc: "How the call ends.",
      },
    },
  },
};

const handler: ObjectShape = {
  kind: "object",
  fields: {
    module: { shape: text("a path", 1024), doc: "The module, relative to this file; absent when code hands it in." },
    export: { shape: text("a name", 100), doc: "The name of its export." },
  },
};

const deprecated: ObjectShape = {
  kind: "object",
  fields: {
    since: { shape: version, required: true, doc: "The connector's version that began to discourage it." },
    replacedBy: { shape: reference, doc: "The operation to use instead." },
    removeAfter: { shape: date, doc: "The day after which it may be removed." },
    message: { shape: text("a message", 1024), doc: "What to do instead." },
  },
};

export const operation: ObjectShape = {
  kind: "object",
  exactlyOne: ["request", "handler"],
  hasExtensions: true,
  fields: {
    kind: {
      shape: {
        kind: "word",
        words: ["query", "mutation"],
        aliases: {
          read: "query",
          get: "query",
          list: "query",
          write: "mutation",
          action: "mutation",
          command: "mutation",
        },
      },
      required: true,
      doc: "Whether it reads or writes.",
    },
    impact: {
      shape: {
        kind: "word",
        words: ["none", "additive", "modifying", "destructive"],
        aliases: { create: "additive", update: "modifying", delete: "destructive", read: "none" },
      },
      doc: "How far a call reaches. Required for mutations; `none` for queries.",
    },
    concerns: {
      shape: { kind: "list", item: word("money", "access", "people"), unique: true },
      default: [],
      doc: "What it touches: moves money, changes permissions, is seen by people.",
    },
    title: { shape: text("a title", 80), doc: "Its name for people." },
    description: {
      shape: { kind: "text", min: 20, max: 1024, what: "a description of 20 to 1024 characters" },
      doc: "What it does, when to use it and what it changes. Required when exposed.",
    },
    authorization: { shape: authorization, doc: "What a call needs. Required when the manifest has auth methods." },
    input: { shape: schema, doc: "The schema of its arguments. Required when exposed." },
    output: { shape: schema, doc: "The schema of the success branch's result. Required when exposed." },
    branches: {
      shape: branches,
      default: {},
      doc: "Its endings. `defect` and, for mutations, `uncertain` exist without being written.",
    },
    idempotency: { shape: idempotency, doc: "Why it may be sent again." },
    agent: { shape: agent, default: {}, doc: "How it is offered to agents." },
    execution: { shape: execution, doc: "Its time and retry budget." },
    rateLimit: { shape: rateLimit, doc: "How fast it may be called." },
    request: { shape: request, doc: "The request that performs it." },
    handler: { shape: handler, doc: "The code that performs it." },
    classify: { shape: classify, default: [], doc: "What answers and faults mean; the first match wins." },
    pagination: { shape: pagination, doc: "How a query is read page by page." },
    lookup: { shape: lookup, doc: "How to learn whether the write happened." },
    examples: {
      shape: { kind: "map", names: name, value: example },
      default: {},
      doc: "Exchanges that are replayed as tests.",
    },
    deprecated: { shape: deprecated, doc: "That it will go away." },
  },
};
