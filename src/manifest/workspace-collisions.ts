/** Finds tools of different files that would have one name, when their connectors are used together. */
import type { Finding, TextRange } from "../core/finding.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode } from "./read/tree.ts";
import { childPointer } from "./read/tree.ts";
import { placeSpan } from "./rules/create-context.ts";
import type { ResolvedManifest } from "./rules/rule-context.ts";

/** One file whose operations could be understood. */
export interface WorkspaceManifest {
  readonly path: string;
  readonly source: TextSource;
  readonly root: MapNode;
  readonly resolved: ResolvedManifest;
}

interface Owner {
  readonly path: string;
  readonly range: TextRange;
  readonly name: string;
}

/** The collisions, by the path of the later file. Two files of one connector collide once, not tool by tool. */
export function findWorkspaceCollisions(
  manifests: readonly WorkspaceManifest[],
): ReadonlyMap<string, readonly Finding[]> {
  const connectors = new Map<string, Owner>();
  const tools = new Map<string, Owner>();
  const collisions = new Map<string, readonly Finding[]>();
  for (const manifest of manifests) {
    const { id } = manifest.resolved.connector;
    const earlier = connectors.get(id);
    if (earlier !== undefined) {
      collisions.set(manifest.path, [collision(manifest, "/connector/id", "value", `${id}_…`, earlier)]);
      continue;
    }
    connectors.set(id, ownerOf(manifest, "/connector/id", "value", id));
    collisions.set(manifest.path, claimTools(manifest, tools));
  }
  return collisions;
}

function claimTools(manifest: WorkspaceManifest, tools: Map<string, Owner>): readonly Finding[] {
  const exposed = Object.values(manifest.resolved.operations).filter((operation) => operation.agent.exposed);
  return exposed.flatMap(({ name, agent: { toolName } }) => {
    const pointer = childPointer("/operations", name);
    const earlier = tools.get(toolName);
    // A collision inside one file is found by the rule itself.
    if (earlier !== undefined)
      return earlier.path === manifest.path ? [] : [collision(manifest, pointer, "key", toolName, earlier)];
    tools.set(toolName, ownerOf(manifest, pointer, "key", name));
    return [];
  });
}

function ownerOf({ path, source, root }: WorkspaceManifest, pointer: string, on: "key" | "value", name: string): Owner {
  return { path, range: source.rangeOf(placeSpan(root, { pointer, on })), name };
}

function collision(
  manifest: WorkspaceManifest,
  pointer: string,
  on: "key" | "value",
  toolName: string,
  earlier: Owner,
): Finding {
  return {
    id: "DC3004",
    severity: "error",
    data: { toolName, other: `${earlier.name} in ${earlier.path}` },
    file: manifest.path,
    range: ownerOf(manifest, pointer, on, "").range,
    pointer,
    operation: on === "key" ? pointer.split("/").at(-1) : undefined,
    related: [{ file: earlier.path, range: earlier.range, label: "has the same tool name" }],
    fixes: [],
    suppressed: undefined,
  };
}
