/** Whether a text has the form that a shape asks for. */
import { TextMemo } from "../read/text-memo.ts";
import type { TextShape } from "./shape.ts";

/** By pattern; the language has few. */
const matches = new Map<string, TextMemo<boolean>>();

/** Whether the whole text has the form of `shape`. Lengths count characters, not UTF-16 units. */
export function hasForm(shape: TextShape, text: string): boolean {
  const length = text.length > (shape.max ?? Infinity) ? Array.from(text).length : text.length;
  if (length < (shape.min ?? 0) || length > (shape.max ?? Infinity)) return false;
  if (shape.pattern === undefined) return true;
  return matchesOf(shape.pattern).of(text);
}

function matchesOf(pattern: string): TextMemo<boolean> {
  let known = matches.get(pattern);
  if (known === undefined) {
    const whole = new RegExp(pattern, "u");
    known = new TextMemo((text) => whole.test(text));
    matches.set(pattern, known);
  }
  return known;
}
