/** Inputs of clients: each id is folded once, for ever, and answered with what the fold replied. */

import type { Json } from "../../core/json.ts";
import { isToolkitError } from "../../core/error.ts";
import { isJournalTrouble, type Effect, type Job } from "./commit-loop.ts";
import type { Folding } from "./folding.ts";
import type { Runtime } from "./runtime.ts";
import type { LeftInput } from "./store.ts";

export interface PostedInput {
  readonly session: string;
  readonly id: string;
  readonly body: Json;
}

/** An input of this process. */
export class PostJob implements Job {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #input: PostedInput;
  readonly #resolve: (reply: Json | undefined) => void;
  readonly #reject: (error: unknown) => void;

  constructor(
    runtime: Runtime,
    folding: Folding,
    input: PostedInput,
    answer: { resolve(reply: Json | undefined): void; reject(error: unknown): void },
  ) {
    this.#runtime = runtime;
    this.#folding = folding;
    this.#input = input;
    this.#resolve = answer.resolve;
    this.#reject = answer.reject;
  }

  stage(effects: Effect[]): void {
    const reply = stageOnce(this.#runtime, this.#folding, this.#input, effects);
    effects.push(() => this.#resolve(reply));
  }

  refused(error: unknown): boolean {
    this.#reject(error);
    return false;
  }
}

/** An input that another process left in the journal. */
export class LeftInputJob implements Job {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #left: LeftInput;
  #refusal: { readonly code: string; readonly message: string } | undefined;

  constructor(runtime: Runtime, folding: Folding, left: LeftInput) {
    this.#runtime = runtime;
    this.#folding = folding;
    this.#left = left;
  }

  stage(effects: Effect[]): void {
    if (this.#refusal === undefined) stageOnce(this.#runtime, this.#folding, this.#left, effects);
    this.#runtime.store.answerLeftInput?.(this.#left.number, this.#refusal);
  }

  refused(error: unknown): boolean {
    if (!isJournalTrouble(error)) this.#refusal = refusalOf(error);
    return this.#runtime.phase === "open";
  }
}

function refusalOf(error: unknown): { readonly code: string; readonly message: string } {
  if (isToolkitError(error)) return { code: error.code, message: error.message };
  return { code: "invalid_request", message: error instanceof Error ? error.message : String(error) };
}

function stageOnce(runtime: Runtime, folding: Folding, input: PostedInput, effects: Effect[]): Json | undefined {
  const { session, id, body } = input;
  const accepted = runtime.store.accepted(session, id);
  if (accepted !== undefined) return accepted.reply;
  const change = folding.stage(session, { from: "client", id, body }, effects, ({ reply }) => ({
    input: { id, reply },
  }));
  return change.reply;
}
