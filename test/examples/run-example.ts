/** Runs an example as a user would: in a process of its own, with the package's own name leading to the sources. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface ExampleRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ExampleOptions {
  readonly words?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

export async function runExample(name: string, options: ExampleOptions = {}): Promise<ExampleRun> {
  const { words = [], cwd = root, env = {}, stdin = "" } = options;
  const hooks = join(root, "scripts/from-source.ts");
  const child = spawn(process.execPath, ["--import", hooks, join(root, "examples", name), ...words], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...env },
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (texts.stderr += chunk.toString()));
  child.stdin.end(stdin);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, ...texts };
}
