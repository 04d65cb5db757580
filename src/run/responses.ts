/** Takes responses in and waits for their records: submitting, joining, resuming, cancelling. */

import type { CallRecord } from "../core/call.ts";
import { ToolkitError } from "../core/error.ts";
import type { ClientInput, SubmitReply } from "./client-input.ts";
import { resolveCalls } from "./intake.ts";
import type { ResponseRequest } from "./request.ts";
import { checkRequest, requestDigest } from "./request.ts";
import type { ResponseWatch } from "./response-watch.ts";
import type { RunnerContext } from "./runner-context.ts";
import type { ResponseDocument } from "./session.ts";
import { itemIds } from "./session.ts";

/** Names a response of a session. */
export interface ResponseReference {
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
}

/** A response to go on with, and how to wait for it. */
export type ResumeRequest = ResponseReference & Pick<ResponseRequest, "whenApprovalNeeded" | "signal">;

export interface Responses {
  run(request: ResponseRequest): Promise<readonly CallRecord[]>;
  resume(request: ResumeRequest): Promise<readonly CallRecord[]>;
}

export function createResponses(context: RunnerContext, watch: ResponseWatch, ready: () => Promise<void>): Responses {
  return {
    async run(request) {
      checkRequest(request);
      await ready();
      checkOwner(context);
      return wait(request, context, watch, () => submit(request, context));
    },
    async resume(request) {
      await ready();
      checkOwner(context);
      const { sessionId, turnId, responseId, signal } = request;
      const known = await context.engine.item(sessionId, itemIds.response(turnId, responseId));
      if (known === undefined) {
        const message = `there is no response ${responseId} in turn ${turnId} of session ${sessionId}`;
        throw new ToolkitError("not_found", message);
      }
      // Whoever has given up wants no more than the end of what is under way: the wait cancels.
      if (signal?.aborted === true) return wait(request, context, watch);
      await context.post(sessionId, `resume/${crypto.randomUUID()}`, { kind: "resume", turnId, responseId });
      return wait(request, context, watch);
    },
  };
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
  const { engine, post, clock, redactor } = context;
  const digest = requestDigest(request.calls);
  const known = await engine.item(sessionId, itemIds.response(turnId, responseId));
  if (known !== undefined) {
    checkSame(request, digest, (known as unknown as ResponseDocument).digest);
    return;
  }
  const loaded = context.toolbox({ sessionId });
  const toolbox = loaded instanceof Promise ? await loaded : loaded;
  const resolving = resolveCalls(request, request.calls, { toolbox, redactor: redactor(), clock });
  const calls = resolving instanceof Promise ? await resolving : resolving;
  const isCancelled = request.signal?.aborted === true;
  const input: ClientInput = { kind: "submit", sessionId, turnId, responseId, digest, calls, isCancelled };
  // With the digest: other calls under the same name are another input, and refused by the fold.
  const reply = (await post(sessionId, `${submitId(request)}/${digest}`, input)) as unknown as SubmitReply;
  if (!reply.accepted) checkSame(request, digest, reply.digest);
}

function checkSame(request: ResponseReference, digest: string, known: string): void {
  if (digest === known) return;
  const message = `response ${request.responseId} was submitted before with other calls; nothing ran. A new response needs a new responseId.`;
  throw new ToolkitError("response_changed", message, { details: { responseId: request.responseId } });
}

/** `begin` brings the response about; only then is there anything to cancel. */
function wait(
  request: ResumeRequest,
  context: RunnerContext,
  watch: ResponseWatch,
  begin?: () => Promise<void>,
): Promise<readonly CallRecord[]> {
  const { signal } = request;
  const until = request.whenApprovalNeeded === "return" ? "still" : "done";
  if (signal === undefined) return watch.wait(request, until, begin);
  const cancel = canceler(request, context);
  const beginAndHeed = async (): Promise<void> => {
    await begin?.();
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  };
  return watch.wait(request, until, beginAndHeed).finally(() => {
    signal.removeEventListener("abort", cancel);
  });
}

function canceler(request: ResponseReference, context: RunnerContext): () => void {
  const { sessionId, turnId, responseId } = request;
  return () => {
    const input: ClientInput = { kind: "cancel", turnId, responseId };
    // The wait tells how it ended; a journal that cannot take the cancel lets the response run on.
    context.post(sessionId, `cancel/${submitId(request)}`, input).catch(() => undefined);
  };
}

function submitId(reference: ResponseReference): string {
  return `submit/${itemIds.response(reference.turnId, reference.responseId)}`;
}
