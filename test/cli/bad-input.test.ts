import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const reply = ["call", "slack", "postThreadReply"];

/** Words, exit code, and what the one line on stderr says. */
const cases: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ["an unknown command", ["call-it"], 2, /there is no command "call-it"; did you mean call\?/],
  ["half of a command", ["connections"], 2, /needs a second word: connections check, connections scopes/],
  ["a flag in place of a command", ["--journal", "x"], 2, /the command comes before its flags/],
  ["an unknown flag", ["tools", "slack", "--formt", "json"], 2, /tools has no flag --formt; did you mean --format\?/],
  ["a connector that does not exist", ["tools", "slakc"], 2, /no file "slakc".*did you mean slack\?/],
  ["an operation that does not exist", [...reply.slice(0, 2), "postThreadReplie"], 2, /did you mean postThreadReply\?/],
  [
    "an operation that is not exposed",
    [...reply.slice(0, 2), "findMarkedMessages"],
    2,
    /"findMarkedMessages" is exposed/,
  ],
  [
    "arguments that are no JSON",
    [...reply, "--input", "{oops"],
    2,
    /--input is no usable JSON: expected .* at character 1/,
  ],
  ["arguments that are no object", [...reply, "--input", "[1]"], 2, /--input must be a JSON object/],
  ["a key given twice", [...reply, "--input", '{"text":"a","text":"b"}'], 2, /no usable JSON at \/text/],
  ["a file of arguments that is missing", [...reply, "--input", "@missing.json"], 2, /there is no file missing\.json/],
  [
    "a setting that does not exist",
    [...reply, "--config", "apiurl=x"],
    2,
    /no setting "apiurl"; did you mean apiUrl\?/,
  ],
  [
    "a secret as a word",
    [...reply, "--credential", "botToken=xoxb-planted"],
    2,
    /--credential botToken: name a variable or a file/,
  ],
  ["a variable that is not set", [...reply, "--credential", "botToken=env:NOT_SET"], 2, /NOT_SET is not set/],
  ["a connection that is not set up", [...reply, "--connection", "prod"], 2, /slack\/prod is not set up here/],
  ["an answer that does not exist", [...reply, "--approve", "yes"], 2, /--approve takes ask, all, none, later/],
  ["a response file that is missing", ["run", "none.json", "--connector", "slack"], 2, /there is no file none\.json/],
  ["a run without a connector", ["run", "none.json"], 2, /--connector MANIFEST/],
  ["a journal that is not named", ["calls"], 2, /calls needs the journal: --journal FILE/],
  ["a journal that does not exist", ["approvals", "--journal", "none.db"], 2, /there is no journal none\.db/],
  ["a folder as a journal", ["calls", "--journal", "src"], 2, /--journal src is a folder; name a file/],
  ["a device as a journal", ["calls", "--journal", "/dev/null"], 2, /--journal \/dev\/null is no regular file/],
  ["a folder to record a call in", [...reply, "--journal", "src"], 2, /--journal src is a folder; name a file/],
  [
    "a status that does not exist",
    ["calls", "--journal", "x", "--status", "outcome-unknwn"],
    2,
    /did you mean outcome_unknown\?/,
  ],
  ["a key that is none", ["show", "abc", "--journal", "x"], 2, /"abc" is no key/],
  ["a decision that is none", ["decide", "q", "maybe", "--journal", "x"], 2, /approve or reject, not "maybe"/],
  ["a settlement without a reason", ["settle", "a/b/c", "failed", "--journal", "x"], 2, /--reason TEXT/],
  [
    "scopes of an operation that does not exist",
    ["connections", "scopes", "slack", "--operations", "postReply"],
    2,
    /no operation "postReply"/,
  ],
];

describe("bad input", () => {
  test.each(cases)("%s: one line with the next step, no stack", async (_what, words, exitCode, line) => {
    const ran = await runWords(words);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toMatch(line);
    expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(ran.stderr).not.toMatch(/^\s+at /m);
    expect(ran.exitCode).toBe(exitCode);
  });

  test("a secret that was typed as a word is not printed", async () => {
    const ran = await runWords([...reply, "--credential", "xoxb-planted"]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).not.toContain("planted");
  });

  test("a number as a thread's timestamp ends as a record that says where and what", async () => {
    const input = '{"channelId":"C0123456789","threadTimestamp":1710000000.000100,"text":"Hello"}';
    const ran = await runWords([...reply, "--input", input, "--format", "json"]);
    expect(ran.exitCode).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      status: "failed",
      attempts: 0,
      error: {
        code: "invalid_arguments",
        didNotRun: true,
        faults: [{ pointer: "/threadTimestamp", expected: "a string" }],
      },
    });
  });

  test("a manifest with errors is told with place and number of each, exit 1", async () => {
    const file = join(await temporaryFolder(), "dex-connector.yaml");
    await writeFile(file, "manifestVersion: 1\nconnector: {id: UPPER}\n");
    const ran = await runWords(["tools", file]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toMatch(/dex-connector\.yaml:2:\d+ error DC\d{4}/);
    expect(ran.stderr).toContain(`dex-connectors validate ${file}`);
  });

  test("a folder without a manifest is misuse", async () => {
    const folder = join(await temporaryFolder(), "empty");
    await mkdir(folder);
    expect(await runWords(["tools", folder])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("holds no dex-connector.yaml") as string,
    });
  });

  test.skipIf(process.getuid?.() === 0)("a file that cannot be read is incomplete, exit 4", async () => {
    const file = join(await temporaryFolder(), "dex-connector.yaml");
    await writeFile(file, "");
    await chmod(file, 0);
    expect(await runWords(["tools", file])).toMatchObject({ exitCode: 4 });
  });

  test("an internal error is one line that asks for a report; the stack needs DEX_CONNECTORS_DEBUG", async () => {
    const broken = { env: new Proxy({}, { get: (_, name) => fault(name) }) as Record<string, string> };
    const ran = await runWords(["connections", "check"], broken);
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toMatch(
      /^error: internal error: planted fault; please report it \(DEX_CONNECTORS_DEBUG=1 .*\)\n$/,
    );
  });
});

function fault(name: string | symbol): undefined {
  if (name === "DEX_CONNECTORS_DEBUG") return undefined;
  throw new TypeError("planted fault");
}
