/** The rules on where requests go: hosts and paths. */
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { findForeignHosts } from "./foreign-hosts.ts";
import type { ForeignHostData } from "./foreign-hosts.ts";
import { findUnsafePathValues } from "./path-values.ts";
import type { PathValueData } from "./path-values.ts";
import { assertNever } from "../../core/assert-never.ts";

const requests = { category: "requests", since: "0.1.0", fix: "none", severity: "error", security: true } as const;

const hostNotAllowed = defineRule<ForeignHostData>({
  ...requests,
  id: "DC8001",
  name: "host-not-allowed",
  why: "a connector talks only to the hosts that its manifest lists",
  page: {
    why: "The list of hosts is what a person reviews before giving credentials to a connector. A request to another host would send them there.",
    bad: `hosts: [api.acme.example]\noperations: {addNote: {request: {host: api.other.example, method: POST, path: /notes}}}`,
    good: `hosts: [api.acme.example, api.other.example]`,
  },
  text: ({ host, known }) => ({
    message: host === "" ? "no listed host is a single host" : `the host \`${host}\` is not listed under \`hosts\``,
    help:
      known.length === 0
        ? "list the host under `hosts`"
        : `use one of ${known.map((name) => `\`${name}\``).join(", ")}, or list it`,
  }),
  check: findForeignHosts,
});

const pathValueUnsafe = defineRule<PathValueData>({
  ...requests,
  id: "DC8004",
  name: "path-value-unsafe",
  why: "a path without one of its parts names another thing, often the whole collection",
  page: {
    why: "A path part that is missing or empty turns `DELETE /notes/7` into `DELETE /notes/`. The value must always be there, be one text or whole number, and have at least one character. `.` and `..` are refused when the request is built.",
    bad: `input: {required: [], properties: {noteId: {type: string}}}\nrequest: {method: DELETE, path: "/notes/{noteId}"}`,
    good: `input: {required: [noteId], properties: {noteId: {type: string, minLength: 1, maxLength: 40, pattern: "^[A-Za-z0-9-]+$"}}}`,
  },
  text: (data) => pathValueText(data),
  check: findUnsafePathValues,
});

function pathValueText({ name, problem }: PathValueData): { message: string; help: string } {
  switch (problem) {
    case "optional":
      return { message: `\`${name}\` is part of the path and may be missing`, help: `add \`${name}\` to \`required\`` };
    case "shape":
      return {
        message: `\`${name}\` is part of the path and is no single value`,
        help: "write `type: string` or `type: integer`",
      };
    case "null":
      return { message: `\`${name}\` is part of the path and may be null`, help: "leave `null` out of its type" };
    case "fraction":
      return {
        message: `\`${name}\` is part of the path and may be a fraction`,
        help: "write `type: integer`, or `type: string` with a pattern",
      };
    case "empty":
      return {
        message: `\`${name}\` is part of the path and may be empty`,
        help: "add `minLength: 1`, and a pattern if its form is known",
      };
    case "dots":
      return { message: `\`${name}\` is part of the path and may be \`.\` or \`..\``, help: "remove that value" };
    case "setting":
      return {
        message: `the setting \`${name}\` is part of a path and may be missing`,
        help: "add `required: true` or a `default`",
      };
    default:
      return assertNever(problem);
  }
}

export const addressRules: readonly Rule[] = [hostNotAllowed, pathValueUnsafe];
