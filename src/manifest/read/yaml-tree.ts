/**
 * The YAML syntax tree → our positioned tree, each node once. It reports what the parser lets pass: aliases that
 * bomb or turn in a circle, merge keys, tags, text that a comma split, and scalars that readers disagree about.
 */
import type { Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { limits } from "./limits.ts";
import { isFreeKey, reportKey } from "./map-keys.ts";
import type { Report } from "./read-fault.ts";
import { secondReading } from "./scalar-readings.ts";
import { childPointer } from "./tree.ts";
import type { MapEntry, ScalarNode, Span, TreeNode } from "./tree.ts";
import { yamlPackage } from "./yaml-parser.ts";

/** What an anchor names: `undefined` while the node itself is being read, so an alias to it turns in a circle. */
type Anchors = Map<string, TreeNode | undefined>;

interface Measure {
  /** Nodes below and including this one, an aliased node counted for each use. */
  readonly nodes: number;
  readonly height: number;
}

/** Reads the nodes of one document. */
export class YamlTreeReader {
  readonly #text: string;
  readonly #report: Report;
  readonly #anchors: Anchors = new Map();
  readonly #measures = new Map<TreeNode, Measure>();
  #aliases = 0;
  #isOverLimit = false;

  constructor(text: string, report: Report) {
    this.#text = text;
    this.#report = report;
  }

  /** The tree of a document's contents; `undefined` when a limit was passed, which is then reported. */
  read(contents: Node): TreeNode | undefined {
    const root = this.#node(contents, "", 1);
    return this.#isOverLimit ? undefined : root;
  }

  #node(node: Node | null, pointer: string, depth: number): TreeNode {
    const yaml = yamlPackage();
    if (yaml.isAlias(node)) return this.#alias(node.source, spanOf(node), pointer, depth);
    if (node === null) return this.#emptyAt({ start: 0, end: 0 });
    this.#checkTag(node, pointer);
    const anchor = yaml.isScalar(node) || yaml.isCollection(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const built = this.#withinDepth(node, pointer, depth);
    if (anchor !== undefined) this.#anchors.set(anchor, built);
    return built;
  }

  #withinDepth(node: Node, pointer: string, depth: number): TreeNode {
    const yaml = yamlPackage();
    if (yaml.isScalar(node)) return this.#scalar(node, pointer);
    if (depth > limits.depth) {
      this.#overLimit("depth", depth, limits.depth, pointer, spanOf(node));
      return this.#emptyAt(spanOf(node));
    }
    return yaml.isMap(node) ? this.#map(node, pointer, depth) : this.#list(node as YAMLSeq, pointer, depth);
  }

  #map(node: YAMLMap, pointer: string, depth: number): TreeNode {
    const entries = new Map<string, MapEntry>();
    const values: TreeNode[] = [];
    let end = spanOf(node).end;
    const pairs = node.items as readonly Pair<Node, Node | null>[];
    for (const [index, pair] of pairs.entries()) {
      const key = pair.key as Scalar;
      const name = String(key.value);
      const keySpan = spanOf(key);
      const below = childPointer(pointer, name);
      this.#checkKey(key, below, keySpan);
      if (node.flow === true && pair.value === null) this.#commaSplit(pairs[index - 1], below, keySpan);
      const value =
        pair.value === null
          ? this.#emptyAt({ start: keySpan.end, end: keySpan.end })
          : this.#node(pair.value, below, depth + 1);
      values.push(value);
      if (isFreeKey(entries, name)) entries.set(name, { key: name, keySpan, value });
      else reportKey(entries, name, keySpan, pointer, this.#report);
      if (node.flow !== true) end = endOf(pair.value, value);
    }
    return this.#measured({ kind: "map", span: { start: spanOf(node).start, end }, entries }, values, pointer);
  }

  #list(node: YAMLSeq, pointer: string, depth: number): TreeNode {
    const nodes = node.items as readonly (Node | null)[];
    const items = nodes.map((item, index) => this.#node(item, childPointer(pointer, index), depth + 1));
    const last = items.at(-1);
    const { start, end: whole } = spanOf(node);
    const end = node.flow === true || last === undefined ? whole : endOf(nodes.at(-1), last);
    return this.#measured({ kind: "list", span: { start, end }, items }, items, pointer);
  }

  #scalar(node: Scalar, pointer: string): ScalarNode {
    const span = spanOf(node);
    const style = node.type === "PLAIN" ? "plain" : node.type?.startsWith("BLOCK") === true ? "block" : "quoted";
    const source = style === "plain" ? (node.source ?? "") : this.#text.slice(span.start, span.end);
    if (style === "plain") this.#checkReadings(source, pointer, span);
    // A tag can make other values; the tag itself is reported, so the text will do.
    const value = isScalarValue(node.value) ? node.value : source;
    return { kind: "scalar", span, value, source, style };
  }

  #alias(name: string, span: Span, pointer: string, depth: number): TreeNode {
    this.#aliases += 1;
    if (this.#aliases === limits.aliases + 1) this.#overLimit("aliases", this.#aliases, limits.aliases, pointer, span);
    const target = this.#anchors.get(name);
    if (target !== undefined) {
      const height = this.#measures.get(target)?.height ?? 0;
      if (depth + height - 1 > limits.depth) this.#overLimit("depth", depth + height - 1, limits.depth, pointer, span);
      return target;
    }
    if (this.#anchors.has(name)) {
      this.#isOverLimit = true;
      this.#report({ id: "DC1008", at: { pointer, span }, data: { limit: "cycle", name } });
    } else {
      const problem = `the alias \`*${name}\` has no anchor before it`;
      this.#report({
        id: "DC1001",
        at: { pointer, span },
        data: { problem, help: `write \`&${name}\` first, or quote the text` },
      });
    }
    return this.#emptyAt(span);
  }

  #measured(built: TreeNode, children: readonly TreeNode[], pointer: string): TreeNode {
    const measures = children.map((child) => this.#measures.get(child) ?? { nodes: 1, height: 0 });
    const nodes = measures.reduce((sum, measure) => sum + measure.nodes, 1);
    const height = measures.reduce((most, measure) => Math.max(most, measure.height), 0) + 1;
    this.#measures.set(built, { nodes, height });
    if (nodes > limits.nodes) this.#overLimit("nodes", nodes, limits.nodes, pointer, built.span);
    return built;
  }

  #overLimit(limit: string, given: number, allowed: number, pointer: string, span: Span): void {
    // The first limit that is passed says it all: everything above it is over the limit, too.
    if (!this.#isOverLimit) this.#report({ id: "DC1008", at: { pointer, span }, data: { limit, given, allowed } });
    this.#isOverLimit = true;
  }

  #checkTag(node: Node, pointer: string): void {
    if (node.tag === undefined) return;
    const end = spanOf(node).start;
    const start = Math.max(0, this.#text.lastIndexOf("!", end - 1), this.#text.lastIndexOf("!!", end - 1));
    const what = `the tag \`${this.#text.slice(start, end).trim()}\``;
    this.#report({ id: "DC1005", at: { pointer, span: { start, end } }, data: { what } });
  }

  #checkKey(key: Scalar, pointer: string, span: Span): void {
    if (key.type !== "PLAIN") return;
    if (key.value === "<<") this.#report({ id: "DC1004", at: { pointer, span }, data: {} });
    else this.#checkReadings(key.source ?? "", pointer, span);
  }

  #checkReadings(source: string, pointer: string, span: Span): void {
    const reading = secondReading(source);
    if (reading === undefined) return;
    const edits = [{ span, newText: JSON.stringify(source) }];
    const fixes = [{ title: "put it in quotes", applicability: "safe" as const, edits }];
    this.#report({ id: "DC1011", at: { pointer, span }, data: { text: source, reading }, fixes });
  }

  /** `{description: Sent, maybe.}`: the comma ended the text and what follows became a key without a value. */
  #commaSplit(previous: Pair<Node, Node | null> | undefined, pointer: string, keySpan: Span): void {
    const value = previous?.value;
    const isSplit = yamlPackage().isScalar(value) && value.type === "PLAIN";
    const span = isSplit ? { start: spanOf(value).start, end: keySpan.end } : keySpan;
    const text = this.#text.slice(span.start, span.end);
    const edits = [{ span, newText: JSON.stringify(text) }];
    const fixes = isSplit ? [{ title: "put the whole text in quotes", applicability: "safe" as const, edits }] : [];
    const key = this.#text.slice(keySpan.start, keySpan.end);
    const isAlone = previous === undefined;
    this.#report({ id: "DC1015", at: { pointer, span: keySpan }, data: { key, text, isAlone }, fixes });
  }

  #emptyAt(span: Span): ScalarNode {
    return { kind: "scalar", span, value: null, source: "", style: "plain" };
  }
}

function spanOf(node: Node): Span {
  return { start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
}

/** A block ends with its last value; the parser counts the line end and the comments after it, too. */
function endOf(node: Node | null | undefined, built: TreeNode): number {
  // An alias stands here, what it names elsewhere.
  return yamlPackage().isAlias(node) ? spanOf(node).end : built.span.end;
}

function isScalarValue(value: unknown): value is ScalarNode["value"] {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
