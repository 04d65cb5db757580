/** The whole language, version 1. */
import { auth, configField, connector, hosts } from "./connector-shapes.ts";
import { branches, execution, operation, rateLimit } from "./operation-shapes.ts";
import { classify, headers } from "./request-shapes.ts";
import type { ObjectShape } from "./shape.ts";
import { name, schemaName, text } from "./text-shapes.ts";

/** The version of the language that this toolkit reads. */
export const languageVersion = 1;

export const manifestShape: ObjectShape = {
  kind: "object",
  hasExtensions: true,
  fields: {
    $schema: { shape: text("an address", 2048), doc: "For editors only; it is never fetched." },
    manifestVersion: {
      shape: { kind: "version", version: languageVersion },
      required: true,
      doc: "The version of the manifest language.",
    },
    connector: { shape: connector, required: true, doc: "Who the connector is." },
    hosts: {
      shape: hosts,
      doc: "The only hosts it talks to, over https; the first is the default. Required with a request.",
    },
    config: {
      shape: { kind: "map", names: name, value: configField },
      default: {},
      doc: "Settings that are no secrets.",
    },
    auth: { shape: auth, doc: "How calls are authorized." },
    schemas: {
      shape: { kind: "map", names: schemaName, value: { kind: "schema" } },
      default: {},
      doc: "Shared schemas, reached by `#/schemas/Name`.",
    },
    defaults: {
      shape: {
        kind: "object",
        fields: {
          execution: { shape: execution, doc: "For operations that do not say it." },
          rateLimit: { shape: rateLimit, doc: "For operations that do not say it." },
          headers: { shape: headers, doc: "For every request; a request's own header wins." },
          branches: { shape: branches, doc: "For every operation; an operation's own branch wins." },
          classify: { shape: classify, doc: "After every operation's own rules." },
        },
      },
      doc: "What holds for all operations.",
    },
    operations: {
      shape: { kind: "map", names: name, value: operation, min: 1 },
      required: true,
      doc: "What the connector offers, by name.",
    },
  },
};
