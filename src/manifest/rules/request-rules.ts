/** The rules on requests: where they go and what they carry. */
import { childPointer } from "../read/tree.ts";
import { resolveHost } from "../resolve/resolve-connector.ts";
import { isListedHost } from "../resolve/resolve-request.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import type { RuleContext } from "./rule-context.ts";
import type { SourceHost } from "../language/source-manifest.ts";
import { findOperators } from "./walk-values.ts";

const hostNotAllowed = defineRule<{ host: string; known: readonly string[] }>({
  id: "DC8001",
  name: "host-not-allowed",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "a connector talks only to the hosts that its manifest lists",
  security: true,
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

function findForeignHosts(context: RuleContext): readonly FindingDraft<{ host: string; known: readonly string[] }>[] {
  const { hosts } = context.manifest;
  const known = (context.source.hosts ?? []).map(hostName);
  const drafts: FindingDraft<{ host: string; known: readonly string[] }>[] = [];
  const check = (host: SourceHost, pointer: string): void => {
    if (!isListedHost(resolveHost(host), hosts))
      drafts.push({ at: { pointer }, data: { host: hostName(host), known } });
  };
  for (const { pointer, source } of context.operations) {
    const requests = [
      { at: `${pointer}/request`, request: source.request },
      { at: `${pointer}/lookup/request`, request: source.lookup?.request },
    ];
    for (const { at, request } of requests) {
      if (request?.host !== undefined) check(request.host, `${at}/host`);
      // A manifest without any hosts has its own finding.
      else if (request !== undefined && hosts.length > 0 && hosts.every((host) => host.kind === "suffix")) {
        drafts.push({ at: { pointer: at, on: "key" }, data: { host: "", known: [] } });
      }
    }
  }
  for (const [id, method] of Object.entries(context.source.auth?.methods ?? {})) {
    for (const [index, host] of (method.hosts ?? []).entries()) {
      check(host, childPointer(`${childPointer("/auth/methods", id)}/hosts`, index));
    }
  }
  return drafts;
}

function hostName(host: SourceHost): string {
  return typeof host === "string" ? host : `{config: ${host.config}}`;
}

const secretOutsideAuth = defineRule<{ name: string }>({
  id: "DC8007",
  name: "secret-outside-auth",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "a secret that is part of a request is part of its record, its log and its digest",
  security: true,
  page: {
    why: "Secrets are written by auth methods only, at the last moment. A value cannot name one, so that none can end in a body, a key or a log.",
    bad: `request: {body: {json: {token: {$secret: botToken}}}}`,
    good: `auth: {methods: {bot: {type: apiKey, secrets: {botToken: {}}, place: {in: body, at: /token}}}}`,
  },
  text: ({ name }) => ({
    message: `the secret \`${name}\` stands in a value`,
    help: "remove it, and say in the auth method's `place` where the secret goes",
  }),
  check: ({ root }) =>
    findOperators(root, "")
      .filter(({ operator }) => operator === "$secret")
      .map(({ operand, pointer }) => ({
        at: { pointer, on: "key" as const },
        data: { name: operand.kind === "scalar" ? String(operand.value) : "" },
      })),
});

/** The structure check reports keys that are missing. */
const paginationShape = defineRule<{ key: string; where: string }>({
  id: "DC8014",
  name: "pagination-shape",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "without an end a model would read the same page for ever",
  page: {
    why: "Pages need a style, the input that takes the cursor, and what says that there is no further page. Only queries have pages.",
    bad: `pagination: {style: cursor, send: {in: query, name: cursor}, next: {$body: /next}, input: /cursor}`,
    good: `pagination: {style: cursor, send: {in: query, name: cursor}, next: {$body: /next}, input: /cursor, stop: missing}`,
  },
  text: ({ key, where }) =>
    key === "kind"
      ? { message: `${where} is a mutation and cannot have pages`, help: "remove `pagination`" }
      : { message: `${where} does not say \`${key}\``, help: `add \`${key}\``, mark: `\`${key}\` is missing` },
  check: ({ operations }) =>
    operations
      .filter(({ source }) => source.kind === "mutation" && source.pagination !== undefined)
      .map(({ name, pointer }) => ({
        at: { pointer: `${pointer}/pagination`, on: "key" as const },
        data: { key: "kind", where: name },
      })),
});

export const requestRules: readonly Rule[] = [hostNotAllowed, secretOutsideAuth, paginationShape];
