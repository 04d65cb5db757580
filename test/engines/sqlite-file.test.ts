/** The journal's files: private, durable, recognized, and refused with a reason when they are something else. */
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../src/engines/sqlite/schema.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { taskOf } from "../../src/testing/engine-world.ts";
import { engineAt, newJournal, openRaw, worldAt } from "./journal.ts";

describe("the files of a journal", () => {
  test("can be read by their owner alone, whatever the umask", async () => {
    const path = newJournal();
    const before = process.umask(0);
    try {
      const world = await worldAt(path);
      await world.post("s", "in", {});
      const modes = ["", "-wal", "-shm", ".lock"].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));
      expect(modes).toEqual(["600", "600", "600", "600"]);
    } finally {
      process.umask(before);
    }
  });

  test("are made at the first opening, not before", async () => {
    const path = newJournal();
    const engine = createSqliteEngine({ path });
    expect(existsSync(path)).toBe(false);
    await engine.close(0);
    expect(existsSync(path)).toBe(false);
  });

  test("hold one file after a close: the log is folded in", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "in", { append: ["kept"] });
    await world.engine.close(0);
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(openRaw(path).prepare("SELECT entry FROM entries").all()).toEqual([{ entry: '"kept"' }]);
  });

  test("that others can read are refused with the command that mends it", async () => {
    const path = newJournal();
    await (await worldAt(path)).engine.close(0);
    chmodSync(path, 0o640);
    await expect(worldAt(path)).rejects.toMatchObject({
      code: "file_not_private",
      message: expect.stringContaining(`chmod 600 '${path}'`) as string,
    });
    chmodSync(path, 0o600);
    await worldAt(path);
  });

  test("in a folder that does not exist are refused with its name", async () => {
    const path = join(newJournal(), "deeper", "calls.db");
    await expect(worldAt(path)).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("create it first") as string,
    });
  });

  test("are one journal through a link: the second owner is refused", async () => {
    const path = newJournal();
    await worldAt(path);
    symlinkSync(path, `${path}-link`);
    await expect(worldAt(`${path}-link`)).rejects.toMatchObject({ code: "journal_locked" });
  });

  test("P7.2: are refused under a hard link, which the lock beside one name cannot see", async () => {
    const path = newJournal();
    await (await worldAt(path)).engine.close(0);
    linkSync(path, `${path}-twin`);
    for (const name of [path, `${path}-twin`]) {
      await expect(worldAt(name)).rejects.toMatchObject({
        code: "journal_unavailable",
        message: expect.stringContaining("2 names (hard links)") as string,
      });
    }
    rmSync(`${path}-twin`);
    await worldAt(path);
  });

  test("P7.2: that get a second name while they are open start no write until it is gone", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    linkSync(path, `${path}-twin`);
    await expect(world.run(taskOf("t"))).rejects.toMatchObject({ code: "journal_unavailable" });
    expect(world.program.attempts).toEqual([]);
    rmSync(`${path}-twin`);
    await world.run(taskOf("later"));
    expect(world.program.attempts.map(({ task }) => task.id)).toEqual(["later"]);
  });

  test("are not made of a folder or a device, and nothing appears beside these", async () => {
    const folder = dirname(newJournal());
    const before = existsSync("/dev/null.lock");
    await expect(worldAt(folder)).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("is a folder") as string,
    });
    await expect(worldAt("/dev/null")).rejects.toThrow(/is no regular file/);
    await expect(engineAt(folder, { observer: true }).item("s", "i")).rejects.toThrow(/is a folder/);
    expect([existsSync(`${folder}.lock`), existsSync("/dev/null.lock")]).toEqual([false, before]);
  });

  test.each(["", ":memory:"])("are not made of the path %j", (path) => {
    expect(() => createSqliteEngine({ path })).toThrow(/names no file/);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("are not waited for during %d ms", (lockWaitMs) => {
    expect(() => createSqliteEngine({ path: "calls.db", lockWaitMs })).toThrow(/lockWaitMs/);
  });
});

/** Pages of the log that are in the file, from the log's index (https://www.sqlite.org/walformat.html, "nBackfill"). */
function foldedPages(path: string): number {
  return readFileSync(`${path}-shm`).readUInt32LE(96);
}

