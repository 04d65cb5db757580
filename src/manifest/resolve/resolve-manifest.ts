/** A sound source → the resolved manifest. It reports nothing: what cannot be resolved is noted for the caller. */
import type { Operation } from "../../core/manifest.ts";
import type { SourceManifest } from "../language/source-manifest.ts";
import type { ResolvedManifest } from "../rules/rule-context.ts";
import { mapRecord } from "./record.ts";
import { resolveAuthMethod, resolveConfigField, resolveHost } from "./resolve-connector.ts";
import { resolveOperation } from "./resolve-operation.ts";
import type { Unresolved } from "./unresolved.ts";

/** Applies defaults and follows references. Operations of `skip` are left out. */
export function resolveManifest(
  source: SourceManifest,
  unresolved: Unresolved,
  skip: ReadonlySet<string> = new Set(),
): ResolvedManifest {
  const hosts = (source.hosts ?? []).map(resolveHost);
  const authMethods = mapRecord(source.auth?.methods, (method, id) => resolveAuthMethod(method, id, hosts, unresolved));
  const scope = { source, hosts, authMethods, unresolved };
  const operations = Object.create(null) as Record<string, Operation>;
  for (const [name, operation] of Object.entries(source.operations)) {
    if (!skip.has(name)) operations[name] = resolveOperation(name, operation, scope);
  }
  const { id, title, description, version, docs } = source.connector;
  return {
    manifestVersion: 1,
    connector: { id, title, description, version, docs },
    hosts,
    config: mapRecord(source.config, resolveConfigField),
    authMethods,
    operations,
  };
}
