/** An agent of the OpenAI Agents SDK that answers in a Slack thread and goes on after each decision. */
import type { Model } from "@openai/agents";
import { Agent, run } from "@openai/agents";
import type { ToolRunner } from "dex-connectors";
import { createOpenAiAgentsTools } from "dex-connectors/openai-agents";

export async function answer(
  runner: ToolRunner,
  model: Model,
  prompt: string,
  decided: () => Promise<void>,
): Promise<string> {
  const host = await createOpenAiAgentsTools(runner, {
    sessionId: "session-42",
    turnId: "turn-3",
    whenApprovalNeeded: "return",
  });
  const agent = new Agent({ name: "Support", model, tools: host.tools });
  let result = await run(agent, prompt);
  while (result.interruptions.length > 0) {
    // `result.state.toString()` may be stored here and read back by another process.
    while ((await host.carryDecisions(result.state)).isWaiting) await decided();
    result = await run(agent, result.state);
  }
  return result.finalOutput ?? "";
}
