/** Writes the table of commands into docs/cli.md: `node scripts/command-table.ts` after a command was added or renamed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandEntries } from "../src/cli/commands.ts";

const page = join(import.meta.dirname, "../docs/cli.md");
const place = /(<!-- commands -->\n)[\s\S]*?(<!-- \/commands -->)/;

/** The page with the table that belongs into it. */
export function withCommandTable(text: string): string {
  const rows = commandEntries.map(({ name, summary }) => `| \`${name}\` | ${summary} |\n`);
  const table = ["| command | what it does |\n", "| --- | --- |\n", ...rows].join("");
  return text.replace(place, (_whole, start: string, end: string) => `${start}${table}${end}`);
}

if (import.meta.main) writeFileSync(page, withCommandTable(readFileSync(page, "utf8")));
