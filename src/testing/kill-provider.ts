/** The provider of a test that kills. It lives in the test's process, outlives every worker, and counts what each call sent. */

import { setTimeout as pause } from "node:timers/promises";
import { createFaultServer, type FaultServer } from "./fault-server.ts";
import type { KillSlot } from "./kill-orders.ts";
import { markIn } from "./kill-orders.ts";
import type { PlainReply } from "./reply.ts";
import type { ReceivedRequest } from "./request-reader.ts";

/** What reached the provider for one call. */
export interface Sends {
  readonly count: number;
  /** How many of them were answered. */
  readonly answered: number;
  /** Whether all had the same bytes. */
  readonly areEqual: boolean;
}

interface Arrival {
  readonly wire: string;
  isAnswered: boolean;
}

export class CountingProvider {
  readonly #server: FaultServer;
  readonly #arrivals: Map<string, Arrival[]>;
  #slot: { readonly slot: Exclude<KillSlot, { at: "point" }>; readonly kill: () => void } | undefined;
  #requests = 0;

  private constructor(server: FaultServer, arrivals: Map<string, Arrival[]>) {
    this.#server = server;
    this.#arrivals = arrivals;
  }

  static async start(answer: (request: ReceivedRequest) => PlainReply): Promise<CountingProvider> {
    const arrivals = new Map<string, Arrival[]>();
    let provider: CountingProvider | undefined;
    const server = await createFaultServer({
      script: (request) => {
        const wire = request.wire.toString("latin1");
        const mark = markIn(wire) ?? "unmarked";
        const arrival: Arrival = { wire, isAnswered: false };
        arrivals.set(mark, [...(arrivals.get(mark) ?? []), arrival]);
        if (provider?.killsOn("received") === true) return { kind: "silence" };
        arrival.isAnswered = true;
        const reply = answer(request);
        provider?.killsOn("answered");
        return reply;
      },
    });
    provider = new CountingProvider(server, arrivals);
    return provider;
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** Requests since the last `arm`. */
  get requests(): number {
    return this.#requests;
  }

  /** Kills a worker at one of its requests; the counting begins anew. */
  arm(slot: KillSlot | undefined, kill: () => void): void {
    this.#requests = 0;
    this.#slot = slot === undefined || slot.at === "point" ? undefined : { slot, kill };
  }

  /** Whether the worker was killed at this request. */
  killsOn(at: "received" | "answered"): boolean {
    if (at === "received") this.#requests += 1;
    const armed = this.#slot;
    if (armed?.slot.at !== at || armed.slot.number !== this.#requests - 1) return false;
    this.#slot = undefined;
    // An answer is written in this turn, so that it may have arrived when the worker dies.
    if (at === "received") armed.kill();
    else setImmediate(armed.kill);
    return true;
  }

  sends(mark: string): Sends {
    const arrivals = this.#arrivals.get(mark) ?? [];
    return {
      count: arrivals.length,
      answered: arrivals.filter(({ isAnswered }) => isAnswered).length,
      areEqual: new Set(arrivals.map(({ wire }) => wire)).size <= 1,
    };
  }

  /** Resolves when no worker's connection is open: what a dead one had sent has arrived. */
  async quiet(): Promise<void> {
    while (this.#server.openConnections() > 0) await pause(2);
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
