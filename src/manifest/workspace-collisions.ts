/** Finds tools of different files that would have one name, when their connectors are used together. */
import type { Finding } from "../core/finding.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode, Span } from "./read/tree.ts";
import { childPointer } from "./read/tree.ts";
import { placeSpan } from "./rules/create-context.ts";
import type { ToolNameCollisionData } from "./rules/tool-name-collisions.ts";
import type { ResolvedManifest } from "./rules/rule-context.ts";

/** What one file offers, without its tree: a check of many files must not hold them all. */
export interface WorkspaceManifest {
  readonly path: string;
  readonly source: TextSource;
  readonly connector: { readonly id: string; readonly span: Span };
  /** The exposed operations. */
  readonly tools: readonly { readonly name: string; readonly toolName: string; readonly span: Span }[];
}

/** Takes what collisions need from a file whose operations could be understood. */
export function toWorkspaceManifest(
  path: string,
  source: TextSource,
  root: MapNode,
  resolved: ResolvedManifest,
): WorkspaceManifest {
  const exposed = Object.values(resolved.operations).filter((operation) => operation.agent.exposed);
  return {
    path,
    source,
    connector: { id: resolved.connector.id, span: placeSpan(root, { pointer: "/connector/id" }) },
    tools: exposed.map(({ name, agent: { toolName } }) => {
      return { name, toolName, span: placeSpan(root, { pointer: childPointer("/operations", name), on: "key" }) };
    }),
  };
}

interface Owner {
  readonly path: string;
  readonly source: TextSource;
  readonly span: Span;
  readonly name: string;
}

/** The collisions, by the path of the later file: one for each pair of files, whatever the number of tools. */
export function findWorkspaceCollisions(
  manifests: readonly WorkspaceManifest[],
): ReadonlyMap<string, readonly Finding[]> {
  const connectors = new Map<string, Owner>();
  const tools = new Map<string, Owner>();
  const collisions = new Map<string, readonly Finding[]>();
  for (const manifest of manifests) {
    const { path, source, connector } = manifest;
    const owner = { path, source, span: connector.span, name: connector.id };
    const earlier = connectors.get(connector.id);
    if (earlier === undefined) {
      connectors.set(connector.id, owner);
      collisions.set(path, toolCollisions(manifest, tools));
    } else {
      collisions.set(path, [connectorCollision(owner, earlier)]);
    }
  }
  return collisions;
}

/** Claims the names of a file's tools; of those that an earlier file has, the first speaks for all. */
function toolCollisions({ path, source, tools }: WorkspaceManifest, claimed: Map<string, Owner>): readonly Finding[] {
  const alike = new Map<string, { toolName: string; owner: Owner; earlier: Owner }[]>();
  for (const { name, toolName, span } of tools) {
    const owner = { path, source, span, name };
    const earlier = claimed.get(toolName);
    if (earlier === undefined) claimed.set(toolName, owner);
    // A collision inside one file is found by the rule itself.
    else if (earlier.path !== path)
      alike.set(earlier.path, [...(alike.get(earlier.path) ?? []), { toolName, owner, earlier }]);
  }
  return [...alike.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { toolName, owner, earlier } = first;
    const data = { problem: "file", toolName, other: earlier.name, file: earlier.path, more: more.length } as const;
    const place = { pointer: childPointer("/operations", owner.name), operation: owner.name };
    return [collision(owner, earlier, data, place, "has the same tool name")];
  });
}

function connectorCollision(owner: Owner, earlier: Owner): Finding {
  const data = {
    problem: "connector",
    toolName: `${owner.name}_…`,
    other: owner.name,
    file: earlier.path,
    more: 0,
  } as const;
  const place = { pointer: "/connector/id", operation: undefined };
  return collision(owner, earlier, data, place, "has the same connector id");
}

function collision(
  owner: Owner,
  earlier: Owner,
  data: ToolNameCollisionData,
  place: Pick<Finding, "pointer" | "operation">,
  label: string,
): Finding {
  return {
    id: "DC3004",
    severity: "error",
    data,
    file: owner.path,
    range: owner.source.rangeOf(owner.span),
    ...place,
    related: [{ file: earlier.path, range: earlier.source.rangeOf(earlier.span), label }],
    fixes: [],
    suppressed: undefined,
  };
}
