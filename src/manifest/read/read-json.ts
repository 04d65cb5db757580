/**
 * JSON text → positioned tree, strictly: comments and trailing commas are understood but reported.
 * An own reader, because `JSON.parse` keeps the last of two equal keys, rounds numbers and knows no places.
 */
import { JsonCursor, JsonDepthFault, JsonFault } from "./json-cursor.ts";
import { limits } from "./limits.ts";
import { isFreeKey, reportKey } from "./map-keys.ts";
import type { Report, RuledDraft } from "./read-fault.ts";
import { childPointer } from "./tree.ts";
import type { MapEntry, ScalarNode, TreeNode } from "./tree.ts";

const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads one JSON value; `undefined` when the text cannot be understood, which is then reported. */
export function readJson(text: string, report: Report): TreeNode | undefined {
  const cursor = new JsonCursor(text, report);
  try {
    if (cursor.peek() === "") {
      report({ id: "DC1006", at: { pointer: "", span: { start: 0, end: 0 } }, data: { count: 0 } });
      return undefined;
    }
    const root = new JsonReader(cursor, report).value(0);
    if (cursor.peek() !== "") {
      const span = { start: cursor.index, end: cursor.index + 1 };
      throw new JsonFault(
        span,
        "there is text after the end of the value",
        "remove it, or check the brackets before it",
      );
    }
    return root;
  } catch (error) {
    report(faultDraft(error));
    return undefined;
  }
}

function faultDraft(error: unknown): RuledDraft {
  if (error instanceof JsonDepthFault) {
    const data = { limit: "depth", given: limits.depth + 1, allowed: limits.depth };
    return { id: "DC1008", at: { pointer: "", span: error.span }, data };
  }
  if (!(error instanceof JsonFault)) throw error;
  return { id: "DC1001", at: { pointer: "", span: error.span }, data: { problem: error.problem, help: error.help } };
}

class JsonReader {
  readonly #cursor: JsonCursor;
  readonly #report: Report;
  /** The way to the map or list that is being read; only a faulty key needs it as a pointer. */
  readonly #steps: (string | number)[] = [];

  constructor(cursor: JsonCursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  value(depth: number): TreeNode {
    const cursor = this.#cursor;
    const next = cursor.peek();
    if (next === "{") return this.#map(deeper(cursor, depth));
    if (next === "[") return this.#list(deeper(cursor, depth));
    if (next !== '"') return readWord(cursor);
    const { value, span } = cursor.string();
    return { kind: "scalar", span, value, source: cursor.text.slice(span.start, span.end), style: "quoted" };
  }

  #list(depth: number): TreeNode {
    const cursor = this.#cursor;
    const start = cursor.index;
    const items: TreeNode[] = [];
    cursor.index += 1;
    while (!cursor.accept("]")) {
      this.#steps.push(items.length);
      items.push(this.value(depth));
      this.#steps.pop();
      readSeparator(cursor, "]");
    }
    return { kind: "list", span: { start, end: cursor.index }, items };
  }

  #map(depth: number): TreeNode {
    const cursor = this.#cursor;
    const start = cursor.index;
    const entries = new Map<string, MapEntry>();
    cursor.index += 1;
    while (!cursor.accept("}")) {
      const { value: key, span: keySpan } = readKey(cursor);
      this.#steps.push(key);
      const value = this.value(depth);
      this.#steps.pop();
      if (isFreeKey(entries, key)) entries.set(key, { key, keySpan, value });
      else reportKey(entries, key, keySpan, this.#steps.reduce<string>(childPointer, ""), this.#report);
      readSeparator(cursor, "}");
    }
    return { kind: "map", span: { start, end: cursor.index }, entries };
  }
}

function readKey(cursor: JsonCursor): ReturnType<JsonCursor["string"]> {
  if (cursor.peek() !== '"') {
    const { text, span } = cursor.word();
    throw new JsonFault(span, `a key was expected, not \`${text}\``, "put the key in double quotes");
  }
  const key = cursor.string();
  if (!cursor.accept(":")) {
    throw new JsonFault(key.span, `the key "${key.value}" has no value`, "write a colon and the value");
  }
  return key;
}

function deeper(cursor: JsonCursor, depth: number): number {
  if (depth < limits.depth) return depth + 1;
  const span = { start: cursor.index, end: cursor.index + 1 };
  throw new JsonDepthFault(span);
}

function readWord(cursor: JsonCursor): ScalarNode {
  const { text, span } = cursor.word();
  const value = words.get(text);
  if (value !== undefined) return { kind: "scalar", span, value, source: text, style: "plain" };
  if (/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(text)) {
    return { kind: "scalar", span, value: Number(text), source: text, style: "plain" };
  }
  if (text === "") throw new JsonFault(span, "the text ends before the value does", "add what is missing");
  const isText = /^[\p{L}_']/u.test(text);
  throw new JsonFault(
    span,
    `\`${text}\` is not a JSON value`,
    isText ? "put text in double quotes" : "remove or mend it",
  );
}

function readSeparator(cursor: JsonCursor, close: "]" | "}"): void {
  const next = cursor.peek();
  const index = cursor.index;
  if (cursor.accept(",")) {
    if (cursor.peek() === close) cursor.reportTrailingComma(index);
    return;
  }
  if (next === close) return;
  const span = { start: index, end: Math.min(cursor.text.length, index + 1) };
  const found = next === "" ? "the text ends" : `\`${next}\` stands`;
  throw new JsonFault(
    span,
    `${found} where a comma or \`${close}\` was expected`,
    `add the comma, or close with \`${close}\``,
  );
}
