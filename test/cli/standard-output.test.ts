/** What a command prints arrives whole, whatever the pipe is like, and a reader that goes away is no error. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

function start(program: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: root });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return { child, stderr: () => stderr };
}

/** Writes a text that no pipe holds at once, in two parts, and a line after it. */
const writing = (before: string): string => `
  import { standardOutput } from ${JSON.stringify(join(root, "src/cli/standard-output.ts"))};
  ${before}
  const output = standardOutput(1, () => process.stdout, {});
  output.write("é".repeat(1_000_000));
  output.write("z".repeat(1_000_000));
  output.write("end");`;

test.each([
  ["that waits", ""],
  // Opening the stream makes the pipe one that refuses what does not fit.
  ["that refuses what does not fit", "process.stdout;"],
])("a pipe %s gets everything in order", async (_, before) => {
  const { child, stderr } = start(writing(before));
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [exitCode] = (await once(child, "close")) as [number | null];
  expect({ exitCode, stderr: stderr() }).toEqual({ exitCode: 0, stderr: "" });
  const text = Buffer.concat(chunks).toString();
  expect(text === `${"é".repeat(1_000_000)}${"z".repeat(1_000_000)}end`).toBe(true);
});

test("a reader that stops reading ends the command without a word", async () => {
  const { child, stderr } = start(`
    const { main } = await import(${JSON.stringify(join(root, "src/cli/main.ts"))});
    process.exitCode = await main(["schema"]);`);
  child.stdout.destroy();
  const [exitCode] = (await once(child, "close")) as [number | null];
  expect({ exitCode, stderr: stderr() }).toEqual({ exitCode: 0, stderr: "" });
});

test("what is no terminal has no color, unless the environment asks for it", async () => {
  const { child } = start(`
    import { standardOutput } from ${JSON.stringify(join(root, "src/cli/standard-output.ts"))};
    const outputs = [{}, { FORCE_COLOR: "1" }].map((env) => standardOutput(1, () => process.stdout, env));
    outputs[0].write(JSON.stringify(outputs));`);
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  expect(JSON.parse(chunk.toString())).toEqual([
    { isTerminal: false, hasColor: false },
    { isTerminal: false, hasColor: true },
  ]);
});
