/**
 * Reads YAML that is plain and without a fault, several times faster than the parser of record and with the same tree.
 * It reports nothing: where a text has anything to report, or anything unusual, it gives up and the parser reads it.
 * Maps, lists, flow collections, scalars on one line, comments, anchors and aliases are plain.
 */
import { limits } from "./limits.ts";
import { isFreeKey } from "./map-keys.ts";
import { QuickCursor, unsure } from "./quick-scalars.ts";
import type { MapEntry, MapNode, TreeNode } from "./tree.ts";

/** A node that an alias may name, and what each use of it adds. */
interface Anchored {
  readonly node: TreeNode;
  readonly nodes: number;
  readonly height: number;
}

/** The tree of a text; `undefined` when it is for the parser of record. The text has passed `guardText`. */
export function readQuickYaml(text: string): TreeNode | undefined {
  if (/[\t\r\uFEFF]/.test(text)) return undefined;
  try {
    return new QuickReader(text).read();
  } catch (error) {
    if (error === unsure) return undefined;
    throw error;
  }
}

class QuickReader {
  readonly #cursor: QuickCursor;
  readonly #anchors = new Map<string, Anchored>();
  /** Indentation of the line whose text comes next; -1 at the end. */
  #indent = -1;
  /** Where the last value ended. */
  #end = 0;
  #nodes = 0;
  #aliases = 0;
  /** The deepest level since it was last set. */
  #deepest = 0;

  constructor(text: string) {
    this.#cursor = new QuickCursor(text);
  }

