/** The commands by name, each loaded only when it is run: a start pays for one command, not for all. */

import type { Command } from "./command.ts";
import type { CommandLine } from "./help.ts";

export interface CommandEntry extends CommandLine {
  load(): Promise<Command>;
}

/** In the order of the help. The summary is repeated here so that the list needs no command loaded. */
export const commandEntries: readonly CommandEntry[] = [];
