/** The rules on the headers of requests. */
import { findHeadersFromText, findReservedHeaders } from "./header-faults.ts";
import type { HeaderTextData, ReservedData } from "./header-faults.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

const requests = { category: "requests", since: "0.1.0", fix: "none", severity: "error", security: true } as const;

const reservedHeader = defineRule<ReservedData>({
  ...requests,
  id: "DC8005",
  name: "reserved-header",
  why: "two owners of one header send the request elsewhere, as someone else, or as another method",
  page: {
    why: "The toolkit writes the headers of the connection, and auth methods write credentials. A manifest that sets them too can redirect a request, pass credentials by, or turn a read into a write behind the method.",
    bad: `request: {headers: {Authorization: {$concat: ["Bearer ", {$config: key}]}}}`,
    good: `auth: {methods: {key: {type: bearer, secrets: {key: {}}}}}`,
  },
  text: ({ header, owner }) =>
    owner === "auth"
      ? {
          message: `\`${header}\` carries credentials, and only an auth method may write it`,
          help: "remove it, and let an auth method's `place` name the header",
        }
      : {
          message:
            owner === "method"
              ? `\`${header}\` turns the request into another method`
              : `\`${header}\` is written by the connection, not by a manifest`,
          help: owner === "method" ? "state the method as `request.method`" : "remove it",
        },
  check: findReservedHeaders,
});

const headerFromText = defineRule<HeaderTextData>({
  ...requests,
  id: "DC8006",
  name: "header-from-text",
  why: "text with a line end or a letter outside ASCII makes the call fail before it is sent, or forges a header",
  page: {
    why: "Headers carry visible ASCII. A free text would be refused when the request is built, for every user who writes another alphabet, and a line end must never get near a header.",
    bad: `input: {properties: {actor: {type: string, maxLength: 80}}}\nrequest: {headers: {X-Actor: {$input: /actor}}}`,
    good: `input: {properties: {actor: {type: string, maxLength: 80, pattern: "^[A-Za-z0-9@._-]+$"}}}`,
  },
  text: ({ header, input, problem }) =>
    problem === "shape"
      ? {
          message: `the header \`${header}\` takes \`${input}\`, which is no single value`,
          help: "give the argument a type: string with a pattern, integer or boolean",
        }
      : {
          message: `the header \`${header}\` takes \`${input}\`, which may be any text`,
          help: 'give the argument a pattern of visible ASCII, such as "^[A-Za-z0-9._-]+$", or encode it',
        },
  check: findHeadersFromText,
});

export const headerRules: readonly Rule[] = [reservedHeader, headerFromText];
