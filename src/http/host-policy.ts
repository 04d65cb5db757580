/** Where a connection may send: the manifest's hosts, the scheme, and the kinds of addresses they may lead to. Opens no connection. */

import { isIP } from "node:net";
import { assertNever } from "../core/assert-never.ts";
import type { HostRule } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import { addressKind, type AddressKind } from "./address.ts";
import type { HttpUrl } from "./exchange.ts";

export interface HostPolicyOptions {
  readonly hosts: readonly HostRule[];
  readonly config: Readonly<Record<string, Json>>;
  readonly allowLoopback?: boolean | undefined;
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** Whether a URL may be sent to, and which addresses its name may resolve to. */
export type HostVerdict =
  | { readonly isAllowed: true; readonly addresses: ReadonlySet<AddressKind> }
  | { readonly isAllowed: false; readonly reason: string };

/** The verdict on one place is one object, for as long as its origin is remembered. */
export type HostPolicy = (url: HttpUrl) => HostVerdict;

/** Judges parsed URLs only: a text that looks harmless may parse to another host. */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const places = new Map<string, readonly Place[]>();
  return (url) => {
    if (url.username !== "" || url.password !== "") return refuse("the address holds a user name or password");
    let known = places.get(url.origin);
    if (known === undefined) {
      known = placesOf(url.origin, options);
      if (places.size >= MAX_ORIGINS) places.clear();
      places.set(url.origin, known);
    }
    for (const { folder, verdict } of known) {
      if (folder === "/" || `${url.pathname}/`.startsWith(folder)) return verdict;
    }
    return refuse(`the host ${url.host} is not listed by the manifest`);
  };
}

/** What one rule allows at one origin: the folder that requests must lie in, and the verdict on them. */
interface Place {
  readonly folder: string;
  readonly verdict: HostVerdict;
}

/** Origins come from manifests and, for handlers, from code; verdicts on more of them are made anew. */
const MAX_ORIGINS = 100;

function placesOf(origin: string, options: HostPolicyOptions): readonly Place[] {
  // Schemes without hosts have the origin "null", and no rule names them.
  const url = URL.parse(origin);
  if (url === null) return [];
  return options.hosts.flatMap((rule) => {
    const folder = folderOf(rule, url, options.config);
    return folder === undefined ? [] : [{ folder, verdict: verdictOn(rule, url, options) }];
  });
}

function verdictOn(rule: HostRule, url: URL, options: HostPolicyOptions): HostVerdict {
  const addresses = allowedAddresses(rule, url, options);
  if (addresses.size === 0) return refuse(schemeReason(url));
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  const kind = isIP(literal) === 0 ? undefined : addressKind(literal);
  if (kind !== undefined && !addresses.has(kind)) return refuse(addressReason(literal, kind));
  return { isAllowed: true, addresses };
}

/** Why an address is refused and what would allow it, in one line. */
export function addressReason(host: string, kind: AddressKind): string {
  const next: Readonly<Record<AddressKind, string>> = {
    loopback: "an address of this machine; allowLoopback: true permits it",
    private: "a private address; allowPrivateAddresses: true permits it for a configured host",
    public: "a public address, which plain http may not reach",
    unusable: "not an address of a provider",
  };
  return `${host} is ${next[kind]}`;
}

function refuse(reason: string): HostVerdict {
  return { isAllowed: false, reason };
}

function schemeReason(url: URL): string {
  return url.protocol === "http:"
    ? "plain http is allowed to this machine only, with allowLoopback: true"
    : `the scheme ${url.protocol} is not https`;
}

function allowedAddresses(rule: HostRule, url: URL, options: HostPolicyOptions): ReadonlySet<AddressKind> {
  const kinds = new Set<AddressKind>();
  if (options.allowLoopback === true && (url.protocol === "https:" || url.protocol === "http:")) kinds.add("loopback");
  if (url.protocol !== "https:") return kinds;
  kinds.add("public");
  if (options.allowPrivateAddresses === true && rule.kind === "config") kinds.add("private");
  return kinds;
}

/** Whether a rule names the place of a parsed URL. */
export function hostMatches(rule: HostRule, url: URL, config: Readonly<Record<string, Json>>): boolean {
  const folder = folderOf(rule, url, config);
  return folder !== undefined && `${url.pathname}/`.startsWith(folder);
}

/** The folder of a host that a rule allows: `/` is all of it, `undefined` nothing. */
function folderOf(rule: HostRule, url: URL, config: Readonly<Record<string, Json>>): string | undefined {
  switch (rule.kind) {
    case "exact":
      return url.hostname === rule.host && url.port === "" ? "/" : undefined;
    case "suffix":
      return url.port === "" && hasOneLabelBefore(url.hostname, rule.suffix) ? "/" : undefined;
    case "config":
      return configuredFolder(config[rule.name], url);
    default:
      return assertNever(rule);
  }
}

/** Whether a host name is one label and `suffix`. */
export function hasOneLabelBefore(hostname: string, suffix: string): boolean {
  const label = hostname.slice(0, -(suffix.length + 1));
  return hostname.endsWith(`.${suffix}`) && label !== "" && !label.includes(".");
}

/** The path of the configured base with a slash at its end, when the URL has its origin. */
function configuredFolder(base: Json | undefined, url: URL): string | undefined {
  const root = typeof base === "string" ? URL.parse(base) : null;
  if (root === null || root.origin !== url.origin) return undefined;
  return root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
}
