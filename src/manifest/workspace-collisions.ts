/** Finds tools of different files that would have one name, when their connectors are used together. */
import type { Finding } from "../core/finding.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode, Span } from "./read/tree.ts";
import { childPointer } from "./read/tree.ts";
import { placeSpan } from "./rules/create-context.ts";
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

/** The collisions, by the path of the later file. Two files of one connector collide once, not tool by tool. */
export function findWorkspaceCollisions(
  manifests: readonly WorkspaceManifest[],
): ReadonlyMap<string, readonly Finding[]> {
  const connectors = new Map<string, Owner>();
  const tools = new Map<string, Owner>();
  const collisions = new Map<string, readonly Finding[]>();
  for (const { path, source, connector, tools: offered } of manifests) {
    const { id, span } = connector;
    const owner = { path, source, span, name: id };
    const earlier = connectors.get(id);
    if (earlier === undefined) {
      connectors.set(id, owner);
      collisions.set(
        path,
        offered.flatMap(({ name, toolName, span: place }) =>
          claim({ path, source, span: place, name }, toolName, tools),
        ),
      );
    } else {
      collisions.set(path, [collision(owner, `${id}_…`, "/connector/id", undefined, earlier)]);
    }
  }
  return collisions;
}

function claim(owner: Owner, toolName: string, tools: Map<string, Owner>): readonly Finding[] {
  const earlier = tools.get(toolName);
  if (earlier === undefined) {
    tools.set(toolName, owner);
    return [];
  }
  // A collision inside one file is found by the rule itself.
  if (earlier.path === owner.path) return [];
  return [collision(owner, toolName, childPointer("/operations", owner.name), owner.name, earlier)];
}

function collision(
  owner: Owner,
  toolName: string,
  pointer: string,
  operation: string | undefined,
  earlier: Owner,
): Finding {
  return {
    id: "DC3004",
    severity: "error",
    data: { toolName, other: `${earlier.name} in ${earlier.path}` },
    file: owner.path,
    range: owner.source.rangeOf(owner.span),
    pointer,
    operation,
    related: [{ file: earlier.path, range: earlier.source.rangeOf(earlier.span), label: "has the same tool name" }],
    fixes: [],
    suppressed: undefined,
  };
}
