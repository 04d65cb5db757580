/** A disk that is full for a while. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { newJournal, openRaw } from "./journal.ts";

const canLimit = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;

test.skipIf(!canLimit)(
  "P7.1: a full disk refuses posts, keeps an end until there is room, and damages nothing",
  async () => {
    const path = newJournal();
    // Files may not grow past 600 KB; the signal that says so is ignored, so writes fail as they do on a full disk.
    const limited = `trap "" XFSZ; ulimit -S -f 600; exec "$0" "$@"`;
    const script = join(import.meta.dirname, "full-disk-worker.ts");
    const worker = spawn("bash", ["-c", limited, process.execPath, script, path], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface(worker.stdout)[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
    try {
      expect(await next()).toEqual({ event: "full", code: "journal_unavailable", attempts: 1 });
      expect(await next()).toEqual({ event: "unrecorded", taskId: "t" });
      spawnSync("prlimit", ["--pid", String(worker.pid), "--fsize=unlimited"]);
      expect(await next()).toEqual({ event: "recorded", id: "end/t", status: "returned" });
      worker.stdin.end();
      await once(worker, "exit");
      const raw = openRaw(path);
      expect(raw.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
      expect(raw.prepare("SELECT status FROM items WHERE id = 'end/t'").all()).toEqual([{ status: "returned" }]);
    } finally {
      worker.kill("SIGKILL");
    }
  },
);
