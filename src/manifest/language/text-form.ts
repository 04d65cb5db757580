/** Whether a text has the form that a shape asks for. */
import type { TextShape } from "./shape.ts";

const patterns = new Map<string, RegExp>();

/** Whether the whole text has the form of `shape`. Lengths count characters, not UTF-16 units. */
export function hasForm(shape: TextShape, text: string): boolean {
  const length = text.length > (shape.max ?? Infinity) ? Array.from(text).length : text.length;
  if (length < (shape.min ?? 0) || length > (shape.max ?? Infinity)) return false;
  if (shape.pattern === undefined) return true;
  const known = patterns.get(shape.pattern);
  const pattern = known ?? new RegExp(shape.pattern, "u");
  if (known === undefined) patterns.set(shape.pattern, pattern);
  return pattern.test(text);
}
