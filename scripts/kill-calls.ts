/**
 * `npm run test:crash [-- --kills N --seed S --lanes L]`: kills workers in the middle of calls and says what became of
 * each. Prints its seed first, so that a run that found something can be repeated.
 */
import { parseArgs } from "node:util";
import { cellsWithoutKill, proveUnderKills, renderKillReport } from "../src/testing.ts";
import { bundleDeskWorker } from "../test/crash/bundled-worker.ts";
import { answerOfDesk } from "../test/crash/desk.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    lanes: { type: "string", default: "2" },
  },
});
const numbers = { kills: Number(values.kills), seed: Number(values.seed), lanes: Number(values.lanes) };
if (!Object.values(numbers).every((number) => Number.isInteger(number) && number >= 0) || numbers.lanes === 0) {
  process.stderr.write("npm run test:crash -- [--kills N] [--seed S] [--lanes L]: each a whole number\n");
  process.exit(2);
}
process.stdout.write(`seed ${String(numbers.seed)}\n`);
const startedAt = Date.now();
const worker = await bundleDeskWorker();
const report = await proveUnderKills({
  ...numbers,
  worker: worker.path,
  answer: answerOfDesk,
  onKill: (kills) => {
    if (kills % 50 === 0) process.stderr.write(`${String(kills)} kills\n`);
  },
}).finally(worker.remove);
process.stdout.write(`${renderKillReport(report)}\nin ${String(Math.round((Date.now() - startedAt) / 1_000))} s\n`);
const missing = cellsWithoutKill(report);
if (missing.length > 0) process.stdout.write(`not hit: ${missing.join("; ")}\n`);
process.exitCode = report.faults.length > 0 || (numbers.kills >= 500 && missing.length > 0) ? 1 : 0;
