/** Takes responses in and waits for their records: submitting, joining, resuming, cancelling. */

import type { CallRecord } from "../core/call.ts";
import { ToolkitError } from "../core/error.ts";
import type { ClientInput, SubmitReply } from "./client-input.ts";
import { resolveCalls } from "./intake.ts";
import { orClosed } from "./or-closed.ts";
import type { ResponseReference, ResponseRequest, ResumeRequest } from "./request.ts";
import { checkRequest, checkResume, requestDigest } from "./request.ts";
import type { Following, ResponseWatch } from "./response-watch.ts";
import type { RunnerContext } from "./runner-context.ts";
import type { ResponseDocument } from "./session.ts";
import { itemIds } from "./session.ts";

export interface Responses {
  run(request: ResponseRequest): Promise<readonly CallRecord[]>;
  resume(request: ResumeRequest): Promise<readonly CallRecord[]>;
}

export function createResponses(context: RunnerContext, watch: ResponseWatch, ready: () => Promise<void>): Responses {
  return {
    async run(request) {
      checkRequest(request);
      await ready();
      return followed(request, context, watch, (following) => following.takeIn(() => submit(request, context)));
    },
    async resume(request) {
      checkResume(request);
      await ready();
      return followed(request, context, watch, () => resume(request, context));
    },
  };
}

/** Follows a response and heeds its waiter's signal from before `begin` brings it about until its records are there. */
async function followed(
  request: ResumeRequest,
  context: RunnerContext,
  watch: ResponseWatch,
  begin: (following: Following) => Promise<void>,
): Promise<readonly CallRecord[]> {
  checkOwner(context);
  const following = watch.follow(request);
  const forget = context.aborted.heed(request, request.signal);
  try {
    await begin(following);
    return await recordsOf(request, context, following);
  } finally {
    forget();
    following.drop();
  }
}

/** Whoever only watches brings no calls in: the owner would run them by rules it never saw. */
function checkOwner({ engine }: RunnerContext): void {
  if (!engine.traits.isObserver) return;
  const message =
    "this engine is an observer: it reads, and leaves decisions for the journal's owner; responses are run there";
  throw new ToolkitError("observer", message);
}

async function submit(request: ResponseRequest, context: RunnerContext): Promise<void> {
  const { sessionId, turnId, responseId } = request;
  const { engine, post, clock, checked } = context;
  const digest = requestDigest(request.calls);
  const found = engine.item(sessionId, itemIds.response(turnId, responseId));
  const known = found instanceof Promise ? await found : found;
  if (known !== undefined) {
    checkSame(request, digest, (known as unknown as ResponseDocument).digest);
    return;
  }
  const loaded = context.toolbox({ sessionId });
  const toolbox = loaded instanceof Promise ? await orClosed(loaded, context.closed) : loaded;
  const redactor = context.redactor();
  const resolving = resolveCalls(request, request.calls, { toolbox, redactor, clock, checked });
  const calls = resolving instanceof Promise ? await orClosed(resolving, context.closed) : resolving;
  const isCancelled = request.signal?.aborted === true;
  const input: ClientInput = { kind: "submit", sessionId, turnId, responseId, digest, calls, isCancelled };
  const reply = (await post(sessionId, undefined, input)) as unknown as SubmitReply;
  if (!reply.accepted) checkSame(request, digest, reply.digest);
}

function checkSame(request: ResponseReference, digest: string, known: string): void {
  if (digest === known) return;
  const message = `response ${request.responseId} was submitted before with other calls; nothing ran. A new response needs a new responseId.`;
  throw new ToolkitError("response_changed", message, { details: { responseId: request.responseId } });
}

async function resume(request: ResumeRequest, context: RunnerContext): Promise<void> {
  const { sessionId, turnId, responseId, signal } = request;
  const known = await context.engine.item(sessionId, itemIds.response(turnId, responseId));
  if (known === undefined) {
    const message = `there is no response ${responseId} in turn ${turnId} of session ${sessionId}`;
    throw new ToolkitError("not_found", message);
  }
  // Whoever has given up wants no more than the end of what is under way: the wait cancels.
  if (signal?.aborted === true) return;
  await context.post(sessionId, `resume/${crypto.randomUUID()}`, { kind: "resume", turnId, responseId });
}

/** The response is there by now, so that there is something to cancel. */
function recordsOf(
  request: ResumeRequest,
  context: RunnerContext,
  following: Following,
): Promise<readonly CallRecord[]> {
  const { signal } = request;
  const records = following.records(request.whenApprovalNeeded === "return" ? "still" : "done");
  if (signal === undefined) return records;
  const cancel = canceler(request, context);
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return records.finally(() => {
    signal.removeEventListener("abort", cancel);
  });
}

function canceler(request: ResponseReference, context: RunnerContext): () => void {
  const { sessionId, turnId, responseId } = request;
  return () => {
    const input: ClientInput = { kind: "cancel", turnId, responseId };
    // The wait tells how it ended; a journal that cannot take the cancel lets the response run on.
    context.post(sessionId, `cancel/submit/${itemIds.response(turnId, responseId)}`, input).catch(() => undefined);
  };
}
