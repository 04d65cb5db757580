/** Where a host's requests begin. */

import type { RequestHost } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import { BuildFault } from "./build-fault.ts";

/** An origin, and a base path without a slash at its end. */
export interface BaseUrl {
  readonly origin: string;
  /** With the port, where it is not the scheme's own. */
  readonly host: string;
  readonly path: string;
}

/** Bases by their text: a process has few of them and asks at each request. */
const bases = new Map<string, BaseUrl>();
const MAX_BASES = 1_000;

/** The base of a declared host. Throws `BuildFault` when it is to be configured and is not. */
export function baseUrl(host: RequestHost, config: Readonly<Record<string, Json>>): BaseUrl {
  const text = host.kind === "exact" ? `https://${host.host}` : configured(host.name, config);
  return bases.get(text) ?? remember(text);
}

function configured(name: string, config: Readonly<Record<string, Json>>): string {
  const text = Object.hasOwn(config, name) ? config[name] : undefined;
  const isUrl = typeof text === "string" && (bases.has(text) || URL.canParse(text));
  if (!isUrl) throw new BuildFault(`the configuration has no URL ${name}`);
  return text;
}

function remember(text: string): BaseUrl {
  const { origin, host, pathname } = new URL(text);
  const base = { origin, host, path: pathname.replace(/\/+$/, "") };
  if (bases.size >= MAX_BASES) bases.clear();
  bases.set(text, base);
  return base;
}
