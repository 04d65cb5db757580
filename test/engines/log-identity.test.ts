/** The log is noticed to be another one, or gone, whether its folder has been at rest for long or not. */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { LogIdentity } from "../../src/engines/sqlite/journal-file.ts";
import { newJournal } from "./journal.ts";

const later = (): number => Date.now() + 60_000;

/** What somebody may do to the log, given another file beside it. */
const harms: readonly (readonly [name: string, harm: (log: string, other: string) => void])[] = [
  ["removed", (log) => rmSync(log)],
  ["moved away", (log, other) => renameSync(log, `${other}.old`)],
  ["overwritten by a rename", (log, other) => renameSync(other, log)],
  [
    "put anew under its name",
    (log, other) => {
      renameSync(log, `${other}.old`);
      copyFileSync(`${other}.old`, log);
    },
  ],
  [
    "gone with its folder",
    (log) => {
      rmSync(dirname(log), { recursive: true });
      mkdirSync(dirname(log));
    },
  ],
];

describe("P7.1: a log", () => {
  describe.each([
    ["in a folder at rest", later],
    ["in a folder that changed just now", Date.now],
  ])("%s", (_, now) => {
    test.each(harms)("that was %s is noticed at the next look", (_name, harm) => {
      const log = `${newJournal()}-wal`;
      const other = join(dirname(log), "other");
      writeFileSync(log, "log");
      writeFileSync(other, "log");
      const identity = new LogIdentity(log, now);
      identity.assertSame();
      identity.assertSame();
      harm(log, other);
      expect(() => identity.assertSame()).toThrow(/was (removed|replaced)/);
      // And it stays so: what was noticed once is not trusted again.
      expect(() => identity.assertSame()).toThrow(/was (removed|replaced)/);
    });

    test("that stays is the same, whatever else comes and goes in its folder", () => {
      const log = `${newJournal()}-wal`;
      writeFileSync(log, "log");
      const identity = new LogIdentity(log, now);
      for (let turn = 0; turn < 5; turn += 1) {
        identity.assertSame();
        writeFileSync(join(dirname(log), "other"), "x");
        identity.assertSame();
        rmSync(join(dirname(log), "other"));
      }
      identity.assertSame();
    });
  });
});
