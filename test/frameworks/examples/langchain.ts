/** A LangChain agent that answers in a Slack thread; the graph pauses while a person decides. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { Command, MemorySaver } from "@langchain/langgraph";
import type { Decision, ToolRunner } from "dex-connectors";
import type { LangChainPause } from "dex-connectors/langchain";
import { createLangChainTools } from "dex-connectors/langchain";
import { createAgent } from "langchain";

type Decide = (pause: LangChainPause & { kind: "approval" }) => Promise<Decision>;

interface Paused {
  readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[];
}

export async function answer(
  runner: ToolRunner,
  model: BaseChatModel,
  prompt: string,
  decide: Decide,
): Promise<string> {
  const tools = await createLangChainTools(runner, {
    sessionId: "session-42",
    turnId: "turn-3",
    whenApprovalNeeded: "return",
  });
  const agent = createAgent({ model, tools, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "session-42" } };
  let state = await agent.invoke({ messages: [{ role: "user", content: prompt }] }, config);
  for (let pauses = pausesOf(state); pauses.length > 0; pauses = pausesOf(state)) {
    const resume: Record<string, unknown> = {};
    for (const { id, pause } of pauses) resume[id] = pause.kind === "approval" ? await decide(pause) : "look again";
    state = await agent.invoke(new Command({ resume }), config);
  }
  return state.messages.at(-1)?.text ?? "";
}

function pausesOf(state: object): readonly { readonly id: string; readonly pause: LangChainPause }[] {
  const { __interrupt__: interrupts = [] } = state as Paused;
  return interrupts.map(({ id = "", value }) => ({ id, pause: value as LangChainPause }));
}
