/** Inputs that other processes leave for the owner: written by observers, looked for by the owner, answered in the journal. */

import { isToolkitError } from "../../core/error.ts";
import type { LeftInput } from "../embedded/store.ts";
import type { Json } from "../../core/json.ts";
import type { Database, Statement } from "./database.ts";
import { textOf, valueOf } from "./value-text.ts";

/** Well within the half second in which a decision must be seen. */
const LOOK_EVERY_MS = 200;

export class Inbox {
  readonly #put: Statement;
  readonly #left: Statement;
  readonly #take: Statement;
  readonly #refuse: Statement;
  readonly #refusal: Statement;
  readonly #version: Statement;

  constructor(database: Database) {
    this.#put = database.prepare(
      "INSERT INTO inbox (session, id, body, posted_at) VALUES (?, ?, ?, ?) RETURNING number",
    );
    this.#left = database.prepare(
      "SELECT number, session, id, body FROM inbox WHERE refusal IS NULL ORDER BY number LIMIT ?",
    );
    this.#take = database.prepare("DELETE FROM inbox WHERE number = ?");
    this.#refuse = database.prepare("UPDATE inbox SET refusal = ? WHERE number = ?");
    this.#refusal = database.prepare("SELECT refusal FROM inbox WHERE number = ?");
    this.#version = database.prepare("PRAGMA data_version");
  }

  /** Leaves an input; returns its number. */
  put(session: string, input: { readonly id: string; readonly body: Json }, at: number): number {
    return Number(this.#put.get(session, input.id, textOf(input.body, `input ${input.id}`), at)?.["number"]);
  }

  left(limit: number): readonly LeftInput[] {
    return this.#left.all(limit).map((row) => ({
      number: Number(row["number"]),
      session: String(row["session"]),
      id: String(row["id"]),
      body: valueOf(row["body"]) ?? null,
    }));
  }

  answer(number: number, refusal: { readonly code: string; readonly message: string } | undefined): void {
    if (refusal === undefined) this.#take.run(number);
    else this.#refuse.run(JSON.stringify(refusal), number);
  }

  /** Why the owner refused an input, once it did; then nothing is kept of it. */
  takeRefusal(number: number): { readonly code: string; readonly message: string } | undefined {
    const text = this.#refusal.get(number)?.["refusal"];
    if (typeof text !== "string") return undefined;
    this.#take.run(number);
    return JSON.parse(text) as { readonly code: string; readonly message: string };
  }

  /** Calls back when another connection has changed the file; does not keep the process alive. */
  watch(onNews: () => void): () => void {
    let seen = this.#dataVersion();
    const timer = setInterval(() => {
      try {
        const now = this.#dataVersion();
        if (now === seen) return;
        onNews();
        seen = now;
      } catch (error) {
        // A file that cannot be read now is looked at again; the next commit tells its caller what is wrong with it.
        if (!isToolkitError(error)) throw error;
      }
    }, LOOK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Changes only when another connection commits. */
  #dataVersion(): unknown {
    return this.#version.get()?.["data_version"];
  }
}
