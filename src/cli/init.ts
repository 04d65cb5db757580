/** `init`: a first manifest in a folder of its own. It never writes over a file. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { misuse, CommandError, exitCodes } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { writeLine } from "./output.ts";
import { starterManifest } from "./starter-manifest.ts";

const fileName = "dex-connector.yaml";

export const init = defineCommand({
  name: "init",
  summary: "Write a first manifest, with comments and examples, into a new folder.",
  usage: "init <id>",
  operands: { min: 1, max: 1 },
  flags: {},
  examples: ["init acme-desk"],
  run: async ({ args: [id = ""], stdout, stderr }) => {
    if (!/^[a-z][a-z0-9-]{1,38}$/.test(id) || id.endsWith("-")) {
      throw misuse(
        `${JSON.stringify(id)} is no id; write 2 to 39 lower-case letters, digits and hyphens, such as acme-desk`,
      );
    }
    const file = join(id, fileName);
    write(id, file);
    writeLine(stdout, file);
    writeLine(stderr, `now change it, and run: dex-connectors validate ${id} && dex-connectors test ${id}`);
    return Promise.resolve(exitCodes.fine);
  },
});

function write(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, starterManifest(folder), { flag: "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST") throw misuse(`${file} is there already; nothing was written`);
    throw new CommandError(exitCodes.incomplete, `${file} cannot be written: ${code === "" ? String(error) : code}`, {
      cause: error,
    });
  }
}
