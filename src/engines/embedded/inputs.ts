/** Inputs of clients: each id is folded once, for ever, and answered with what the fold replied. */

import type { Json } from "../../core/json.ts";
import { isToolkitError } from "../../core/error.ts";
import { isJournalTrouble, type Job } from "./commit-loop.ts";
import type { Folding, Staged } from "./folding.ts";
import type { Runtime } from "./runtime.ts";
import type { LeftInput } from "./store.ts";

const LEFT_INPUTS_AT_ONCE = 256;

export interface PostedInput {
  readonly session: string;
  readonly id: string | undefined;
  readonly body: Json;
}

export interface Answer {
  resolve(reply: Json | undefined): void;
  reject(error: unknown): void;
}

/** An input of this process. */
export class PostJob implements Job {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #input: PostedInput;
  readonly #answer: Answer;
  #outcome: InputOutcome | undefined;

  constructor(runtime: Runtime, folding: Folding, input: PostedInput, answer: Answer) {
    this.#runtime = runtime;
    this.#folding = folding;
    this.#input = input;
    this.#answer = answer;
  }

  stage(): void {
    this.#outcome = stageOnce(this.#runtime, this.#folding, this.#input);
  }

  committed(): void {
    const { staged, reply } = this.#outcome ?? UNSTAGED;
    if (staged !== undefined) this.#folding.follow(staged);
    this.#answer.resolve(reply);
  }

  refused(error: unknown): boolean {
    this.#answer.reject(error);
    return false;
  }
}

/** Inputs that other processes left in the journal; what is refused is told there. */
export class LeftInputs {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #underWay = new Set<number>();

  constructor(runtime: Runtime, folding: Folding) {
    this.#runtime = runtime;
    this.#folding = folding;
  }

  /** Takes the oldest that are not under way yet; the next page follows by itself. */
  take(): void {
    const { loop, phase } = this.#runtime;
    if (phase !== "open") return;
    for (const left of this.#left()) {
      if (this.#underWay.has(left.number)) continue;
      this.#underWay.add(left.number);
      loop.add(this.#job(left));
    }
  }

  #left(): readonly LeftInput[] {
    try {
      return this.#runtime.store.leftInputs?.(LEFT_INPUTS_AT_ONCE) ?? [];
    } catch (error) {
      // They stay where they are, for the next look; whoever writes next is told what is wrong with the journal.
      if (!isJournalTrouble(error)) throw error;
      return [];
    }
  }

  #job(left: LeftInput, refusal?: Refusal): Job {
    let staged: Staged | undefined;
    return {
      stage: () => {
        if (refusal === undefined) ({ staged } = stageOnce(this.#runtime, this.#folding, left));
        this.#runtime.store.answerLeftInput?.(left.number, refusal);
      },
      committed: () => {
        if (staged !== undefined) this.#folding.follow(staged);
        this.#answered(left.number);
      },
      refused: (error) => {
        const { loop, phase } = this.#runtime;
        if (phase !== "open") return false;
        if (isJournalTrouble(error) || refusal !== undefined) return true;
        loop.add(this.#job(left, refusalOf(error)));
        return false;
      },
    };
  }

  #answered(number: number): void {
    this.#underWay.delete(number);
    if (this.#underWay.size === 0) this.take();
  }
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

function refusalOf(error: unknown): Refusal {
  if (isToolkitError(error)) return { code: error.code, message: error.message };
  return { code: "invalid_request", message: error instanceof Error ? error.message : String(error) };
}

interface InputOutcome {
  /** Undefined for an input that had been accepted before: it changes nothing. */
  readonly staged: Staged | undefined;
  readonly reply: Json | undefined;
}

const UNSTAGED: InputOutcome = { staged: undefined, reply: undefined };

function stageOnce(runtime: Runtime, folding: Folding, input: PostedInput): InputOutcome {
  const { session, id, body } = input;
  const accepted = id === undefined ? undefined : runtime.store.accepted(session, id);
  if (accepted !== undefined) return { staged: undefined, reply: accepted.reply };
  const staged = folding.stage(session, { from: "client", id, body });
  return { staged, reply: staged.change.reply };
}
