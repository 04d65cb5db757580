/** The engine that forgets: everything in memory, for tests, short programs and as the default. */

import type { Engine } from "../core/engine.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import { MemoryStore } from "./memory/store.ts";

/**
 * Creates an engine that keeps everything in memory.
 *
 * Nothing survives the process, so a call that was under way when it died is unknown to everybody. Values are kept as
 * they are given, without a copy: do not change them afterwards. Each call makes an engine of its own.
 */
export function createMemoryEngine(): Engine {
  return createEmbeddedEngine(new MemoryStore());
}
