/** Runs a command line in this process, with its streams as text. */
import { PassThrough } from "node:stream";
import type { Output } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/run-command.ts";

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly stdin?: string;
}

export async function runWords(words: readonly string[], around: Around = {}): Promise<Ran> {
  const texts = { stdout: "", stderr: "" };
  const output = (name: keyof typeof texts): Output => ({
    isTerminal: false,
    hasColor: false,
    write: (text) => {
      texts[name] += text;
    },
  });
  const stdin = new PassThrough();
  stdin.end(around.stdin ?? "");
  const exitCode = await runCommand(words, {
    stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: around.env ?? {},
    signal: around.signal ?? new AbortController().signal,
  });
  return { exitCode, ...texts };
}

/** The one JSON value on stdout; throws when there is anything else. */
export function jsonOf(ran: Ran): unknown {
  return JSON.parse(ran.stdout);
}
