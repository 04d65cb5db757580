/** Holds the table of rooms against the real imports. The table itself is in architecture/rooms.ts. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exportSources } from "../scripts/export-sources.ts";
import { checkFile } from "./architecture/check.ts";
import { hasDefaultExport, importsOf } from "./architecture/imports.ts";

const root = join(import.meta.dirname, "..");
const files = globSync("{src,connectors}/**/*.ts", { cwd: root })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !path.includes("/fixtures/"));

describe("the repository", () => {
  test("has sources to check", () => {
    expect(files).toContain("src/core/assert-never.ts");
  });

  test("keeps every import inside the table of rooms, and every file named, short and without a default", () => {
    expect(files.flatMap((path) => checkFile(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  });

  test("has a source file for every public subpath", () => {
    expect([...exportSources().values()].filter((source) => !existsSync(source))).toEqual([]);
  });

  test("makes every face and every connector a public subpath in package.json", () => {
    const listed = new Set(exportSources().values());
    const faces = files.filter((path) => /^(src\/[^/]+\.ts|connectors\/[^/]+\/index\.ts)$/.test(path));
    expect(faces.filter((path) => !listed.has(join(root, path)))).toEqual([]);
  });
});

describe("a violation is caught", () => {
  test.each([
    ["a room that looks up", "src/core/record.ts", `import type { Runner } from "../run/runner.ts";`],
    ["a room that looks sideways", "src/http/client.ts", `import { plan } from "../run/plan.ts";`],
    ["core that uses Node", "src/core/key.ts", `import { createHash } from "node:crypto";`],
    ["run that uses more of Node than digests", "src/run/runner.ts", `import { readFile } from "node:fs/promises";`],
    ["an engine that knows its sibling", "src/engines/sqlite/open.ts", `export { a } from "../memory/a.ts";`],
    ["a shared unit that knows its siblings", "src/engines/embedded.ts", `import { a } from "./memory/store.ts";`],
    ["an engine that knows the runner", "src/engines/memory.ts", `const r = await import("../run/runner.ts");`],
    [
      "a connector that knows a room",
      "connectors/slack/index.ts",
      `import type { Json } from "../../src/core/json.ts";`,
    ],
    ["a connector that knows another", "connectors/slack/a.ts", `import { github } from "../github/index.ts";`],
    ["a package in the wrong room", "src/tools/names.ts", `import { parse } from "yaml";`],
    ["a package below the wrong scope", "src/tools/names.ts", `import { x } from "@slack/web-api/dist/x.js";`],
    ["an import type expression", "src/core/call.ts", `export type A = import("../run/plan.ts").A;`],
    ["an import for its effect", "src/core/call.ts", `import "../run/plan.ts";`],
    ["a room nobody declared", "src/stuff/thing.ts", ""],
    ["a file out of all rooms", "src/core/call.ts", `import { x } from "../../scripts/build.ts";`],
    ["a barrel inside a room", "src/run/index.ts", ""],
    ["a file without a noun", "src/run/utils.ts", ""],
    ["a default export", "src/run/plan.ts", "export default function plan() {}"],
    ["a renamed default export", "src/run/plan.ts", "export { plan as default };"],
    ["a long file", "src/run/plan.ts", "\n".repeat(300) + "x"],
  ])("%s", (_, path, source) => {
    expect(checkFile(path, source)).toHaveLength(1);
  });

  test.each([
    ["core seen from anywhere", "src/engines/sqlite/open.ts", `import { a } from "../../core/json.ts";`],
    ["the unit that siblings share", "src/engines/memory.ts", `import { a } from "./embedded/store.ts";`],
    ["a neighbor in the same unit", "src/engines/sqlite/open.ts", `import { a } from "./schema.ts";`],
    ["digests in run", "src/run/digest.ts", `import { createHash } from "node:crypto";`],
    ["the face of connector authors", "connectors/slack/index.ts", `import { d } from "../../src/connector.ts";`],
    ["an import in a comment", "src/core/call.ts", `// import "../run/plan.ts"\n/* from "node:fs" */`],
    ["an import in a text", "src/core/call.ts", 'const a = \'import "node:fs"\'; const b = `from "node:fs"`;'],
    ["a file at the limit", "src/run/plan.ts", "\n".repeat(299) + "x"],
  ])("but not %s", (_, path, source) => {
    expect(checkFile(path, source)).toEqual([]);
  });
});

describe("the scanner", () => {
  test("sees imports over several lines and in both quotes", () => {
    expect(importsOf(`import {\n  a,\n  type B,\n} from './a.ts';\nexport * from "./b.ts";`)).toEqual([
      "./a.ts",
      "./b.ts",
    ]);
  });

  test("is not led astray by quotes in a regular expression or by a division", () => {
    expect(importsOf('const a = /["`]/.test(b); const c = d / 2 / e;\nexport * from "./b.ts"; const f = /`/;')).toEqual(
      ["./b.ts"],
    );
  });

  test("does not take the word default in a text for an export", () => {
    expect(hasDefaultExport("const a = `\nexport default 1`; // export default")).toBe(false);
  });
});
