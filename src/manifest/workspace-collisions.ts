/** Finds tools of different files that would have one name, when their connectors are used together. */
import type { Finding, TextRange } from "../core/finding.ts";
import { detached } from "./read/text-source.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode } from "./read/tree.ts";
import { childPointer } from "./read/tree.ts";
import { placeSpan } from "./rules/create-context.ts";
import type { Place } from "./rules/finding-draft.ts";
import type { ToolNameCollisionData } from "./rules/tool-name-collisions.ts";
import type { ResolvedManifest } from "./rules/rule-context.ts";

/** A name with the place where it is written. */
interface Named {
  readonly name: string;
  readonly range: TextRange;
  /** The line where the place begins. */
  readonly lineText: string;
}

/** What one file offers, without its tree and its text: a check of many files must not hold them all. */
export interface WorkspaceManifest {
  readonly path: string;
  readonly connector: Named;
  /** The exposed operations. */
  readonly tools: readonly (Named & { readonly toolName: string })[];
}

/** Takes what collisions need from a file whose operations could be understood. */
export function toWorkspaceManifest(
  path: string,
  source: TextSource,
  root: MapNode,
  resolved: ResolvedManifest,
): WorkspaceManifest {
  const named = (name: string, place: Place): Named => {
    const range = source.rangeOf(placeSpan(root, place));
    return { name: detached(name), range, lineText: detached(source.lineText(range.start.line)) };
  };
  const exposed = Object.values(resolved.operations).filter((operation) => operation.agent.exposed);
  return {
    path,
    connector: named(resolved.connector.id, { pointer: "/connector/id" }),
    tools: exposed.map(({ name, agent: { toolName } }) => {
      const place = { pointer: childPointer("/operations", name), on: "key" as const };
      return { ...named(name, place), toolName: detached(toolName) };
    }),
  };
}

interface Owner extends Named {
  readonly path: string;
}

/** A finding of one file with the lines of both files that it marks. */
export interface Collision {
  readonly finding: Finding;
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
}

/** The collisions, by the path of the later file: one for each pair of files, whatever the number of tools. */
export function findWorkspaceCollisions(
  manifests: readonly WorkspaceManifest[],
): ReadonlyMap<string, readonly Collision[]> {
  const connectors = new Map<string, Owner>();
  const tools = new Map<string, Owner>();
  const collisions = new Map<string, readonly Collision[]>();
  for (const manifest of manifests) {
    const { path, connector } = manifest;
    const owner = { ...connector, path };
    const earlier = connectors.get(connector.name);
    if (earlier === undefined) {
      connectors.set(connector.name, owner);
      collisions.set(path, toolCollisions(manifest, tools));
    } else {
      collisions.set(path, [connectorCollision(owner, earlier)]);
    }
  }
  return collisions;
}

/** The lines of both files of each collision, by the paths of the files. */
export function linesOfCollisions(
  collisions: ReadonlyMap<string, readonly Collision[]>,
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const marked = new Map<string, Map<number, string>>();
  for (const { lines: both } of [...collisions.values()].flat()) {
    for (const { path, line, text } of both) {
      const lines = marked.get(path) ?? new Map<number, string>();
      marked.set(path, lines.set(line, text));
    }
  }
  return marked;
}

/** Claims the names of a file's tools; of those that an earlier file has, the first speaks for all. */
function toolCollisions({ path, tools }: WorkspaceManifest, claimed: Map<string, Owner>): readonly Collision[] {
  const alike = new Map<string, { toolName: string; owner: Owner; earlier: Owner }[]>();
  for (const { toolName, ...named } of tools) {
    const owner = { ...named, path };
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

function connectorCollision(owner: Owner, earlier: Owner): Collision {
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
): Collision {
  const finding: Finding = {
    id: "DC3004",
    severity: "error",
    data,
    file: owner.path,
    range: owner.range,
    ...place,
    related: [{ file: earlier.path, range: earlier.range, label }],
    fixes: [],
    suppressed: undefined,
  };
  const lines = [owner, earlier].map(({ path, range, lineText }) => ({ path, line: range.start.line, text: lineText }));
  return { finding, lines };
}
