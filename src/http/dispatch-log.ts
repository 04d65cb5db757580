/** Counts what an attempt may have sent, so that a claim of a handler can be held against it. */

import type { Dispatch, ToolAttempt } from "../core/tool.ts";

export interface DispatchLog {
  /** The attempt to hand to the client: it notes each dispatch and passes it on. */
  readonly attempt: ToolAttempt;
  /** Dispatches of this attempt that were not taken back. */
  count(): number;
}

/** Watches the dispatches of one attempt. */
export function watchDispatches(attempt: ToolAttempt): DispatchLog {
  let dispatches = 0;
  const beginDispatch = (): Dispatch => {
    const dispatch = attempt.beginDispatch();
    dispatches += 1;
    let isTakenBack = false;
    return {
      provenNotSent() {
        if (!isTakenBack) dispatches -= 1;
        isTakenBack = true;
        dispatch.provenNotSent();
      },
    };
  };
  return { attempt: { ...attempt, beginDispatch }, count: () => dispatches };
}