  read(): TreeNode {
    this.#indent = this.#cursor.nextContent();
    if (this.#indent !== 0 || this.#isAtDash()) throw unsure;
    const root = this.#map(0, 1);
    if (!this.#isAtEnd()) throw unsure;
    return root;
  }

  #map(indent: number, depth: number): MapNode {
    const start = this.#cursor.index;
    const entries = this.#enter<Map<string, MapEntry>>(new Map(), depth);
    do {
      const { source, value: read, span, style } = this.#cursor.key(false);
      const value = this.#valueBelow(indent, depth);
      addEntry(entries, { key: style === "plain" ? source : String(read), keySpan: span, value });
    } while (this.#indent === indent && !this.#isAtDash());
    if (this.#indent > indent) throw unsure;
    return { kind: "map", span: { start, end: this.#end }, entries };
  }

  /** What stands after a key: on its line, or as a block on the lines below. */
  #valueBelow(indent: number, depth: number): TreeNode {
    this.#cursor.skipSpaces();
    if (this.#at("&")) return this.#anchored(depth, () => this.#valueBelow(indent, depth));
    if (!this.#cursor.isAtLineEnd()) return this.#onLine(indent, depth);
    this.#toNextLine();
    // A list may stand at the level of its key.
    if (this.#indent === indent && this.#isAtDash()) return this.#list(indent, depth + 1);
    if (this.#indent <= indent) throw unsure;
    return this.#isAtDash() ? this.#list(this.#indent, depth + 1) : this.#map(this.#indent, depth + 1);
  }

  #onLine(indent: number, depth: number): TreeNode {
    const value = this.#inline(indent, depth, false);
    this.#toNextLine();
    return value;
  }

  #list(indent: number, depth: number): TreeNode {
    const start = this.#cursor.index;
    const items = this.#enter<TreeNode[]>([], depth);
    do items.push(this.#item(indent, depth));
    while (this.#indent === indent && this.#isAtDash());
    if (this.#indent > indent) throw unsure;
    return { kind: "list", span: { start, end: this.#end }, items };
  }

  #item(indent: number, depth: number): TreeNode {
    const cursor = this.#cursor;
    const dash = cursor.index;
    cursor.index += 1;
    cursor.skipSpaces();
    if (cursor.isAtLineEnd() || (this.#at("-") && this.#isAtDash())) throw unsure;
    if (this.#at("&") || this.#at("{") || this.#at("[") || this.#at("*")) return this.#onLine(indent, depth);
    const start = cursor.index;
    const first = cursor.scalar(false);
    if (this.#at(":")) {
      cursor.index = start;
      return this.#map(indent + start - dash, depth + 1);
    }
    this.#leaf(first.span.end);
    this.#toNextLine();
    return first;
  }

  /** An anchor before a block map in the same line would belong to its first key, so only flow collections are plain. */
  #flowBelow(indent: number, depth: number): TreeNode {
    this.#cursor.skipSpaces();
    if (!this.#at("{") && !this.#at("[")) throw unsure;
    return this.#inline(indent, depth, true);
  }

  #inline(indent: number, depth: number, inFlow: boolean): TreeNode {
    if (this.#at("{")) return this.#flowMap(indent, depth + 1);
    if (this.#at("[")) return this.#flowList(indent, depth + 1);
    if (this.#at("*")) return this.#alias(depth);
    if (this.#at("&")) return this.#anchored(depth, () => this.#flowBelow(indent, depth));
    const scalar = this.#cursor.scalar(inFlow);
    this.#leaf(scalar.span.end);
    return scalar;
  }

  #flowMap(indent: number, depth: number): MapNode {
    const start = this.#cursor.index;
    const entries = this.#enter<Map<string, MapEntry>>(new Map(), depth);
    this.#flowItems(indent, "}", () => {
      const { source, value: read, span, style } = this.#cursor.key(true);
      this.#skipInFlow(indent);
      const value = this.#inline(indent, depth, true);
      addEntry(entries, { key: style === "plain" ? source : String(read), keySpan: span, value });
    });
    return { kind: "map", span: { start, end: this.#end }, entries };
  }

  #flowList(indent: number, depth: number): TreeNode {
    const start = this.#cursor.index;
    const items = this.#enter<TreeNode[]>([], depth);
    this.#flowItems(indent, "]", () => void items.push(this.#inline(indent, depth, true)));
    return { kind: "list", span: { start, end: this.#end }, items };
  }

  #flowItems(indent: number, close: string, read: () => void): void {
    const cursor = this.#cursor;
    cursor.index += 1;
    this.#skipInFlow(indent);
    if (!this.#at(close)) {
      for (;;) {
        read();
        this.#skipInFlow(indent);
        if (this.#at(close)) break;
        if (!this.#at(",")) throw unsure;
        cursor.index += 1;
        this.#skipInFlow(indent);
      }
    }
    cursor.index += 1;
    this.#end = cursor.index;
  }

  /** Spaces and line ends; each line of a flow collection is indented deeper than what it belongs to. */
  #skipInFlow(indent: number): void {
    this.#cursor.skipSpaces();
    if (!this.#at("\n")) return;
    this.#cursor.index += 1;
    const start = this.#cursor.index;
    this.#cursor.skipSpaces();
    if (this.#cursor.index - start <= indent || this.#at("\n")) throw unsure;
  }

  #anchored(depth: number, read: () => TreeNode): TreeNode {
    const name = this.#cursor.name();
    if (!this.#at(" ") && !this.#at("\n")) throw unsure;
    const before = { nodes: this.#nodes, deepest: this.#deepest };
    this.#deepest = depth;
    const node = read();
    this.#anchors.set(name, { node, nodes: this.#nodes - before.nodes, height: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, before.deepest);
    return node;
  }

  #alias(depth: number): TreeNode {
    const target = this.#anchors.get(this.#cursor.name());
    this.#aliases += 1;
    if (target === undefined || this.#aliases > limits.aliases || /[^ \n,\]}]/.test(this.#character())) throw unsure;
    this.#count(target.nodes, depth + target.height);
    this.#end = this.#cursor.index;
    return target.node;
  }

  #enter<Members>(members: Members, depth: number): Members {
    this.#count(1, depth);
    return members;
  }

  #leaf(end: number): void {
    this.#count(1, 0);
    this.#end = end;
  }

  #count(nodes: number, depth: number): void {
    this.#nodes += nodes;
    this.#deepest = Math.max(this.#deepest, depth);
    if (depth > limits.depth || this.#nodes > limits.nodes) throw unsure;
  }

  #toNextLine(): void {
    this.#cursor.endLine();
    this.#indent = this.#cursor.nextContent();
  }

  #at(character: string): boolean {
    return this.#cursor.text[this.#cursor.index] === character;
  }

  #character(): string {
    return this.#cursor.text.charAt(this.#cursor.index);
  }

  #isAtEnd(): boolean {
    return this.#indent === -1;
  }

  #isAtDash(): boolean {
    const next = this.#cursor.text[this.#cursor.index + 1];
    return this.#at("-") && (next === " " || next === "\n" || next === undefined);
  }
}

/** Equal keys and reserved ones are faults, so they are not for this reader. */
function addEntry(entries: Map<string, MapEntry>, entry: MapEntry): void {
  if (!isFreeKey(entries, entry.key)) throw unsure;
  entries.set(entry.key, entry);
}
