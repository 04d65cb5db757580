/** The upper part of a manifest with its defaults: hosts, settings and auth methods. */
import type { AuthMethod, ConfigField, HostRule, SecretPlace } from "../../core/manifest-auth.ts";
import type { SourceAuthMethod, SourceConfigField, SourceHost } from "../language/source-manifest.ts";
import type { Unresolved } from "./unresolved.ts";

export function resolveHost(source: SourceHost): HostRule {
  if (typeof source !== "string") return { kind: "config", name: source.config };
  const host = source.toLowerCase();
  return host.startsWith("*.") ? { kind: "suffix", suffix: host.slice(2) } : { kind: "exact", host };
}

export function resolveConfigField(source: SourceConfigField, name: string): ConfigField {
  return {
    name,
    type: source.type,
    description: source.description,
    required: source.required ?? false,
    default: source.default,
    values: source.enum,
    min: source.min,
    max: source.max,
    maxLength: source.maxLength,
    pattern: source.pattern,
  };
}

export function resolveAuthMethod(
  source: SourceAuthMethod,
  id: string,
  hosts: readonly HostRule[],
  unresolved: Unresolved,
): AuthMethod {
  return {
    id,
    type: source.type,
    secrets: Object.entries(source.secrets ?? {}).map(([name, secret]) => ({
      name,
      required: secret.required ?? true,
      description: secret.description,
    })),
    place: resolvePlace(source, id, unresolved),
    hosts: source.hosts?.map(resolveHost) ?? hosts,
    scopes: source.scopes ?? [],
    guide: source.guide === undefined ? undefined : { url: source.guide.url, steps: source.guide.steps ?? [] },
  };
}

function resolvePlace(source: SourceAuthMethod, id: string, unresolved: Unresolved): SecretPlace | undefined {
  if (source.type === "none" || source.type === "custom") return undefined;
  if (source.type === "basic") return { in: "basic" };
  const [onlySecret] = Object.keys(source.secrets ?? {});
  const secret = source.place?.secret ?? onlySecret;
  if (secret === undefined) {
    unresolved.add(`the auth method ${id} has no secret`);
    return undefined;
  }
  if (source.place === undefined) {
    if (source.type !== "bearer") unresolved.add(`the auth method ${id} does not say where its secret goes`);
    return { in: "header", name: "authorization", prefix: "Bearer ", secret };
  }
  const { in: part, name = "", at = "", prefix } = source.place;
  const before = prefix ?? (source.type === "bearer" ? "Bearer " : "");
  if (part === "body") return { in: "body", at, prefix: before, secret };
  if (part === "query") return { in: "query", name, prefix: before, secret };
  return { in: "header", name: name.toLowerCase(), prefix: before, secret };
}