describe("durability", () => {
  const hasStrace = spawnSync("strace", ["-V"]).status === 0;

  test.skipIf(!hasStrace)("P7.1: every commit is synced: a post is answered after a sync of its own", () => {
    const path = newJournal();
    const script = join(import.meta.dirname, "sync-worker.ts");
    const trace = `${path}.trace`;
    const args = ["-f", "-e", "trace=fsync,fdatasync,write", "-o", trace, process.execPath, script, path];
    expect(spawnSync("strace", args).status).toBe(0);
    const lines = readFileSync(trace, "utf8").split("\n");
    const marks = lines.flatMap((line, index) => (line.includes('write(1, "post') ? [index] : []));
    expect(marks).toHaveLength(6);
    for (const [index, mark] of marks.slice(1).entries()) {
      expect(lines.slice(marks[index], mark).some((line) => /f(data)?sync\(/.test(line))).toBe(true);
    }
  });

  test("the log is folded in while nobody asks for anything, and not for a few commits", async () => {
    const [few, many] = [newJournal(), newJournal()];
    for (const [path, count] of [
      [few, 31],
      [many, 32],
    ] as const) {
      const world = await worldAt(path);
      for (let index = 0; index < count; index += 1) await world.post("s", `in ${String(index)}`, {});
    }
    await vi.waitFor(() => expect(foldedPages(many)).toBeGreaterThan(0), { timeout: 15_000 });
    expect(foldedPages(few)).toBe(0);
  });

  test("rows lie in tables that a person can read with any SQLite tool", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "in", {
      doc: { a: 1 },
      put: [{ id: "i", kind: "k", status: "open", value: [1] }],
      reply: "r",
    });
    const raw = openRaw(path);
    expect(raw.prepare("SELECT doc FROM docs").get()).toEqual({ doc: '{"a":1}' });
    expect(raw.prepare("SELECT id, reply FROM inputs").get()).toEqual({ id: "in", reply: '"r"' });
    expect(raw.prepare("SELECT id, kind, status, value FROM items").get()).toMatchObject({ id: "i", value: "[1]" });
  });
});

describe("a file that is no journal of ours", () => {
  async function refusal(path: string): Promise<{ readonly code: string; readonly message: string }> {
    return worldAt(path).then(
      () => Promise.reject(new Error("it was opened")),
      (error: unknown) => error as { readonly code: string; readonly message: string },
    );
  }

  test("is refused when it is no database, and left as it was", async () => {
    const path = newJournal();
    writeFileSync(path, "hello ".repeat(1_000), { mode: 0o600 });
    const { code, message } = await refusal(path);
    expect(code).toBe("journal_incompatible");
    expect(message).toContain("is not a journal");
    expect(readFileSync(path, "utf8")).toBe("hello ".repeat(1_000));
  });

  test("is refused when it is another program's database, which stays usable", async () => {
    const path = newJournal();
    writeFileSync(path, "", { mode: 0o600 });
    const raw = openRaw(path);
    raw.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    expect(await refusal(path)).toMatchObject({ code: "journal_incompatible" });
    expect(raw.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "theirs" }]);
    expect(raw.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
  });

  test("is refused when a newer toolkit wrote it, naming both versions", async () => {
    const path = newJournal();
    await (await worldAt(path)).engine.close(0);
    openRaw(path).exec("PRAGMA user_version = 99");
    const { code, message } = await refusal(path);
    expect(code).toBe("journal_incompatible");
    expect(message).toMatch(/version 99.*knows \d+/);
  });

  test("is refused when it is damaged, with what to do", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    for (let count = 0; count < 50; count += 1) await world.post("s", `in${count}`, { append: ["x".repeat(2_000)] });
    await world.engine.close(0);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4_096);
    writeFileSync(path, bytes);
    const { code, message } = await refusal(path);
    expect(code).toBe("journal_unavailable");
    expect(message).toContain("is damaged");
  });

  test("gives its lock back: a mended file can be opened by the same process", async () => {
    const path = newJournal();
    await (await worldAt(path)).engine.close(0);
    openRaw(path).exec("PRAGMA user_version = 99");
    await refusal(path);
    openRaw(path).exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    const world = await worldAt(path);
    await world.run(taskOf("t"));
    expect((await world.end(taskOf("t")))?.kind).toBe("returned");
  });
});
