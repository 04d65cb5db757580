/**
 * One durable call at a time (JSON in, validated, claimed, run, recorded), beside the least that a disk can do for it: two
 * 4 KiB overwrites that are synced. Peers that keep a step in a database run in the same rounds where they are there.
 */

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { alone, durablePeers } from "./durable-peers.ts";
import { type DurableCalls, openDurableCalls } from "./durable-calls.ts";
import { measure, print, type Subject } from "./measure.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
const CALLS = Number(process.env["CALLS"] ?? 100);
const PAGE = Buffer.alloc(4_096, "x");

function twoSyncedPages(folder: string): Subject {
  const file = openSync(join(folder, "pages"), "w+");
  process.once("exit", () => closeSync(file));
  return {
    name: "two 4 KiB overwrites with fdatasync",
    run: async (count) => {
      for (let number = 0; number < 2 * count; number += 1) {
        writeSync(file, PAGE, 0, PAGE.length, 0);
        fdatasyncSync(file);
        // As a program that also does something else: one turn of the event loop for each.
        if (number % 2 === 1) await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Two commits of one row each: a claim and its end. */
function bareSqlite(folder: string): Subject {
  const database = new DatabaseSync(join(folder, "bare.db"));
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE calls (id TEXT PRIMARY KEY, value TEXT)",
  );
  const insert = database.prepare("INSERT INTO calls VALUES (?, ?)");
  const update = database.prepare("UPDATE calls SET value = ? WHERE id = ?");
  let number = 0;
  return {
    name: "bare SQLite, two commits",
    run: async (count) => {
      for (let index = 0; index < count; index += 1) {
        const id = String((number += 1));
        insert.run(id, "claimed");
        update.run("ended", id);
      }
    },
  };
}

function ours(calls: DurableCalls): Subject {
  let session = 0;
  return {
    name: "dex-connectors, SQLite engine",
    run: async (count) => {
      // A session for each 50 calls, as conversations are.
      for (let left = count; left > 0; left -= 50) await calls.run(`one-${String((session += 1))}`, Math.min(left, 50));
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), "durable-"));
const calls = openDurableCalls(join(folder, "calls.db"));
// As a process that has run for a while: compiled. One at a time this many calls would take minutes on a busy disk.
await Promise.all(Array.from({ length: 64 }, async (_, number) => calls.run(`warm-${String(number)}`, 30)));
const peers = await durablePeers();
try {
  const subjects = [twoSyncedPages(folder), bareSqlite(folder), ours(calls), ...peers.map(alone)];
  print("One durable call, one at a time", await measure(subjects, ROUNDS, CALLS));
} finally {
  for (const peer of peers) await peer.close();
  await calls.close();
  rmSync(folder, { recursive: true });
}
process.exit(0);
