/** A folder of one test with a connection file in it, and ways to look at what is loaded. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { loadFromEnvironment } from "../../src/connections.ts";
import { isToolkitError, type ToolkitErrorCode } from "../../src/core/error.ts";
import type { ConnectionValues } from "../../src/core/operation.ts";

export let folder = "";
export let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "connections-"));
  file = join(folder, "connections.json");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

export const entry = {
  connector: "slack",
  name: "support-slack",
  credentials: { botToken: { env: "SLACK_BOT_TOKEN" } },
};

export async function write(content: unknown, mode = 0o600, path = file): Promise<string> {
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  await chmod(path, mode);
  return path;
}

export function fileOf(...connections: readonly unknown[]): unknown {
  return { schemaVersion: 1, connections };
}

export async function valuesOf(
  env: Record<string, string | undefined> = {},
  content: unknown = fileOf(entry),
): Promise<ConnectionValues> {
  await write(content);
  return (await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file, ...env })).connection("slack", "support-slack");
}

export async function revealed(values: ConnectionValues): Promise<unknown> {
  const credentials = await values.credentials();
  return Object.fromEntries(Object.entries(credentials).map(([name, secret]) => [name, secret.reveal()]));
}

export function withCode(code: ToolkitErrorCode, message: RegExp): unknown {
  return expect.toSatisfy((error) => isToolkitError(error) && error.code === code && message.test(error.message));
}
