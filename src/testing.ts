/** What users import to test their connectors and engines. Import it as `dex-connectors/testing`. */

export { engineSuite } from "./testing/engine-suite.ts";
export type { EnginePlace, EngineSubject } from "./testing/engine-world.ts";
export { ManualClock } from "./testing/manual-clock.ts";
export type { TestApi } from "./testing/test-api.ts";
