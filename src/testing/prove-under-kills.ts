/**
 * Proves calls under SIGKILL: runs rounds of calls in worker processes, kills each worker at another moment, lets the
 * next one recover, and compares every record and every send with what the promises say.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { KillLane, type LaneFindings } from "./kill-lane.ts";
import { killSlots } from "./kill-plan.ts";
import { CountingProvider } from "./kill-provider.ts";
import type { KillReport } from "./kill-report.ts";
import { KillTally } from "./kill-tally.ts";
import type { PlainReply } from "./reply.ts";
import type { ReceivedRequest } from "./request-reader.ts";

export interface KillOptions {
  /** A module that calls `workUnderKills`: a file URL or a path. */
  readonly worker: URL | string;
  /** How the provider answers a request of the tools. It is asked once for each request that is answered. */
  readonly answer: (request: ReceivedRequest) => PlainReply;
  /** Workers to kill. Default 100. */
  readonly kills?: number | undefined;
  /** The order of the kills depends on it. Default: a random one, which the report names. */
  readonly seed?: number | undefined;
  /** Workers at once, each with a journal and a provider of its own. Default 2. */
  readonly lanes?: number | undefined;
  /** Attempts that the repeatable calls have. Default 3. */
  readonly attempts?: number | undefined;
  /** Arguments of Node before the worker's path. */
  readonly nodeOptions?: readonly string[] | undefined;
  readonly onKill?: ((kills: number) => void) | undefined;
}

/**
 * Kills workers and reports what contradicts the promises; `faults` of the report is empty when all hold.
 *
 * The moments are found by the engine's probe in a round that is left alone: each is hit once before any is hit again.
 * Rejects when a worker fails by itself. Journals lie in a temporary folder, which is removed.
 */
export async function proveUnderKills(options: KillOptions): Promise<KillReport> {
  const { kills = 100, seed = Math.floor(Math.random() * 2 ** 31), lanes = 2 } = options;
  const tally = new KillTally(seed, options.attempts ?? 3);
  const worker = typeof options.worker === "string" ? pathToFileURL(options.worker) : options.worker;
  const folder = await mkdtemp(join(tmpdir(), "kills-"));
  const findings: LaneFindings = { tally, isEnough: () => tally.kills >= kills, onKill: options.onKill };
  try {
    await Promise.all(
      Array.from({ length: lanes }, async (_, index) => {
        const provider = await CountingProvider.start(options.answer);
        try {
          const journal = join(folder, `calls-${String(index)}.db`);
          const lane = new KillLane({ worker, journal, provider, nodeOptions: options.nodeOptions ?? [] }, findings);
          const slots = killSlots(await lane.measure(), seed + index);
          await lane.run(slots);
        } finally {
          await provider.close();
        }
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally.report();
}
