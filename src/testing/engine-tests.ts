/** What a family of the engine's suite is given. */

import type { EngineTraits } from "../core/engine.ts";
import type { EnginePlace, World } from "./engine-world.ts";
import type { TestApi } from "./test-api.ts";

export interface EngineTests {
  readonly describe: TestApi["describe"];
  readonly traits: EngineTraits;
  /** A test with one opened engine, closed afterwards. */
  readonly test: (name: string, body: (world: World) => Promise<void>) => void;
  /** A test that opens engines itself, one after another on one journal. */
  readonly testPlace: (name: string, body: (place: EnginePlace) => Promise<void>) => void;
}
