/** The commands by name, each loaded only when it is run: a start pays for one command, not for all. */

import type { Command } from "./command.ts";
import type { CommandLine } from "./help.ts";

export interface CommandEntry extends CommandLine {
  load(): Promise<Command>;
}

/** What runs when the words begin with a path, or when there are none. */
export const defaultEntry: CommandEntry = {
  name: "validate",
  summary: "Check manifests: text, structure, schemas, meaning, and tool names across files.",
  load: async () => (await import("./validate.ts")).validate,
};

/** In the order of the help. The summary is repeated here so that the list needs no command loaded. */
export const commandEntries: readonly CommandEntry[] = [
  defaultEntry,
  {
    name: "test",
    summary: "Replay the examples of manifests, faults included, on this machine.",
    load: async () => (await import("./test.ts")).test,
  },
  {
    name: "explain",
    summary: "Say why a rule exists, with a bad and a good example.",
    load: async () => (await import("./explain.ts")).explain,
  },
  {
    name: "rules",
    summary: "List the rules with severity, category and fix.",
    load: async () => (await import("./rules.ts")).rules,
  },
  {
    name: "fix",
    summary: "Mend manifests by the fixes that keep their meaning.",
    load: async () => (await import("./fix.ts")).fix,
  },
  {
    name: "resolve",
    summary: "Print a manifest with every default written out, and where each comes from.",
    load: async () => (await import("./resolve.ts")).resolve,
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of the manifest language.",
    load: async () => (await import("./schema.ts")).schema,
  },
  {
    name: "types",
    summary: "Print TypeScript types of inputs and outputs.",
    load: async () => (await import("./print-types.ts")).types,
  },
  {
    name: "init",
    summary: "Write a first manifest, with comments and examples, into a new folder.",
    load: async () => (await import("./init.ts")).init,
  },
  {
    name: "tools",
    summary: "Show the tools an agent would see.",
    load: async () => (await import("./tools.ts")).tools,
  },
  { name: "call", summary: "Run one operation and record it.", load: async () => (await import("./call.ts")).call },
  { name: "run", summary: "Run the calls of a model's response.", load: async () => (await import("./run.ts")).run },
  { name: "calls", summary: "List the calls of a journal.", load: async () => (await import("./calls.ts")).calls },
  { name: "show", summary: "Show one call in full.", load: async () => (await import("./show.ts")).show },
  {
    name: "approvals",
    summary: "List the calls that wait for a person, with what would run.",
    load: async () => (await import("./approvals.ts")).approvals,
  },
  {
    name: "decide",
    summary: "Approve or reject a call that waits.",
    load: async () => (await import("./decide.ts")).decide,
  },
  {
    name: "recover",
    summary: "End what was in flight, go on with what may, list the rest.",
    load: async () => (await import("./recover.ts")).recover,
  },
  {
    name: "reconcile",
    summary: "Ask providers how calls of unknown outcome ended.",
    load: async () => (await import("./reconcile.ts")).reconcile,
  },
  {
    name: "settle",
    summary: "Say how a call of unknown outcome ended.",
    load: async () => (await import("./settle.ts")).settle,
  },
  {
    name: "connections check",
    summary: "Say of each connection whether it is complete.",
    load: async () => (await import("./connections-check.ts")).connectionsCheck,
  },
  {
    name: "connections scopes",
    summary: "List the permissions that operations need.",
    load: async () => (await import("./connections-scopes.ts")).connectionsScopes,
  },
  {
    name: "mcp",
    summary: "Serve the tools of connectors over MCP.",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "doctor",
    summary: "Look at Node, journal, connections and clock.",
    load: async () => (await import("./doctor.ts")).doctor,
  },
];
