/**
 * Installs the package as a user does, into an empty folder, and runs its command there: with the Node that this
 * repository uses, and with an older one of this machine, which must be told so in one line. `npm run check:installed`,
 * after `npm run build`; it asks the registry for the package's dependencies.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, sep } from "node:path";

const root = join(import.meta.dirname, "..");
const { version, devDependencies, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly devDependencies: { readonly node: string };
  readonly engines: { readonly node: string };
};

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function install(folder: string): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const archive = execFileSync("npm", pack, { cwd: root, encoding: "utf8" }).trim();
  const words = ["install", "--silent", "--no-audit", "--no-fund", `./${archive}`, `node@${devDependencies.node}`];
  execFileSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function run(folder: string, node: string, ...words: readonly string[]): Ran {
  const command = join("node_modules", "dex-connectors", "bin", "dex-connectors.js");
  const ran = spawnSync(node, [command, ...words], { cwd: folder, encoding: "utf8" });
  if (ran.error) throw ran.error;
  return ran;
}

/** What is expected of one run; gives what is wrong. */
function expectRun(
  what: string,
  { status, stdout, stderr }: Ran,
  wanted: Omit<Ran, "stdout"> & { stdout: RegExp },
): string[] {
  const isAsWanted = status === wanted.status && wanted.stdout.test(stdout) && stderr.startsWith(wanted.stderr);
  console.log(`${isAsWanted ? "ok" : "failed"}  ${what}`);
  return isAsWanted ? [] : [`${what} ended in ${String(status)}:\n${stdout}${stderr}`];
}

function withThisNode(folder: string): string[] {
  const node = join(folder, "node_modules", ".bin", "node");
  const own = (words: string, stdout: RegExp, stderr = ""): string[] => {
    return expectRun(`dex-connectors ${words}`, run(folder, node, ...words.split(" ")), { status: 0, stdout, stderr });
  };
  return [
    ...own("--version", new RegExp(`^${version.replaceAll(".", String.raw`\.`)}\n$`)),
    ...own("init acme", /^acme\/dex-connector\.yaml\n$/, "now change it"),
    ...own("validate acme", /^checked 1 manifest, 2 operations: no problems\n$/),
    ...own("test acme", /^ok acme\/dex-connector\.yaml: 12 passed\n$/, "ran 12 examples"),
    ...own("validate", /^checked 1 manifest, 2 operations: no problems\n$/),
  ];
}

function withOlderNode(folder: string): string[] {
  const older = nodesOfMachine().find(({ release }) => isOlder(release));
  if (older === undefined) {
    console.log(`not checked: no Node older than ${engines.node} is on the PATH`);
    return [];
  }
  const ran = run(folder, older.path, "validate", "acme");
  const stderr = `dex-connectors needs Node ${engines.node.slice(">=".length)} or later; this is ${older.release}\n`;
  const faults = expectRun(`Node ${older.release} is refused`, ran, { status: 2, stdout: /^$/, stderr });
  return ran.stderr.split("\n").length === 2 ? faults : [...faults, `it says more than one line:\n${ran.stderr}`];
}

/** The Nodes that a shell would find, without those that packages bring. */
function nodesOfMachine(): readonly { readonly path: string; readonly release: string }[] {
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules`));
  const paths = [...new Set(folders.map((folder) => join(folder, "node")))].filter((path) => existsSync(path));
  return paths.map((path) => {
    return { path, release: execFileSync(path, ["--version"], { encoding: "utf8" }).trim().replace(/^v/, "") };
  });
}

function isOlder(release: string): boolean {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  const [needed = 0, neededMinor = 0] = engines.node.replace(/^>=/, "").split(".").map(Number);
  return major < needed || (major === needed && minor < neededMinor);
}

const folder = mkdtempSync(join(tmpdir(), "dex-installed-"));
try {
  install(folder);
  const faults = [...withThisNode(folder), ...withOlderNode(folder)];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
