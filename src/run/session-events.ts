/** Follows the committed events of a session from any number: first what is kept, then what comes. */

import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { NumberedEvent, SessionEvent } from "./event.ts";
import { checkId } from "./request.ts";

export interface EventsRequest {
  readonly sessionId: string;
  /** The first number wanted, a whole number, 0 or more. Default 0. */
  readonly from?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const pageSize = 500;

/** Yields each committed event once, in order, until the signal aborts. Throws `invalid_request` for a start that is no number of an event. */
export async function* followEvents(engine: Engine, request: EventsRequest): AsyncGenerator<NumberedEvent, void> {
  const { sessionId, signal } = request;
  checkId("sessionId", sessionId);
  let next = request.from ?? 0;
  if (!Number.isSafeInteger(next) || next < 0) {
    throw new ToolkitError("invalid_request", `events: from must be a whole number, 0 or more, not ${String(next)}`);
  }
  let bell = Promise.withResolvers<void>();
  const ring = (): void => {
    bell.resolve();
  };
  const unsubscribe = engine.subscribe(sessionId, { committed: ring });
  signal?.addEventListener("abort", ring);
  try {
    while (!isAborted(signal)) {
      bell = Promise.withResolvers();
      const page = await engine.history(sessionId, next, pageSize);
      for (const { number, entry } of page) {
        next = number + 1;
        yield { ...(entry as unknown as SessionEvent), number };
        if (isAborted(signal)) return;
      }
      if (page.length < pageSize && !isAborted(signal)) await bell.promise;
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener("abort", ring);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
