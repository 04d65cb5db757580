/** The keys that no map may have: those that it has already, and those that mean something else to programs. */
import type { Report } from "./read-fault.ts";
import { childPointer } from "./tree.ts";
import type { MapEntry, Span } from "./tree.ts";

/** Whether a map may get this key. */
export function isFreeKey(entries: ReadonlyMap<string, MapEntry>, key: string): boolean {
  return !entries.has(key) && key !== "__proto__" && key !== "constructor" && key !== "prototype";
}

/** Reports a key that is not free; of two equal ones the first is kept. `pointer` is that of the map. */
export function reportKey(
  entries: ReadonlyMap<string, MapEntry>,
  key: string,
  keySpan: Span,
  pointer: string,
  report: Report,
): void {
  const at = { pointer: childPointer(pointer, key), span: keySpan };
  const earlier = entries.get(key);
  if (earlier === undefined) return report({ id: "DC1013", at, data: { key } });
  const related = [{ at: { pointer: at.pointer, span: earlier.keySpan }, label: "first given here" }];
  return report({ id: "DC1002", at, data: { key }, related });
}
