/** One session in memory: its document, what followed in it, and its items. Knows nothing of other sessions. */

import type { Item } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";

/** An item as it is kept: written over in place. */
export interface KeptItem {
  /** Order of the first write. */
  readonly sequence: number;
  readonly session: string;
  readonly id: string;
  kind: Item["kind"];
  status: Item["status"];
  value: Json;
  writtenAt: number;
}

export class MemorySession {
  readonly id: string;
  doc: Json | undefined;
  readonly entries: Json[] = [];
  /** Replies by input id. */
  readonly accepted = new Map<string, Json | undefined>();
  /** Tasks of which an attempt began or may begin. */
  readonly tasks = new Set<string>();
  readonly items = new Map<string, KeptItem>();

  constructor(id: string) {
    this.id = id;
  }
}
