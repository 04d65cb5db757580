import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withCommandTable } from "../../scripts/command-table.ts";
import { commandEntries } from "../../src/cli/commands.ts";
import { shippedConnectorIds } from "../../src/cli/shipped-connectors.ts";
import { PROMISES } from "../promises.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("README quotes the example's program as it is", () => {
  const readme = read("README.md");
  const [, quoted] = /<!-- from examples\/slack-thread-reply\.ts -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  const program = read("examples/slack-thread-reply.ts");
  expect(quoted).toBe(program.slice(program.indexOf("import ")).trimEnd());
});

test("README names scripts that exist", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test.each(["README.md", "docs/cli.md", "docs/promises.md", "docs/operations.md"])(
  "%s links to pages that exist",
  (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? "");
    for (const link of links) expect(() => read(join(page, "..", link)), link).not.toThrow();
  },
);

test("docs/cli.md lists every command with its summary; node scripts/command-table.ts writes it", () => {
  const text = read("docs/cli.md");
  expect(text).toBe(withCommandTable(text));
  for (const { name } of commandEntries) expect(text).toContain(`| \`${name}\` |`);
  for (const id of shippedConnectorIds) expect(text).toContain(`\`${id}\``);
});

test("docs/promises.md explains each promise under its number, and no other", () => {
  const explained = [...read("docs/promises.md").matchAll(/^- \*\*(P\d+\.\d+)\*\*/gm)].map((match) => match[1]);
  expect(explained).toEqual(PROMISES.map(({ id }) => id));
});
