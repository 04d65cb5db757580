/** An agent of the AI SDK that answers in a Slack thread. What is new in an existing agent: the two lines with `createAiSdkTools`. */
import type { LanguageModel } from "ai";
import { generateText, isStepCount } from "ai";
import type { ToolRunner } from "dex-connectors";
import { createAiSdkTools } from "dex-connectors/ai-sdk";

export async function answer(runner: ToolRunner, model: LanguageModel, prompt: string): Promise<string> {
  const { tools, repairToolCall } = await createAiSdkTools(runner, { sessionId: "session-42", turnId: "turn-3" });
  const { text } = await generateText({ model, prompt, tools, repairToolCall, stopWhen: isStepCount(8) });
  return text;
}
