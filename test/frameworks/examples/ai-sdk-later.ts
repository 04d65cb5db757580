/**
 * The same agent where nobody waits: it stops when a person has to decide, its messages are stored, and it goes on when
 * the decision is there, in this process or another one.
 */
import type { LanguageModel, ModelMessage } from "ai";
import { generateText, isStepCount } from "ai";
import type { ToolRunner } from "dex-connectors";
import { createAiSdkTools } from "dex-connectors/ai-sdk";

export interface Conversation {
  readonly messages: ModelMessage[];
  /** Decide by `runner.approvals`, then call `goOn` again with the stored messages. */
  readonly isWaiting: boolean;
}

export async function goOn(runner: ToolRunner, model: LanguageModel, stored: ModelMessage[]): Promise<Conversation> {
  const host = await createAiSdkTools(runner, {
    sessionId: "session-42",
    turnId: "turn-3",
    whenApprovalNeeded: "return",
  });
  const { messages, isWaiting } = await host.withRecordedResults(stored);
  if (isWaiting) return { messages, isWaiting };
  const { tools, repairToolCall } = host;
  const { responseMessages } = await generateText({
    model,
    messages,
    tools,
    repairToolCall,
    stopWhen: [host.isWaiting, isStepCount(8)],
  });
  return host.withRecordedResults([...messages, ...responseMessages]);
}
