/**
 * `validate` as a command: one file in a cold process beside an empty one, and a thousand files of a hundred lines
 * beside ajv-cli, which checks the schema of the language alone and gives no places. Run `npm run build` before.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { starterManifest } from "../src/cli/starter-manifest.ts";
import { measure, print, quantile } from "./measure.ts";
import type { Subject } from "./measure.ts";

const FILES = 1000;
const root = join(import.meta.dirname, "..");
const command = join(root, "bin", "dex-connectors.js");
const ajv = join(import.meta.dirname, "node_modules", "ajv-cli", "dist", "index.js");
const schema = join(root, "schemas", "dex-connector.schema.json");

/** Prints what a process used, at its end and beside its own output. */
const usage = `data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:r}=process.resourceUsage();process.stderr.write("\\nUSED "+(u+s)+" "+r)})`;

interface Program {
  readonly name: string;
  readonly words: readonly string[];
}

function run(words: readonly string[]): string {
  const ran = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status !== 0)
    throw new Error(`${words.join(" ")} ended with ${String(ran.status)}: ${ran.stderr || ran.stdout}`);
  return ran.stderr;
}

const subjectOf = ({ name, words }: Program): Subject => ({
  name,
  run: async (count) => {
    for (let index = 0; index < count; index += 1) run(words);
    return Promise.resolve();
  },
});

/** Wall time in turns; then, in runs of their own, the time of the processor and the peak of memory. */
async function compare(title: string, programs: readonly Program[], rounds: number): Promise<void> {
  print(title, await measure(programs.map(subjectOf), rounds, 1));
  const used = programs.map((): [number, number][] => []);
  for (let round = 0; round < Math.min(rounds, 7); round += 1) {
    for (const [index, { words }] of programs.entries()) {
      const [, us = "", kib = ""] = /USED ([0-9]+) ([0-9]+)/.exec(run(["--import", usage, ...words])) ?? [];
      used[index]?.push([Number(us), Number(kib)]);
    }
  }
  const first = quantile(
    (used[0] ?? []).map(([us]) => us),
    0.5,
  );
  for (const [index, { name }] of programs.entries()) {
    const us = quantile(
      (used[index] ?? []).map(([each]) => each),
      0.5,
    );
    const kib = quantile(
      (used[index] ?? []).map(([, each]) => each),
      1,
    );
    console.log(
      `  ${name.padEnd(44)} processor ${(us / 1000).toFixed(0)} ms   × ${(us / first).toFixed(2)}   peak ${(kib / 1024).toFixed(0)} MiB`,
    );
  }
}

/** What `init` writes, a hundred lines with examples, in both formats and under a thousand ids. */
function writeFiles(folder: string): void {
  const text = starterManifest("acme-desk");
  for (const format of ["json", "yaml"]) mkdirSync(join(folder, format));
  for (let index = 0; index < FILES; index += 1) {
    const own = text.replace("id: acme-desk", `id: acme-desk-${String(index)}`);
    writeFileSync(join(folder, "yaml", `${String(index)}.connector.yaml`), own);
    writeFileSync(join(folder, "json", `${String(index)}.connector.json`), JSON.stringify(parse(own), undefined, 1));
  }
}

const folder = mkdtempSync(join(tmpdir(), "dex-connectors-bench-"));
try {
  writeFiles(folder);
  const one = (format: string): string => join(folder, format, `0.connector.${format}`);
  await compare(
    "one file, cold process",
    [
      { name: "node -e 0", words: ["-e", "0"] },
      { name: "validate, JSON", words: [command, "validate", one("json")] },
      { name: "validate, YAML", words: [command, "validate", one("yaml")] },
      {
        name: "ajv-cli, JSON",
        words: [
          ajv,
          "validate",
          "--spec=draft2020",
          "--strict=false",
          "--validate-formats=false",
          "-s",
          schema,
          "-d",
          one("json"),
        ],
      },
    ],
    Number(process.argv[2] ?? 25),
  );
  await compare(
    `${String(FILES)} files of a hundred lines`,
    [
      {
        name: "ajv-cli, JSON, schema only",
        words: [
          ajv,
          "validate",
          "--spec=draft2020",
          "--strict=false",
          "--validate-formats=false",
          "-s",
          schema,
          "-d",
          join(folder, "json", "*.json"),
        ],
      },
      { name: "validate, JSON", words: [command, "validate", join(folder, "json")] },
      { name: "validate, YAML", words: [command, "validate", join(folder, "yaml")] },
    ],
    Number(process.argv[3] ?? 7),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
