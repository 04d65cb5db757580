/** What users import to test their connectors and engines. Import it as `dex-connectors/testing`. */

export { engineSuite } from "./testing/engine-suite.ts";
export type { EnginePlace, EngineSubject } from "./testing/engine-world.ts";
export { ManualClock } from "./testing/manual-clock.ts";
export type { TestApi } from "./testing/test-api.ts";
export type {
  ExampleFault,
  ExampleFaultKind,
  ExampleReport,
  OperationCoverage,
  Proof,
} from "./testing/example-report.ts";
export { isSound } from "./testing/example-report.ts";
export type { ConnectorWithCode } from "./testing/example-subject.ts";
export { createFaultServer } from "./testing/fault-server.ts";
export type { FaultServer, FaultServerOptions, Script } from "./testing/fault-server.ts";
export type { PlainReply, Reply } from "./testing/reply.ts";
export type { ReceivedRequest } from "./testing/request-reader.ts";
export { testConnector } from "./testing/test-connector.ts";
export type { TestConnectorOptions } from "./testing/test-connector.ts";
export { cellsWithoutKill, renderKillReport } from "./testing/kill-report.ts";
export type { KillReport, KillTable } from "./testing/kill-report.ts";
export type { KillRow } from "./testing/kill-expectation.ts";
export { workUnderKills } from "./testing/kill-worker.ts";
export type { KillSubject } from "./testing/kill-worker.ts";
export { proveUnderKills } from "./testing/prove-under-kills.ts";
export type { KillOptions } from "./testing/prove-under-kills.ts";
