/** The shapes of a manifest's upper part: who the connector is, its hosts, settings and auth methods. */
import type { ByTagShape, ByTypeShape, ObjectShape, Shape } from "./shape.ts";
import { connectorId, flag, headerName, name, pointer, reference, text, url, version, whole } from "./text-shapes.ts";

export const connector: ObjectShape = {
  kind: "object",
  fields: {
    id: {
      shape: connectorId,
      required: true,
      doc: "The connector's id. It is part of every tool name and of every key.",
    },
    title: { shape: text("a title", 80), required: true, doc: "The connector's name for people." },
    description: { shape: text("a description", 1024), required: true, doc: "What the connector does, in a sentence." },
    version: { shape: version, required: true, doc: "The connector's own version." },
    docs: { shape: url, doc: "Where the provider documents its API." },
  },
};

const configReference: ObjectShape = {
  kind: "object",
  fields: { config: { shape: reference, required: true, doc: "A setting of type url." } },
};

export const host: ByTypeShape = {
  kind: "byType",
  what: "a host name, `*.suffix`, or `{config: name}`",
  text: text("a host name", 255),
  map: configReference,
};

export const hosts: Shape = { kind: "list", item: host, min: 1 };

export const configField: ObjectShape = {
  kind: "object",
  fields: {
    type: {
      shape: {
        kind: "word",
        words: ["string", "url", "integer", "boolean", "duration", "enum", "stringList"],
        aliases: { number: "integer", bool: "boolean", text: "string", list: "stringList", uri: "url" },
      },
      required: true,
      doc: "What kind of setting it is.",
    },
    description: { shape: text("a description", 1024), doc: "What to set it to, for the person who does." },
    required: { shape: flag, default: false, doc: "Whether a connection is incomplete without it." },
    default: { shape: { kind: "json" }, doc: "Its value when the connection does not set it." },
    enum: {
      shape: { kind: "list", item: text("a value", 255), min: 1, unique: true },
      doc: "The allowed values of an enum.",
    },
    min: { shape: { kind: "number", integer: true }, doc: "The least value of an integer." },
    max: { shape: { kind: "number", integer: true }, doc: "The greatest value of an integer." },
    maxLength: { shape: whole(1, 65_536), doc: "The most characters of a text." },
    pattern: { shape: text("a pattern", 1024), doc: "A regular expression for the whole text." },
  },
};

const secretFields: ObjectShape["fields"] = {
  prefix: { shape: { kind: "text", max: 64, what: "text" }, default: "", doc: "Written before the secret." },
  secret: { shape: reference, doc: "Which secret goes here; may be left out when the method has one." },
};

const secretPlace: ByTagShape = {
  kind: "byTag",
  tag: "in",
  doc: "Which part of the request carries the secret.",
  variants: {
    header: {
      kind: "object",
      fields: { name: { shape: headerName, required: true, doc: "The header's name." }, ...secretFields },
    },
    query: {
      kind: "object",
      fields: {
        name: { shape: text("a parameter name", 100), required: true, doc: "The parameter's name." },
        ...secretFields,
      },
    },
    body: {
      kind: "object",
      fields: { at: { shape: pointer, required: true, doc: "The place in the JSON body." }, ...secretFields },
    },
  },
};

const secret: ObjectShape = {
  kind: "object",
  fields: {
    required: { shape: flag, default: true, doc: "Whether the method is incomplete without it." },
    description: { shape: text("a description", 1024), doc: "Where to find it." },
  },
};

const authMethod: ObjectShape = {
  kind: "object",
  fields: {
    type: {
      shape: {
        kind: "word",
        words: ["none", "apiKey", "bearer", "basic", "custom"],
        aliases: { oauth: "bearer", oauth2: "bearer", token: "bearer", header: "apiKey" },
      },
      required: true,
      doc: "What the provider takes. `basic` joins the secrets `username` and `password`; `custom` leaves it to a handler.",
    },
    secrets: {
      shape: { kind: "map", names: name, value: secret },
      default: {},
      doc: "The secrets a connection brings.",
    },
    place: { shape: secretPlace, doc: "Where the secret is written; a bearer token goes to Authorization by default." },
    hosts: { shape: hosts, doc: "The hosts that may receive the secrets; all of the manifest's by default." },
    scopes: {
      shape: { kind: "list", item: text("a scope", 255), unique: true },
      default: [],
      doc: "The scopes that all operations together need.",
    },
    guide: {
      shape: {
        kind: "object",
        fields: {
          url: { shape: url, doc: "Where to get the credentials." },
          steps: { shape: { kind: "list", item: text("a step", 1024) }, default: [], doc: "How to get them." },
        },
      },
      doc: "How a person gets the credentials.",
    },
  },
};

export const auth: ObjectShape = {
  kind: "object",
  fields: {
    methods: {
      shape: { kind: "map", names: name, value: authMethod, min: 1 },
      required: true,
      doc: "The ways to authorize calls, by id.",
    },
  },
};
