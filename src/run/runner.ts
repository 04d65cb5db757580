/**
 * The runner: takes responses in, posts them to the engine, and gives records back.
 * It holds no order and no truth of its own: both are in the fold and the journal.
 */

import type { Approver } from "../core/approval.ts";
import type { CallRecord } from "../core/call.ts";
import { parseCallKey } from "../core/call.ts";
import type { Engine, EngineListener, Program } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { Secret } from "../core/secret.ts";
import { systemClock } from "../core/system-clock.ts";
import type { InputChecker, ToolSource } from "../core/tool.ts";
import type { RunnerApprovals } from "./approvals.ts";
import { createApprovals, reaskIfChanged } from "./approvals.ts";
import type { AttemptContext } from "./attempt.ts";
import { performTask } from "./perform-task.ts";
import type { RunnerCalls } from "./calls.ts";
import { createCalls } from "./calls.ts";
import { claimOf } from "./claim.ts";
import type { ClientInput, SubmitReply } from "./client-input.ts";
import type { NumberedEvent } from "./event.ts";
import { createFold } from "./fold.ts";
import { resolveCalls } from "./intake.ts";
import { createQuestionDesk } from "./question-desk.ts";
import { createRedactor } from "./redact.ts";
import type { ResponseRequest } from "./request.ts";
import { checkRequest, requestDigest } from "./request.ts";
import { createResponseWatch } from "./response-watch.ts";
import type { ToolRunnerOptions } from "./runner-options.ts";
import { checkRunnerOptions, foldRulesOf } from "./runner-options.ts";
import { followEvents } from "./session-events.ts";
import type { EventsRequest } from "./session-events.ts";
import type { QuestionDocument, ResponseDocument, RunTaskInput } from "./session.ts";
import { itemIds } from "./session.ts";
import type { RunnerRecovery } from "./recovery.ts";
import { findAll, recoveryOf } from "./recovery.ts";
import type { RunnerTool } from "./runner-tool.ts";
import { listRunnerTools } from "./runner-tool.ts";
import type { Toolbox } from "./toolbox.ts";
import { createToolboxLoader } from "./toolbox.ts";

/** Names a response of a session. */
export interface ResponseReference {
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
}

