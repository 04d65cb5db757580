/** Remembers in which turn an idempotency key was used first: the key belongs to the session, whatever turn a later request names. */

import type { ToolRunner } from "../../run/runner.ts";

const bySession = new WeakMap<ToolRunner, Map<string, KeyTurns>>();

export class KeyTurns {
  readonly #runner: ToolRunner;
  readonly #sessionId: string;
  /** By the name of the call; read from the journal once. */
  #turns: Promise<Map<string, string>> | undefined;

  private constructor(runner: ToolRunner, sessionId: string) {
    this.#runner = runner;
    this.#sessionId = sessionId;
  }

  /** Those of a session; all servers of a runner share them. */
  static of(runner: ToolRunner, sessionId: string): KeyTurns {
    const sessions = bySession.get(runner) ?? new Map<string, KeyTurns>();
    bySession.set(runner, sessions);
    const turns = sessions.get(sessionId) ?? new KeyTurns(runner, sessionId);
    sessions.set(sessionId, turns);
    return turns;
  }

  /** The turn of the call that has the name, or `wanted` when there is none yet. Rejects when the journal cannot be read. */
  async turnOf(responseId: string, wanted: string): Promise<string> {
    const turns = await (this.#turns ??= this.#read());
    const turn = turns.get(responseId) ?? wanted;
    turns.set(responseId, turn);
    return turn;
  }

  async #read(): Promise<Map<string, string>> {
    try {
      const records = await this.#runner.calls.list({ sessionId: this.#sessionId });
      return new Map(records.map(({ responseId, turnId }) => [responseId, turnId]));
    } catch (error) {
      // The next request tries again.
      this.#turns = undefined;
      throw error;
    }
  }
}
