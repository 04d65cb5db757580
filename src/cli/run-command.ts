/** From the words of a command line to an exit code. Never shows a stack unless asked to by DEX_CONNECTORS_DEBUG. */

import { closestName } from "../core/closest-name.ts";
import { isToolkitError } from "../core/error.ts";
import type { Command, CommandContext } from "./command.ts";
import { CommandError, exitCodeOf, exitCodes, misuse } from "./command-error.ts";
import type { CommandEntry } from "./commands.ts";
import { commandEntries } from "./commands.ts";
import { parseWords } from "./flags.ts";
import { commandHelp, listHelp } from "./help.ts";
import { paint, writeLine } from "./output.ts";
import { packageVersion } from "./package-version.ts";

/** Everything of a context that does not come from the words. */
export type CommandSurroundings = Omit<CommandContext, "args" | "flags">;

export async function runCommand(words: readonly string[], around: CommandSurroundings): Promise<number> {
  try {
    return await dispatch(words, around);
  } catch (error) {
    if (around.signal.aborted) return exitCodes.interrupted;
    return tell(error, around);
  }
}

async function dispatch(words: readonly string[], around: CommandSurroundings): Promise<number> {
  const [first] = words;
  if (first === "--version") {
    writeLine(around.stdout, packageVersion());
    return exitCodes.fine;
  }
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    (first === undefined ? around.stderr : around.stdout).write(listHelp(commandEntries));
    return first === undefined ? exitCodes.misuse : exitCodes.fine;
  }
  const entry = entryOf(words);
  const command: Command = await entry.load();
  const { args, flags } = parseWords(command, words.slice(entry.name.split(" ").length));
  if (flags["help"] === true) {
    around.stdout.write(commandHelp(command));
    return exitCodes.fine;
  }
  const { stdout, stderr, env, signal } = around;
  const exitCode = await command.run({
    args,
    flags: flags as CommandContext["flags"],
    // Opened by the command that reads it, because opening it costs a start.
    get stdin() {
      return around.stdin;
    },
    stdout,
    stderr,
    env,
    signal,
  });
  return around.signal.aborted ? exitCodes.interrupted : exitCode;
}

/** A name may have two words; the longer match wins. */
function entryOf(words: readonly string[]): CommandEntry {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ");
    const entry = commandEntries.find((candidate) => candidate.name === name);
    if (entry !== undefined) return entry;
  }
  const [word = ""] = words;
  const family = commandEntries.filter(({ name }) => name.startsWith(`${word} `)).map(({ name }) => name);
  if (family.length > 0) throw misuse(`${word} needs a second word: ${family.join(", ")}`);
  if (word.startsWith("-"))
    throw misuse(`the command comes before its flags; ${word} is none. See dex-connectors --help`);
  const closest = closestName(
    word,
    commandEntries.map(({ name }) => name),
  );
  const hint = closest === undefined ? "see dex-connectors --help" : `did you mean ${closest}?`;
  throw misuse(`there is no command ${JSON.stringify(word)}; ${hint}`);
}

/** Says what went wrong in one line and gives the exit code. */
export function tell(error: unknown, { stderr, env }: Pick<CommandSurroundings, "stderr" | "env">): number {
  const isMendable = error instanceof CommandError || isToolkitError(error);
  const exitCode =
    error instanceof CommandError
      ? error.exitCode
      : isToolkitError(error)
        ? exitCodeOf(error.code)
        : exitCodes.internal;
  const message = error instanceof Error ? error.message : String(error);
  const line = isMendable
    ? message
    : `internal error: ${oneLine(message)}; please report it (DEX_CONNECTORS_DEBUG=1 shows where it happened)`;
  writeLine(stderr, `${paint(stderr, "red", "error")}: ${line}`);
  if (env["DEX_CONNECTORS_DEBUG"] === "1" && error instanceof Error) writeLine(stderr, error.stack ?? "");
  return exitCode;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
