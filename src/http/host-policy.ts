/** Where a connection may send: the manifest's hosts, the scheme, and the kinds of addresses they may lead to. Opens no connection. */

import { isIP } from "node:net";
import { assertNever } from "../core/assert-never.ts";
import type { HostRule } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import { addressKind, type AddressKind } from "./address.ts";

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

export type HostPolicy = (url: URL) => HostVerdict;

/** Judges parsed URLs only: a text that looks harmless may parse to another host. */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  return (url) => {
    if (url.username !== "" || url.password !== "") return refuse("the address holds a user name or password");
    const rule = options.hosts.find((candidate) => hostMatches(candidate, url, options.config));
    if (rule === undefined) return refuse(`the host ${url.host} is not listed by the manifest`);
    const addresses = allowedAddresses(rule, url, options);
    if (addresses.size === 0) return refuse(schemeReason(url));
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !addresses.has(addressKind(literal))) {
      return refuse(addressReason(literal, addressKind(literal)));
    }
    return { isAllowed: true, addresses };
  };
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

/** Whether a rule names the host of a parsed URL. */
export function hostMatches(rule: HostRule, url: URL, config: Readonly<Record<string, Json>>): boolean {
  switch (rule.kind) {
    case "exact":
      return url.hostname === rule.host && url.port === "";
    case "suffix":
      return url.port === "" && hasOneLabelBefore(url.hostname, rule.suffix);
    case "config":
      return isUnder(url, config[rule.name]);
    default:
      return assertNever(rule);
  }
}

function hasOneLabelBefore(hostname: string, suffix: string): boolean {
  const label = hostname.slice(0, -(suffix.length + 1));
  return hostname.endsWith(`.${suffix}`) && label !== "" && !label.includes(".");
}

/** Same origin as the configured base, and not above its path. */
function isUnder(url: URL, base: Json | undefined): boolean {
  if (typeof base !== "string" || !URL.canParse(base)) return false;
  const root = new URL(base);
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  return url.origin === root.origin && `${url.pathname}/`.startsWith(folder);
}
