/**
 * One text → findings and, when nothing is wrong, the checked manifest. The order is fixed: read, structure,
 * resolve, rules; a stage that could not understand a part leaves it out of the next.
 */
import type { Finding } from "../core/finding.ts";
import type { Manifest } from "../core/manifest.ts";
import { brandManifest } from "./brand-manifest.ts";
import { checkStructure } from "./language/check-structure.ts";
import { manifestShape } from "./language/manifest-shape.ts";
import type { SourceManifest } from "./language/source-manifest.ts";
import { createPlainReader } from "./read/plain.ts";
import { readDocument } from "./read/read-document.ts";
import type { RuledDraft } from "./read/read-fault.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode, TreeNode } from "./read/tree.ts";
import { pointerSteps } from "./read/tree.ts";
import { resolveManifest } from "./resolve/resolve-manifest.ts";
import type { ResolvedManifest } from "./rules/rule-context.ts";
import { createUnresolved } from "./resolve/unresolved.ts";
import { createRuleContext } from "./rules/create-context.ts";
import { rules } from "./rules/registry.ts";
import { toFindings } from "./to-findings.ts";

/** What became of one text. */
export interface CheckedText {
  readonly source: TextSource;
  readonly findings: readonly Finding[];
  /** True when no finding is an error. */
  readonly isSound: boolean;
  /** The operations that could be understood, with their resolved form; for counting and for collisions of names. */
  readonly resolved: ResolvedManifest | undefined;
  readonly root: TreeNode | undefined;
}

/** Checks a manifest's bytes or text. The path decides the format (`.json`, else YAML) and is repeated in findings. */
export function checkManifest(content: Uint8Array | string, path: string): CheckedText {
  const { source, root, drafts } = readDocument(content, path);
  if (root?.kind !== "map") {
    const findings = toFindings(source, emptyRoot, root === undefined ? drafts : [...drafts, notAMap(root)], false);
    return { source, findings, isSound: false, resolved: undefined, root };
  }
  const structural: RuledDraft[] = [];
  checkStructure(manifestShape, root, "", (draft) => void structural.push(draft));
  const judged = judge(source, root, [...drafts, ...structural]);
  const all = [...drafts, ...structural, ...judged.drafts];
  const findings = toFindings(source, root, all, judged.problem === undefined);
  const isSound = !findings.some((finding) => finding.severity === "error" && finding.suppressed === undefined);
  // Each problem has a rule that reports it. Without one a placeholder would pass for a checked value.
  if (isSound && judged.problem !== undefined) throw new Error(`${path}: no rule reported that ${judged.problem}`);
  return { source, findings, isSound, resolved: judged.resolved, root };
}

/** The checked manifest of a text; `undefined` when it has errors. */
export function manifestOf({ isSound, resolved }: CheckedText): Manifest | undefined {
  return isSound && resolved !== undefined ? brandManifest(resolved) : undefined;
}

interface Judgement {
  readonly drafts: readonly RuledDraft[];
  readonly resolved: ResolvedManifest | undefined;
  /** Why the resolved form is not the whole manifest. An error is then never kept. */
  readonly problem: string | undefined;
}

/** Resolves what is sound and lets the rules judge it. */
function judge(source: TextSource, root: MapNode, drafts: readonly RuledDraft[]): Judgement {
  const skip = unsoundOperations(drafts);
  if (skip === undefined) return { drafts: [], resolved: undefined, problem: "the structure is not sound" };
  const plain = createPlainReader();
  const written = plain(root) as unknown as SourceManifest;
  const unresolved = createUnresolved();
  const resolved = resolveManifest(written, unresolved, skip);
  const isComplete = skip.size === 0;
  const context = createRuleContext({
    file: source.path,
    text: source.text,
    root,
    source: written,
    plain,
    manifest: resolved,
    isComplete,
  });
  const judged: RuledDraft[] = [];
  for (const { id, check } of rules) {
    if (check !== undefined) for (const draft of check(context)) judged.push({ ...draft, id });
  }
  const problem = isComplete ? unresolved.problems[0] : "an operation is not sound";
  return { drafts: judged, resolved, problem };
}

/** Faults that leave the value itself usable. */
const harmless: ReadonlySet<string> = new Set([
  "DC0001",
  "DC0002",
  "DC1003",
  "DC1005",
  "DC1006",
  "DC1011",
  "DC1014",
  "DC1016",
  "DC1017",
  "DC2001",
  "DC3001",
  "DC3007",
]);

/** The operations that must be left out; `undefined` when a fault stands above the operations. */
function unsoundOperations(drafts: readonly RuledDraft[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { id, at } of drafts) {
    if (harmless.has(id)) continue;
    const [section, name] = pointerSteps(at.pointer);
    // Nothing reads an extension.
    if (section?.startsWith("x-") === true) continue;
    if (section !== "operations" || name === undefined) return undefined;
    names.add(name);
  }
  return names;
}

const emptyRoot: MapNode = { kind: "map", span: { start: 0, end: 0 }, entries: new Map() };

function notAMap(root: TreeNode): RuledDraft {
  const given = root.kind === "list" ? "a list" : "a single value";
  return {
    id: "DC2003",
    at: { pointer: "", span: root.span },
    data: { where: "the manifest", expected: "a map", given },
  };
}
