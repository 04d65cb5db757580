/**
 * `validate` as a command: one file in a cold process beside an empty one, and a thousand files beside ajv-cli, which checks
 * the schema of the language alone and gives no places. Both read the same files. Run `npm run build` before.
 *
 * The files hold what `hundred-lines` writes: one operation with all that it needs and one example, about 110 lines. The
 * last part is heavier than what is asked for: 300 files as `init` writes them, two operations with twelve examples in a
 * hundred dense lines of YAML, which are 590 lines of JSON.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { starterManifest } from "../src/cli/starter-manifest.ts";
import { hundredLines } from "./hundred-lines.ts";
import { quantile } from "./measure.ts";

const root = join(import.meta.dirname, "..");
const command = join(root, "bin", "dex-connectors.js");
const ajv = join(import.meta.dirname, "node_modules", "ajv-cli", "dist", "index.js");
const schema = join(root, "schemas", "dex-connector.schema.json");
const used = join(import.meta.dirname, "used.cjs");

interface Program {
  readonly name: string;
  readonly words: readonly string[];
}

/** Of one run: the time on the wall and of the processor, and the peak of memory. */
interface Run {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly peakMib: number;
}

function run(words: readonly string[]): Run {
  const before = process.hrtime.bigint();
  const ran = spawnSync(process.execPath, ["--require", used, ...words], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const wallMs = Number(process.hrtime.bigint() - before) / 1e6;
  const [, us, kib] = /USED ([0-9]+) ([0-9]+)\n$/.exec(ran.stderr) ?? [];
  if (ran.status !== 0 || us === undefined || kib === undefined)
    throw new Error(`${words.join(" ")} ended with ${String(ran.status)}: ${ran.stderr || ran.stdout}`);
  return { wallMs, processorMs: Number(us) / 1000, peakMib: Number(kib) / 1024 };
}

/** In turns, after one round that is not counted. */
function compare(title: string, programs: readonly Program[], rounds: number): void {
  const runs = programs.map((): Run[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { words }] of programs.entries()) {
      const each = run(words);
      if (round >= 0) runs[index]?.push(each);
    }
  }
  console.log(`${title}, ${String(rounds)} rounds  (Node ${process.versions.node})`);
  for (const [index, { name }] of programs.entries()) {
    const own = runs[index] ?? [];
    const spread = (value: (each: Run) => number): string => {
      const ratios = own.map((each, round) => value(each) / value(runs[0]?.[round] ?? each));
      const [low = "", middle = "", high = ""] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2));
      const median = quantile(own.map(value), 0.5);
      return `${median.toFixed(0).padStart(6)} ms  × ${middle}  (${low} to ${high})`;
    };
    const peak = Math.max(...own.map(({ peakMib }) => peakMib));
    console.log(
      `  ${name.padEnd(28)} wall ${spread(({ wallMs }) => wallMs)}   processor ${spread(({ processorMs }) => processorMs)}   peak ${peak.toFixed(0)} MiB`,
    );
  }
}

const formats = ["json", "yaml"] as const;
type Format = (typeof formats)[number];

/** A folder of files for each format. */
function writeFiles(folder: string, count: number, textOf: (format: Format, index: number) => string): void {
  for (const format of formats) {
    mkdirSync(join(folder, format), { recursive: true });
    for (let index = 0; index < count; index += 1) {
      writeFileSync(join(folder, format, `${String(index)}.connector.${format}`), textOf(format, index));
    }
  }
}

function starter(format: Format, index: number): string {
  const text = starterManifest("acme-desk").replace("id: acme-desk", `id: acme-desk-${String(index)}`);
  return format === "yaml" ? text : JSON.stringify(parse(text), undefined, 1);
}

const ajvFlags = ["--spec=draft2020", "--strict=false", "--validate-formats=false", "-s", schema];
const ajvOf = (name: string, files: string): Program => ({
  name: `ajv-cli, ${name}, schema only`,
  words: [ajv, "validate", ...ajvFlags, "-d", files],
});
const ours = (name: string, path: string): Program => ({
  name: `validate, ${name}`,
  words: [command, "validate", path],
});

function compareFolders(title: string, folder: string, rounds: number): void {
  const programs = [
    ajvOf("JSON", join(folder, "json", "*.json")),
    ajvOf("YAML", join(folder, "yaml", "*.yaml")),
    ours("JSON", join(folder, "json")),
    ours("YAML", join(folder, "yaml")),
  ];
  compare(title, programs, rounds);
}

const [single = "25", many = "7", heavy = "3"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "dex-connectors-bench-"));
try {
  const plain = join(folder, "plain");
  writeFiles(plain, 1000, hundredLines);
  const one = (format: Format): string => join(plain, format, `0.connector.${format}`);
  const singles = [
    { name: "node -e 0", words: ["-e", "0"] },
    ours("JSON", one("json")),
    ours("YAML", one("yaml")),
    ajvOf("JSON", one("json")),
  ];
  compare("one file, cold process", singles, Number(single));
  compareFolders("1000 files of a hundred lines", plain, Number(many));
  const dense = join(folder, "dense");
  writeFiles(dense, 300, starter);
  compareFolders("300 files as init writes them", dense, Number(heavy));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
