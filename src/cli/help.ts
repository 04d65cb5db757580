/** The words of `--help`: the list of commands, and one command with its flags and examples. */

import type { Command, FlagSpec } from "./command.ts";
import { allFlags } from "./flags.ts";

/** What the list of commands shows of each; known without loading it. */
export interface CommandLine {
  readonly name: string;
  readonly summary: string;
}

export function listHelp(commands: readonly CommandLine[]): string {
  return [
    "Connector operations as tools for AI agents: validated, recorded, run at most once.",
    "",
    "usage: dex-connectors <command> [arguments] [flags]",
    "       dex-connectors [<path>… [flags]]   checks manifests, as validate does",
    "",
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    "dex-connectors <command> --help says more about one; dex-connectors --version names the version.",
    "Exit codes: 0 fine, 1 findings or a call that did not succeed, 2 misuse, 3 internal, 4 incomplete.",
    "",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const flags = Object.entries(allFlags(command)).map(
    ([name, spec]) => [flagWords(name, spec), spec.description] as const,
  );
  return [
    command.summary,
    "",
    `usage: dex-connectors ${command.usage}`,
    "",
    ...columns(flags),
    "",
    command.examples.length === 1 ? "example:" : "examples:",
    ...command.examples.map((example) => `  dex-connectors ${example}`),
    "",
  ].join("\n");
}

function flagWords(name: string, spec: FlagSpec): string {
  if (spec.type === "boolean") return `--${name}`;
  const value = spec.choices?.join("|") ?? spec.value ?? "VALUE";
  return `--${name} ${value}${spec.multiple === true ? " (repeatable)" : ""}`;
}

const widestLeftColumn = 34;

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(widestLeftColumn, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
}
