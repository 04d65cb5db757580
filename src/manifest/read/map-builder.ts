/** Collects the members of one map and reports the keys that no map may have. Shared by the readers of both formats. */
import type { Report } from "./read-fault.ts";
import { childPointer } from "./tree.ts";
import type { MapEntry, MapNode, Span, TreeNode } from "./tree.ts";

const reservedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export interface MapBuilder {
  readonly add: (key: string, keySpan: Span, value: TreeNode) => void;
  readonly finish: (span: Span) => MapNode;
}

/** Begins a map at `pointer`. The first of two equal keys is kept; the second is reported. */
export function createMapBuilder(pointer: string, report: Report): MapBuilder {
  const entries = new Map<string, MapEntry>();
  return {
    add(key, keySpan, value) {
      const earlier = entries.get(key);
      if (earlier === undefined && !reservedKeys.has(key)) {
        entries.set(key, { key, keySpan, value });
        return;
      }
      const at = { pointer: childPointer(pointer, key), span: keySpan };
      if (earlier !== undefined) {
        const related = [{ at: { pointer: at.pointer, span: earlier.keySpan }, label: "first given here" }];
        report({ id: "DC1002", at, data: { key }, related });
      } else {
        report({ id: "DC1013", at, data: { key } });
      }
    },
    finish: (span) => ({ kind: "map", span, entries }),
  };
}
