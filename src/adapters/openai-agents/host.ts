/** The parts of the OpenAI Agents SDK (0.20) that the adapter touches, as plain shapes: nothing of the framework is imported. */

/** The context of one run. `usage.requests` counts the model's responses; it survives in a stored run state. */
export interface AgentsRunContext {
  readonly usage: { readonly requests: number };
}

/** A call that the framework paused at. */
export interface AgentsInterruption {
  readonly rawItem: { readonly type: string };
}

/** What a run can be continued from. */
export interface AgentsRunState<Interruption extends AgentsInterruption> {
  readonly usage: { readonly requests: number };
  getInterruptions(): Interruption[];
  approve(interruption: Interruption): void;
}

/** A call as the model made it. */
export interface AgentsFunctionCall {
  readonly type: "function_call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

/** The call of an interruption, if it is one of a function tool. */
export function functionCallOf(interruption: AgentsInterruption): AgentsFunctionCall | undefined {
  const { rawItem } = interruption;
  return rawItem.type === "function_call" ? (rawItem as AgentsFunctionCall) : undefined;
}
