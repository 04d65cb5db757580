/**
 * Durable calls of 64 sessions at once, in calls a second; peers in the same rounds where they are there. The processor
 * time of one call is printed beside: on a machine that others use, it says what the rate would be alone.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDurableCalls } from "./durable-calls.ts";
import { durablePeers } from "./durable-peers.ts";
import { quantile } from "./measure.ts";

const SESSIONS = 64;
const ROUNDS = Number(process.env["ROUNDS"] ?? 9);
const CALLS_EACH = Number(process.env["CALLS"] ?? 50);

interface Rate {
  readonly name: string;
  readonly perSecond: number[];
  readonly cpuUs: number[];
}

async function round(
  rate: Rate,
  callsEach: number,
  run: (session: string, count: number) => Promise<void>,
): Promise<void> {
  const name = String(Math.random()).slice(2);
  const cpu = process.cpuUsage();
  const before = process.hrtime.bigint();
  await Promise.all(Array.from({ length: SESSIONS }, (_, index) => run(`${name}-${String(index)}`, callsEach)));
  const us = Number(process.hrtime.bigint() - before) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const calls = SESSIONS * callsEach;
  rate.perSecond.push((calls / us) * 1_000_000);
  rate.cpuUs.push((user + system) / calls);
}

const folder = mkdtempSync(join(tmpdir(), "sessions-"));
const calls = openDurableCalls(join(folder, "calls.db"));
const peers = await durablePeers();
try {
  const ours: Rate = { name: "dex-connectors, SQLite engine", perSecond: [], cpuUs: [] };
  const others = peers.map(({ name }): Rate => ({ name, perSecond: [], cpuUs: [] }));
  for (let number = -1; number < ROUNDS; number += 1) {
    await round(ours, CALLS_EACH, (session, count) => calls.run(session, count));
    for (const [index, peer] of peers.entries()) {
      const rate = others[index];
      // Slower by far: fewer calls take as long.
      if (rate !== undefined)
        await round(rate, Math.ceil(CALLS_EACH / 10), (session, count) => peer.run(session, count));
    }
    // The first round warms up.
    if (number === -1) for (const rate of [ours, ...others]) rate.perSecond.length = rate.cpuUs.length = 0;
  }
  console.log(`Durable calls of ${String(SESSIONS)} sessions at once  (Node ${process.versions.node})`);
  for (const { name, perSecond, cpuUs } of [ours, ...others]) {
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(perSecond, part).toFixed(0));
    const ratio = quantile(
      ours.perSecond.map((own, index) => own / (perSecond[index] ?? own)),
      0.5,
    ).toFixed(1);
    const cpu = quantile(cpuUs, 0.5).toFixed(0);
    console.log(
      `  ${name.padEnd(34)} ${String(middle).padStart(7)}/s  (${low} to ${high})  ours × ${ratio}  ${cpu} µs of this process's processor time a call`,
    );
  }
} finally {
  for (const peer of peers) await peer.close();
  await calls.close();
  rmSync(folder, { recursive: true });
}
process.exit(0);
