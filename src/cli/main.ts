/** The command line's place in the process: streams, interrupts and warnings. What commands do is elsewhere. */

import type { CommandSurroundings } from "./run-command.ts";
import { outputOf, writeLine } from "./output.ts";
import { runCommand, tell } from "./run-command.ts";

/** Runs the command that the words name and gives its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const { env, stdin } = process;
  const interrupt = new AbortController();
  const around: CommandSurroundings = {
    stdin,
    stdout: outputOf(process.stdout, env),
    stderr: outputOf(process.stderr, env),
    env,
    signal: interrupt.signal,
  };
  // A reader that stops reading (`| head`) is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
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

/** Says warnings in one line each, without the words of Node around them. Node's own, about its features, stay unsaid. */
function tellWarnings({ stderr }: CommandSurroundings): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") writeLine(stderr, `warning: ${warning.message}`);
  });
}
