/**
 * The runner: takes responses in, posts them to the engine, and gives records back.
 * It holds no order and no truth of its own: both are in the fold and the journal.
 */

import type { CallRecord } from "../core/call.ts";
import type { RunnerApprovals } from "./approvals.ts";
import { createApprovals } from "./approvals.ts";
import type { RunnerCalls } from "./calls.ts";
import { createCalls } from "./calls.ts";
import type { NumberedEvent } from "./event.ts";
import type { RunnerRecovery } from "./recovery.ts";
import { recoveryOf } from "./recovery.ts";
import type { ResponseReference, ResponseRequest, ResumeRequest } from "./request.ts";
import { createResponseWatch } from "./response-watch.ts";
import { createResponses } from "./responses.ts";
import type { RunnerParts } from "./runner-context.ts";
import { createRunnerContext } from "./runner-context.ts";
import { createRunnerOpening } from "./runner-opening.ts";
import type { ToolRunnerOptions } from "./runner-options.ts";
import { checkRunnerOptions } from "./runner-options.ts";
import type { RunnerTool } from "./runner-tool.ts";
import { listRunnerTools } from "./runner-tool.ts";
import type { EventsRequest } from "./session-events.ts";
import { followEvents } from "./session-events.ts";

export type { ResponseReference, RunnerParts };

/** Runs the calls of a model's responses by the promises. Safe to share between sessions; one runner per engine. */
export interface ToolRunner {
  readonly approvals: RunnerApprovals;
  readonly calls: RunnerCalls;
  /** Opens the engine (taking its lock) and recovers what was in flight. Done by the first run too; repeating it does nothing. */
  ready(): Promise<void>;
  /** Runs a response's calls and gives one record each, in the model's order. The same id with the same calls joins or returns what is recorded. */
  runResponse(request: ResponseRequest): Promise<readonly CallRecord[]>;
  /** Lets an open response go on and waits for its records. */
  resumeResponse(response: ResumeRequest): Promise<readonly CallRecord[]>;
  /** Opens the engine and says what recovery left for people: unknown outcomes, held responses, open questions. */
  recover(): Promise<RunnerRecovery>;
  /** The session's committed events from a number on; goes on until the signal aborts or the runner is closed. */
  events(request: EventsRequest): AsyncIterable<NumberedEvent>;
  /** The tools with effect and approval as this runner applies them, and the warnings of their policies. */
  listTools(context?: { readonly sessionId?: string }): Promise<readonly RunnerTool[]>;
  /**
   * Lets calls under way end for `graceMs` (default 5,000), then gives the engine back. Pending runs resolve with the live
   * statuses; one whose response was not taken in yet rejects as `closed`, and nothing of it runs. An engine that this
   * runner never opened is left alone.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

export function createRunner(options: ToolRunnerOptions, parts: RunnerParts): ToolRunner {
  checkRunnerOptions(options);
  const closing = new AbortController();
  const context = createRunnerContext(options, parts, closing.signal);
  const { engine } = context;
  const watch = createResponseWatch(engine, context.recordOut);
  const opening = createRunnerOpening(options, context, watch, () => approvals);
  const { ready } = opening;
  const approvals = createApprovals({ ...context, ready });
  const calls = createCalls({ ...context, ready });
  const responses = createResponses(context, watch, ready);
  let ending: Promise<void> | undefined;
  const end = async (graceMs: number): Promise<void> => {
    closing.abort();
    try {
      await opening.close(graceMs);
    } finally {
      watch.release();
    }
  };
  return {
    approvals,
    calls,
    ready,
    runResponse: (request) => responses.run(request),
    resumeResponse: (request) => responses.resume(request),
    async recover() {
      await ready();
      return recoveryOf(engine);
    },
    async *events(request) {
      await ready();
      const signals = request.signal === undefined ? [closing.signal] : [closing.signal, request.signal];
      yield* followEvents(engine, { ...request, signal: AbortSignal.any(signals) });
    },
    listTools: async (toolContext = {}) => listRunnerTools(await context.toolbox(toolContext)),
    close: ({ graceMs = 5_000 } = {}) => (ending ??= end(graceMs)),
  };
}
