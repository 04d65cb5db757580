/** The runner over a journal, with one trivial write of an application, as the durable measurements use it. */

import { createToolRunner, functionTools, type ToolSource } from "../src/index.ts";
import { createSqliteEngine } from "../src/sqlite.ts";

export interface DurableCalls {
  /** Runs calls one after the other in a session. */
  run(sessionId: string, count: number): Promise<void>;
  /** Calls of the tool so far. */
  readonly entered: () => number;
  close(): Promise<void>;
}

const inputSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};

/** `beside`: tools that the runner offers too. */
export function openDurableCalls(path: string, beside: readonly ToolSource[] = []): DurableCalls {
  let entered = 0;
  const tool = {
    name: "echo",
    description: "Echoes.",
    inputSchema,
    policy: { effect: "non_idempotent_write" as const, requiresApproval: false },
    // Every call is meant; equal ones too.
    allowRepeat: true,
    execute: ({ text }: { text: string }) => {
      entered += 1;
      return text;
    },
  };
  const runner = createToolRunner({
    toolSources: [functionTools([tool]), ...beside],
    engine: createSqliteEngine({ path }),
  });
  let number = 0;
  return {
    entered: () => entered,
    async run(sessionId, count) {
      for (let index = 0; index < count; index += 1) {
        const responseId = `r${String((number += 1))}`;
        const calls = [{ id: "c", name: "echo", arguments: '{"text":"hello"}' }];
        const [record] = await runner.runResponse({ sessionId, turnId: "t", responseId, calls });
        if (record?.status !== "succeeded") throw new Error(`the call ended ${String(record?.status)}`);
      }
    },
    close: () => runner.close(),
  };
}
