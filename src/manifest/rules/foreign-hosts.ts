/** Finds requests and auth methods that name hosts outside the manifest's list. */
import type { SourceHost } from "../language/source-manifest.ts";
import { childPointer } from "../read/tree.ts";
import { resolveHost } from "../resolve/resolve-connector.ts";
import { isListedHost } from "../resolve/resolve-request.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

/** An empty `host`: the list has only suffixes, and none is a single host. */
export type ForeignHostData = { readonly host: string; readonly known: readonly string[] };

export function findForeignHosts(context: RuleContext): readonly FindingDraft<ForeignHostData>[] {
  const { hosts } = context.manifest;
  const known = (context.source.hosts ?? []).map(hostName);
  const drafts: FindingDraft<ForeignHostData>[] = [];
  const check = (host: SourceHost, pointer: string): void => {
    if (!isTemplate(host) && !isListedHost(resolveHost(host), hosts))
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

/** A host with holes has a rule of its own. */
function isTemplate(host: SourceHost): boolean {
  return typeof host === "string" && /[{}$]/.test(host);
}

function hostName(host: SourceHost): string {
  return typeof host === "string" ? host : `{config: ${host.config}}`;
}
