/** From the words of a command line to an exit code. Never shows a stack unless asked to by DEX_CONNECTORS_DEBUG. */

import { existsSync } from "node:fs";
import { closestName } from "../core/closest-name.ts";
import { isToolkitError } from "../core/error.ts";
import type { Command, CommandContext } from "./command.ts";
import { CommandError, exitCodeOf, exitCodes, misuse } from "./command-error.ts";
import type { CommandEntry } from "./commands.ts";
import { commandEntries, defaultEntry } from "./commands.ts";
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
  if (first === "--help" || first === "-h" || first === "help") {
    around.stdout.write(listHelp(commandEntries));
    return exitCodes.fine;
  }
  if (first === undefined) return checkHere(around);
  const entry = entryOf(words);
  if (entry !== undefined) return run(entry, words.slice(entry.name.split(" ").length), around);
  if (isPath(first)) return run(defaultEntry, words, around);
  throw unknownCommand(first);
}

async function run(entry: CommandEntry, words: readonly string[], around: CommandSurroundings): Promise<number> {
  const command: Command = await entry.load();
  const { args, flags } = parseWords(command, words);
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

/** Without a word: the default command; where it finds nothing to do, somebody is looking for the commands. */
async function checkHere(around: CommandSurroundings): Promise<number> {
  try {
    return await run(defaultEntry, [], around);
  } catch (error) {
    // Nothing was typed, so nothing was mistyped: the only misuse is a folder without manifests.
    if (!(error instanceof CommandError) || error.exitCode !== exitCodes.misuse) throw error;
    around.stderr.write(listHelp(commandEntries));
    return exitCodes.misuse;
  }
}

/** A name may have two words; the longer match wins. */
function entryOf(words: readonly string[]): CommandEntry | undefined {
  const [two, one] = [2, 1].map((count) => words.slice(0, count).join(" "));
  return commandEntries.find(({ name }) => name === two) ?? commandEntries.find(({ name }) => name === one);
}

/** A word that is no command: it names something that is there, or can only be meant as a path. */
function isPath(word: string): boolean {
  if (word.startsWith("-") || familyOf(word).length > 0) return false;
  return word.startsWith(".") || /[/\\]|\.(?:json|ya?ml)$/.test(word) || existsSync(word);
}

/** The names of two words that begin with this one. */
function familyOf(word: string): readonly string[] {
  return commandEntries.filter(({ name }) => name.startsWith(`${word} `)).map(({ name }) => name);
}

function unknownCommand(word: string): CommandError {
  const family = familyOf(word);
  if (family.length > 0) return misuse(`${word} needs a second word: ${family.join(", ")}`);
  if (word.startsWith("-"))
    return misuse(`the command comes before its flags; ${word} is none. See dex-connectors --help`);
  const closest = closestName(
    word,
    commandEntries.map(({ name }) => name),
  );
  const hint = closest === undefined ? "see dex-connectors --help" : `did you mean ${closest}?`;
  return misuse(`there is no command ${JSON.stringify(word)}; ${hint}`);
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
