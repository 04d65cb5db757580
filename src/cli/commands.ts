/** The commands by name, each loaded only when it is run: a start pays for one command, not for all. */

import type { Command } from "./command.ts";
import type { CommandLine } from "./help.ts";

export interface CommandEntry extends CommandLine {
  load(): Promise<Command>;
}

/** In the order of the help. The summary is repeated here so that the list needs no command loaded. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: "tools",
    summary: "Shows the tools an agent would see.",
    load: async () => (await import("./tools.ts")).tools,
  },
  { name: "call", summary: "Runs one operation and records it.", load: async () => (await import("./call.ts")).call },
  { name: "run", summary: "Runs the calls of a model's response.", load: async () => (await import("./run.ts")).run },
  {
    name: "calls",
    summary: "Lists the calls of a journal.",
    load: async () => (await import("./calls.ts")).calls,
  },
  { name: "show", summary: "Shows one call in full.", load: async () => (await import("./show.ts")).show },
  {
    name: "approvals",
    summary: "Lists the calls that wait for a person, with what would run.",
    load: async () => (await import("./approvals.ts")).approvals,
  },
  {
    name: "decide",
    summary: "Approves or rejects a call that waits.",
    load: async () => (await import("./decide.ts")).decide,
  },
  {
    name: "recover",
    summary: "Ends what was in flight, goes on with what may, lists the rest.",
    load: async () => (await import("./recover.ts")).recover,
  },
  {
    name: "reconcile",
    summary: "Asks providers how calls of unknown outcome ended.",
    load: async () => (await import("./reconcile.ts")).reconcile,
  },
  {
    name: "settle",
    summary: "Says how a call of unknown outcome ended.",
    load: async () => (await import("./settle.ts")).settle,
  },
];
