/** Tells a client that asked for it how far its call is. */

import type { McpContext } from "./sdk.ts";

export interface Progress {
  /** Says one thing; each time the number grows, as the protocol asks. Does nothing for a client that gave no token. */
  say(message: string): Promise<void>;
}

export function createProgress(context: McpContext): Progress {
  const token = context.mcpReq._meta?.["progressToken"];
  let count = 0;
  return {
    async say(message) {
      if (typeof token !== "string" && typeof token !== "number") return;
      count += 1;
      const params = { progressToken: token, progress: count, message };
      // A client that cannot be told has not cancelled its call.
      await context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
