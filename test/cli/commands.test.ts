import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { commandEntries } from "../../src/cli/commands.ts";
import { shippedConnectorIds } from "../../src/cli/shipped-connectors.ts";
import { runWords } from "./run-words.ts";

describe.each(commandEntries.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  test("says the same of itself as the list of commands", async () => {
    const command = await entry.load();
    expect({ name: command.name, summary: command.summary }).toEqual({ name, summary: entry.summary });
    expect(command.usage.startsWith(name)).toBe(true);
  });

  test("has a help with an example of itself", async () => {
    const ran = await runWords([...name.split(" "), "--help"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain(`usage: dex-connectors ${name}`);
    expect(ran.stdout).toMatch(new RegExp(`examples?:\\n {2}dex-connectors ${name}`));
  });

  test("takes no secret as the value of a flag", async () => {
    const { flags } = await entry.load();
    expect(Object.keys(flags).filter((flag) => /(?:token|secret|password|key)$/i.test(flag))).toEqual([]);
  });
});

test("every connector of the repository is shipped under its id and has tools", async () => {
  const folders = await readdir("connectors");
  expect(shippedConnectorIds.toSorted()).toEqual(folders.toSorted());
  const ran = await runWords(["tools", ...folders, "--format", "json"]);
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
});

test("every example of a help names tools and operations that are shipped", async () => {
  const tools = JSON.parse((await runWords(["tools", ...shippedConnectorIds, "--format", "json"])).stdout) as {
    readonly name: string;
  }[];
  const names = new Set(tools.map(({ name }) => name));
  const commands = await Promise.all(commandEntries.map((entry) => entry.load()));
  const examples = commands.flatMap((command) => command.examples);
  const named = examples.flatMap((example) => [...example.matchAll(/--tool (\S+)/g)].map((match) => match[1] ?? ""));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
  for (const example of examples) {
    const [, connector = "", operation = ""] = /^call ([a-z-]+) (\S+)/.exec(example) ?? [];
    if (connector === "") continue;
    const snake = operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(names).toContain(`${connector}_${snake}`);
  }
});

describe("the command line", () => {
  test("lists every command", async () => {
    const ran = await runWords(["--help"]);
    expect(ran.exitCode).toBe(0);
    for (const { name, summary } of commandEntries)
      expect(ran.stdout.replaceAll(/ +/g, " ")).toContain(`\n ${name} ${summary}\n`);
  });

  test("--version prints the version alone", async () => {
    expect(await runWords(["--version"])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: "",
    });
  });
});