/** Runs the calls of a model's responses by the promises. Safe to share between sessions; one runner per engine. */
export interface ToolRunner {
  readonly approvals: RunnerApprovals;
  readonly calls: RunnerCalls;
  /** Opens the engine (taking its lock) and recovers what was in flight. Done by the first run too; repeating it does nothing. */
  ready(): Promise<void>;
  /** Runs a response's calls and gives one record each, in the model's order. The same id with the same calls joins or returns what is recorded. */
  runResponse(request: ResponseRequest): Promise<readonly CallRecord[]>;
  /** Lets an open response go on and waits for its records. */
  resumeResponse(
    response: ResponseReference & { readonly whenApprovalNeeded?: "wait" | "return"; readonly signal?: AbortSignal },
  ): Promise<readonly CallRecord[]>;
  /** Opens the engine and says what recovery left for people: unknown outcomes, held responses, open questions. */
  recover(): Promise<RunnerRecovery>;
  /** The session's committed events from a number on; goes on until the signal aborts or the runner is closed. */
  events(request: EventsRequest): AsyncIterable<NumberedEvent>;
  /** The tools with effect and approval as this runner applies them, and the warnings of their policies. */
  listTools(context?: { readonly sessionId?: string }): Promise<readonly RunnerTool[]>;
  /** Lets calls under way end for `graceMs` (default 5,000), then gives the engine back. Pending runs resolve with the live statuses. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** What the runner cannot bring itself: validation lives in another room. */
export interface RunnerParts {
  readonly engine: Engine;
  readonly checker: InputChecker;
}

export function createRunner(options: ToolRunnerOptions, parts: RunnerParts): ToolRunner {
  checkRunnerOptions(options);
  const clock = options.clock ?? systemClock;
  const { engine } = parts;
  const toolbox = createToolboxLoader({
    sources: options.toolSources,
    policies: options.toolPolicies ?? {},
    defaultEffect: options.defaultEffect ?? "unclassified",
    checker: parts.checker,
    warn: (message) => {
      process.emitWarning(message, { code: "DEX_CONNECTORS_POLICY" });
    },
  });
  // Sources that list at once are checked at once: two tools of one name fail at definition.
  void catchLater(toolbox({}));
  const redactor = () => createRedactor(secretsOf(options.toolSources));
  const post = async (session: string, id: string, body: ClientInput): Promise<Json | undefined> =>
    engine.post(session, { id, body: body as unknown as Json });
  const watch = createResponseWatch(() => engine);
  const approvals = createApprovals({ engine, post, toolbox, redactor, ready });
  const calls = createCalls({ engine, post, toolbox, redactor, clock, ready });
  const desk = createQuestionDesk({
    approvers: approversOf(options.approver),
    decide: approvals.decide,
    trouble: (question, reason) => {
      const message = `the question ${question.questionId} stays open: ${redactor().text(reason).value}`;
      process.emitWarning(message, { code: "DEX_CONNECTORS_APPROVER" });
    },
  });
  const listener: EngineListener = {
    committed(change) {
      watch.committed(change);
      for (const item of change.items) {
        if (item.kind === "question") desk.see(item.value as unknown as QuestionDocument);
      }
    },
    unrecorded(trouble) {
      watch.unrecorded(trouble);
    },
  };
  const context: AttemptContext = {
    clock,
    toolbox: (sessionId) => toolbox({ sessionId }),
    redactor,
    keyNamespace: () => engine.keyNamespace(),
  };
  const program: Program = {
    fold: createFold(foldRulesOf(options)),
    prepare: (task) => {
      const call = task.input as unknown as RunTaskInput;
      if (call.kind === "lookup") return null;
      const tool = toolbox.toolNow(call.tool, { sessionId: call.sessionId });
      return tool === undefined ? null : claimOf(call, tool);
    },
    perform: async (task, attempt) => performTask(task, attempt, context),
  };

  let opening: Promise<void> | undefined;
  let isClosed = false;
  const closing = new AbortController();
  async function ready(): Promise<void> {
    if (isClosed) throw new ToolkitError("closed", "the runner was closed");
    opening ??= open();
    return opening;
  }
  async function open(): Promise<void> {
    engine.subscribe(undefined, listener);
    await engine.open(program, { clock });
    for (const { value } of await findAll(engine, "question", "open")) {
      await reopen(value as unknown as QuestionDocument);
    }
  }
  /** A question that waited for this start: asked anew when its tool changed meanwhile, else carried again. */
  async function reopen(document: QuestionDocument): Promise<void> {
    const { question } = document;
    const tools = await toolsOrNone(toolbox({ sessionId: parseCallKey(question.key)?.sessionId }));
    if ((await reaskIfChanged(question, tools.get(question.tool), post)) === undefined) desk.see(document);
  }

  async function submit(request: ResponseRequest): Promise<void> {
    const { sessionId, turnId, responseId } = request;
    const digest = requestDigest(request.calls);
    const known = await engine.item(sessionId, itemIds.response(turnId, responseId));
    if (known !== undefined) {
      checkSame(request, digest, (known as unknown as ResponseDocument).digest);
      return;
    }
    const loaded = toolbox({ sessionId });
    const tools: Toolbox = loaded instanceof Promise ? await loaded : loaded;
    const resolving = resolveCalls(request, request.calls, { toolbox: tools, redactor: redactor(), clock });
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    const isCancelled = request.signal?.aborted === true;
    const input: ClientInput = { kind: "submit", sessionId, turnId, responseId, digest, calls: resolved, isCancelled };
    // With the digest: other calls under the same name are another input, and refused by the fold.
    const reply = (await post(sessionId, `${submitId(request)}/${digest}`, input)) as unknown as SubmitReply;
    if (!reply.accepted) checkSame(request, digest, reply.digest);
  }

  async function wait(
    reference: ResponseReference,
    until: "wait" | "return" | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly CallRecord[]> {
    const { sessionId, turnId, responseId } = reference;
    const cancel = (): void => {
      // The wait below tells how it ended; a journal that cannot take the cancel lets the response run on.
      post(sessionId, `cancel/${submitId(reference)}`, { kind: "cancel", turnId, responseId }).catch(() => undefined);
    };
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await watch.wait(sessionId, turnId, responseId, until === "return" ? "still" : "done");
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  return {
    approvals,
    calls,
    ready,
    async runResponse(request) {
      checkRequest(request);
      await ready();
      await submit(request);
      return wait(request, request.whenApprovalNeeded, request.signal);
    },
    async resumeResponse(response) {
      await ready();
      const { sessionId, turnId, responseId } = response;
      const known = await engine.item(sessionId, itemIds.response(turnId, responseId));
      if (known === undefined) {
        throw new ToolkitError(
          "not_found",
          `there is no response ${responseId} in turn ${turnId} of session ${sessionId}`,
        );
      }
      await post(sessionId, `resume/${crypto.randomUUID()}`, { kind: "resume", turnId, responseId });
      return wait(response, response.whenApprovalNeeded, response.signal);
    },
    async recover() {
      await ready();
      return recoveryOf(engine);
    },
    async *events(request) {
      await ready();
      const signals = request.signal === undefined ? [closing.signal] : [closing.signal, request.signal];
      yield* followEvents(engine, { ...request, signal: AbortSignal.any(signals) });
    },
    listTools: async (context = {}) => listRunnerTools(await toolbox(context)),
    async close({ graceMs = 5_000 } = {}) {
      if (isClosed) return;
      isClosed = true;
      closing.abort();
      desk.close();
      try {
        await opening;
      } finally {
        await engine.close(graceMs);
        watch.release();
      }
    },
  };
}

function checkSame(request: ResponseReference, digest: string, known: string): void {
  if (digest === known) return;
  const message = `response ${request.responseId} was submitted before with other calls; nothing ran. A new response needs a new responseId.`;
  throw new ToolkitError("response_changed", message, { details: { responseId: request.responseId } });
}

function submitId(reference: ResponseReference): string {
  return `submit/${itemIds.response(reference.turnId, reference.responseId)}`;
}

function approversOf(approver: ToolRunnerOptions["approver"]): readonly Approver[] {
  if (approver === undefined) return [];
  return Array.isArray(approver) ? (approver as readonly Approver[]) : [approver as Approver];
}

function* secretsOf(sources: readonly ToolSource[]): Iterable<Secret> {
  for (const source of sources) if (source.knownSecrets !== undefined) yield* source.knownSecrets();
}

/** Tools that cannot be listed now change no question; its call is compared again when its turn comes. */
async function toolsOrNone(listing: Toolbox | Promise<Toolbox>): Promise<Toolbox> {
  return listing instanceof Promise ? listing.catch(() => new Map()) : listing;
}

/** An asynchronous listing fails where it is used, not as an unhandled rejection of this early look. */
async function catchLater(listing: Toolbox | Promise<Toolbox>): Promise<void> {
  if (listing instanceof Promise) await listing.catch(() => undefined);
}
