/** Workers that are killed at every moment of a response: forty in this suite, five hundred with `npm run test:crash`. */

import { describe, expect, onTestFinished, test } from "vitest";
import { proveUnderKills, renderKillReport } from "../../src/testing.ts";
import { bundleDeskWorker } from "./bundled-worker.ts";
import { answerOfDesk } from "./desk.ts";

const MINUTE = 60_000;

describe("a worker that is killed", () => {
  test(
    "P7.1, P7.3, P4.1, P2.3: forty times leaves each call as the table says, and the provider agrees",
    { timeout: 15 * MINUTE },
    async () => {
      const worker = await bundleDeskWorker();
      onTestFinished(worker.remove);
      const report = await proveUnderKills({
        worker: worker.path,
        answer: answerOfDesk,
        kills: 40,
      });
      console.info(renderKillReport(report));
      expect(report.faults).toEqual([]);
      expect(report.kills).toBeGreaterThanOrEqual(40);
    },
  );
});
