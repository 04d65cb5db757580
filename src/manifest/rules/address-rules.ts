/** The rules on where requests go: hosts and paths. */
import { defineRule } from "./rule.ts";
import type { Rule, RuleText } from "./rule.ts";
import { findForeignHosts } from "./foreign-hosts.ts";
import type { ForeignHostData } from "./foreign-hosts.ts";
import { findPathFaults } from "./path-templates.ts";
import type { PathTemplateData } from "./path-templates.ts";
import { findUnsafePathValues } from "./path-values.ts";
import type { PathValueData } from "./path-values.ts";
import { findHostsFromInput, findUnsafeHosts } from "./unsafe-hosts.ts";
import type { HostData } from "./unsafe-hosts.ts";
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

const insecureHost = defineRule<HostData>({
  ...requests,
  id: "DC8002",
  name: "insecure-host",
  why: "the connection is open to others, or goes elsewhere than a reader thinks",
  page: {
    why: "A host is the plain name of a server behind https. Parsers of addresses read user names, ports, numbers and dots at the end each in their own way, so such spellings hide where a request really goes. Tests reach a server on the same machine through a setting.",
    bad: `hosts: ["http://api.acme.example", "127.0.0.1", "*.example"]`,
    good: `hosts: [api.acme.example, {config: apiUrl}]\nconfig: {apiUrl: {type: url, default: "https://eu.acme.example"}}`,
  },
  text: (data) => hostText(data),
  check: findUnsafeHosts,
});

function hostText({ host, problem }: HostData): RuleText {
  switch (problem) {
    case "scheme":
      return host.startsWith("https:")
        ? { message: `\`${host}\` is an address, not a host`, help: "write the name alone: requests go over https" }
        : {
            message: `\`${host}\` is not reached over https`,
            help: "write an https address, or the name of the host alone",
          };
    case "user":
      return {
        message: `\`${host}\` holds a user name`,
        help: "write the name of the host alone, and let an auth method write credentials",
      };
    case "port":
      return { message: `\`${host}\` holds a port`, help: "write the name alone, or use a setting of type url" };
    case "path":
      return {
        message: `\`${host}\` holds a path or a query`,
        help: "write the name alone, and the path in the request",
      };
    case "address":
      return {
        message: `\`${host}\` is an address of numbers`,
        help: "write the name of the host, or use a setting of type url",
      };
    case "spelling":
      return {
        message: `\`${host}\` is not how a parser of addresses spells a host`,
        help: "write letters, digits, hyphens and dots, without a dot at the end",
      };
    case "local":
      return {
        message: `\`${host}\` is a name of the local network`,
        help: "use a setting of type url, which each connection can set",
      };
    case "wide":
      return {
        message: `\`${host}\` lets requests go to anyone`,
        help: "name at least two labels, such as `*.acme.example`",
      };
    default:
      return assertNever(problem);
  }
}

const pathBinding = defineRule<PathTemplateData>({
  ...requests,
  id: "DC8003",
  name: "path-binding",
  why: "the request would go to a path that nobody meant",
  page: {
    why: "Each hole of a path is filled by one argument or one setting. A name without an argument fails at each call; dots and empty segments are collapsed by parsers, so that the path leads elsewhere.",
    bad: `request: {method: GET, path: "/notes/{id}"}   # the argument is noteId`,
    good: `request: {method: GET, path: "/notes/{noteId}"}`,
  },
  text: (data) => pathText(data),
  check: findPathFaults,
});

function pathText({ problem, name, suggestion }: PathTemplateData): RuleText {
  switch (problem) {
    case "brace":
      return {
        message: `\`${name}\` has a brace that opens or closes no hole`,
        help: "write `{argument}`, `{argument*}` or `{config.setting}`",
      };
    case "colon":
      return { message: `\`:${name}\` would be sent as it stands`, help: `write \`{${name}}\`` };
    case "unfilled":
      return {
        message: `no argument fills \`{${name}}\``,
        help:
          suggestion === undefined
            ? "add the argument to `input`, or use one that is there"
            : `did you mean \`{${suggestion}}\`?`,
      };
    case "twice":
      return { message: `\`{${name}}\` stands in the path twice`, help: "use each argument once" };
    case "shape":
      return {
        message: `\`${name}\` has a segment that is empty, a dot, or encoded`,
        help: "write the path as the provider's server sees it",
      };
    default:
      return assertNever(problem);
  }
}

const hostFromInput = defineRule<{ host: string }>({
  ...requests,
  id: "DC8010",
  name: "host-from-input",
  why: "a model, or a text that it read, would choose where credentials are sent",
  page: {
    why: "An argument must never decide about a host: whoever writes it receives the credentials. Regions and own installations are settings of the connection, which a person makes.",
    bad: `hosts: ["{region}.acme.example"]`,
    good: `hosts: [{config: apiUrl}]\nconfig: {apiUrl: {type: url, required: true, description: "The address of your region."}}`,
  },
  text: ({ host }) => ({
    message: `the host \`${host}\` would be put together from values`,
    help: "use `{config: name}` with a setting of type url",
  }),
  check: findHostsFromInput,
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

export const addressRules: readonly Rule[] = [
  hostNotAllowed,
  insecureHost,
  pathBinding,
  pathValueUnsafe,
  hostFromInput,
];
