/** The command line's place in the process: streams, interrupts and warnings. What commands do is elsewhere. */

import type { CommandSurroundings } from "./run-command.ts";
import { writeLine } from "./output.ts";
import { runCommand, tell } from "./run-command.ts";
import { standardOutput } from "./standard-output.ts";

/** Runs the command that the words name and gives its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const { env } = process;
  const interrupt = new AbortController();
  const around: CommandSurroundings = {
    // A command that asks for it may hand the streams to a library.
    get stdin() {
      openOutput();
      return process.stdin;
    },
    stdout: standardOutput(1, openOutput, env),
    stderr: standardOutput(2, () => process.stderr, env),
    env,
    signal: interrupt.signal,
  };
  // What no command waited for, a promise in a dependency for one, ends in the same one line.
  process.on("uncaughtException", (error) => {
    process.exit(tell(error, around));
  });
  tellWarnings(around);
  const onInterrupt = (): void => {
    // The second interrupt finds no listener and ends the process at once; the journal is safe at any moment.
    process.removeListener("SIGINT", onInterrupt);
    interrupt.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onInterrupt);
  try {
    return await runCommand(words, around);
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}

let isWatched = false;

function openOutput(): NodeJS.WriteStream {
  if (!isWatched) {
    isWatched = true;
    // A reader that stops reading (`| head`) is no error.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
  return process.stdout;
}

/** Says warnings in one line each, without the words of Node around them. Node's own, about its features, stay unsaid. */
function tellWarnings({ stderr }: CommandSurroundings): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") writeLine(stderr, `warning: ${warning.message}`);
  });
}
