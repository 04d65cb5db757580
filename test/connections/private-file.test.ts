import { execFileSync } from "node:child_process";
import { chmod, lchown, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { loadFromEnvironment } from "../../src/connections.ts";
import { entry, file, fileOf, folder, valuesOf, withCode, write } from "./connection-folder.ts";

describe("a file that holds credentials must be private", () => {
  test.each([0o644, 0o640, 0o604, 0o660, 0o620, 0o602])(
    "P12.4: mode %o is refused with the command that mends it",
    async (mode) => {
      await write(fileOf(entry), mode);
      const load = (): Promise<unknown> => loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file });
      await expect(load()).rejects.toThrow(withCode("file_not_private", new RegExp(`chmod 600 ${file}`)));
      execFileSync("chmod", ["600", file]);
      await expect(load()).resolves.toBeDefined();
    },
  );

  test.each([0o600, 0o400])("mode %o is taken", async (mode) => {
    await write(fileOf(entry), mode);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).resolves.toBeDefined();
  });

  test("P12.4: a secret's own file too, at the attempt that needs it", async () => {
    await write("t0p", 0o644, join(folder, "secret"));
    const values = await valuesOf({}, fileOf({ ...entry, credentials: { botToken: { file: "secret" } } }));
    await expect(values.credentials()).rejects.toThrow(withCode("file_not_private", /chmod 600 .*secret/));
  });

  test("P12.4: one that was opened to others later is refused at the next attempt, with the command", async () => {
    const values = await valuesOf();
    await chmod(file, 0o644);
    await expect(values.credentials()).rejects.toThrow(withCode("file_not_private", /chmod 600/));
  });

  test("the command quotes a path that needs it", async () => {
    const path = join(folder, "it's here.json");
    await write(fileOf(entry), 0o644, path);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: path })).rejects.toThrow(
      String.raw`chmod 600 '${folder}/it'\''s here.json'`,
    );
  });

  test("a link of the user's is followed, and what it leads to is checked", async () => {
    const link = join(folder, "link.json");
    await symlink(await write(fileOf(entry)), link);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: link })).resolves.toBeDefined();
    await chmod(file, 0o644);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: link })).rejects.toThrow(/chmod 600/);
  });

  test.runIf(process.getuid?.() === 0)(
    "a link of another user's is refused, since its owner decides what is read",
    async () => {
      const link = join(folder, "link.json");
      await symlink(await write(fileOf(entry)), link);
      await lchown(link, 4_242, 4_242);
      await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: link })).rejects.toThrow(
        /link.json belongs to another user/,
      );
    },
  );

  test("a folder and a pipe are no files, and neither is waited for", async () => {
    await mkdir(file);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(/not a regular file/);
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: pipe })).rejects.toThrow(/not a regular file/);
  });

  test("a file of another user is refused with the command that mends it", async () => {
    await write(fileOf(entry));
    vi.spyOn(process, "getuid").mockReturnValue(4_242);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(
      withCode("file_not_private", new RegExp(`belongs to another user .* chown 4242 ${file}`)),
    );
  });

  test("a file over its limit is refused", async () => {
    await write(" ".repeat(1_048_577));
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(/larger than 1048576 bytes/);
  });
});
