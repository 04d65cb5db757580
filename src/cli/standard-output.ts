/**
 * Standard output and standard error of the process. Their streams cost a start more than a small check does, so texts are
 * written without them until something goes wrong; the stream then waits, or meets the same error and tells it.
 */
import { fstatSync, writeSync } from "node:fs";
import type { Output } from "./command.ts";
import { outputOf, wantsColor } from "./output.ts";
import type { OutputStream } from "./output.ts";

/** An output over a descriptor; `open` gives the stream over the same one. Color follows the environment. */
export function standardOutput(
  descriptor: number,
  open: () => OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): Output {
  // Only a character device can be a terminal, and what a terminal can do its stream knows.
  if (fstatSync(descriptor).isCharacterDevice()) return outputOf(open(), env);
  let stream: OutputStream | undefined;
  return {
    isTerminal: false,
    hasColor: wantsColor(env, false),
    write: (text) => {
      const rest = stream === undefined ? writeNow(descriptor, text) : Buffer.from(text);
      if (rest.length === 0) return;
      stream ??= open();
      stream.write(rest);
    },
  };
}

/** Writes what can be written at once and gives what is left: a pipe may be full, or have no reader any more. */
function writeNow(descriptor: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch {
    // The stream gets the rest: it waits for a full pipe and reports every other error as it always does.
  }
  return bytes.subarray(written);
}
