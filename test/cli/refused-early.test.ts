/** A command that is refused before its first call leaves no empty journal behind. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const settings = [
  "--config",
  "apiUrl=http://127.0.0.1:9/api/",
  "--credential",
  "botToken=env:TOKEN",
  "--allow-loopback",
];
const response = { sessionId: "s", turnId: "t", responseId: "r", calls: [{ name: "slack_list_users", arguments: {} }] };

const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["run, of a connection that is not set up", ["run", "FILE", "--connector", "slack", "--connection", "X"], /slack\/X/],
  [
    "call, of an operation that does not exist",
    ["call", "slack", "listUserz", ...settings],
    /did you mean listUsers\?/,
  ],
  [
    "mcp, of a tool that does not exist",
    ["mcp", "--connector", "slack", "--tool", "slack_list_user", ...settings],
    /there is no tool "slack_list_user"; did you mean slack_list_users\?/,
  ],
  [
    "mcp, without its package",
    ["mcp", "--connector", "slack", "--all", ...settings],
    /^error: serving MCP needs the package @modelcontextprotocol\/server, version 2: install it beside dex-connectors\n$/,
  ],
  [
    "mcp over HTTP, without its package",
    ["mcp", "--connector", "slack", "--all", "--http", "0", ...settings],
    /^error: serving MCP needs the package @modelcontextprotocol\/server, version 2: install it beside dex-connectors\n$/,
  ],
];

test.each(refusals)("%s: one line, exit 2, and no journal", async (_, words, line) => {
  const folder = await temporaryFolder();
  const file = join(folder, "response.json");
  await writeFile(file, JSON.stringify(response));
  const journal = join(folder, "calls.db");
  const given = words.map((word) => (word === "FILE" ? file : word));
  const ran = await runWords([...given, "--journal", journal], { env: { TOKEN: "xoxb-1" } });
  expect(ran).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringMatching(line) as string });
  expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect([existsSync(journal), existsSync(`${journal}.lock`)]).toEqual([false, false]);
});
