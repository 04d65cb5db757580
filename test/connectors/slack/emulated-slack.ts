/**
 * Slack as the third-party emulator plays it, with strict scopes and one token for each operation that has exactly the
 * scopes the manifest names for it.
 */
import { createEmulator, type Emulator } from "emulate";
import { connect, manifest } from "../../../connectors/slack/index.ts";
import type { Connection } from "../../../src/connector.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ToolAttempt } from "../../../src/core/tool.ts";
import { invoke, successOf, wordOf } from "./slack-run.ts";

/** Where the emulator asks for other scopes than Slack's method pages name. */
const EMULATOR_SCOPES: Readonly<Record<string, readonly string[]>> = {
  // The pages name none.
  listScheduledMessages: ["chat:write"],
  // The pages also take these narrower ones instead of channels:manage.
  inviteUsersToChannel: ["channels:manage"],
  setChannelTopic: ["channels:manage"],
  setChannelPurpose: ["channels:manage"],
};

export interface EmulatedSlack {
  readonly apiUrl: string;
  readonly origin: string;
  /** Every operation that was run. */
  readonly operations: ReadonlySet<string>;
  /** The connection whose token has the operation's scopes only; through another address when one is given. */
  connection(operation: string, origin?: string): Connection;
  run(
    operation: string,
    input: JsonObject,
    attempt?: Partial<ToolAttempt>,
  ): Promise<{ branch: string; output: JsonObject }>;
  channelId(name: string): Promise<string>;
  userId(name: string): Promise<string>;
  close(): Promise<void>;
}

function tokenOf(operation: string): string {
  return `xoxb-only-${operation}`;
}

export async function startEmulatedSlack(): Promise<EmulatedSlack> {
  const emulator: Emulator = await createEmulator({ service: "slack", port: 0, seed: { slack: seed() } });
  const origin = emulator.url;
  const open = new Map<string, Connection>();
  const operations = new Set<string>();
  const connection = (operation: string, through = origin): Connection => {
    const name = `${operation} ${through}`;
    const made = open.get(name) ?? connectTo(through, operation);
    open.set(name, made);
    return made;
  };
  const run: EmulatedSlack["run"] = async (operation, input, attempt) => {
    operations.add(operation);
    // A connection of its own: tests call more often than one connection may.
    const made = connectTo(origin, operation);
    try {
      return successOf(await invoke(made, operation, input, attempt));
    } finally {
      await made.close();
    }
  };
  return {
    apiUrl: `${origin}/api/`,
    origin,
    operations,
    connection,
    run,
    channelId: async (name) => {
      const { output } = await run("findChannelByName", { name });
      return wordOf(output, "channel", "channelId");
    },
    userId: async (name) => {
      const { output } = await run("findUserByEmail", { email: `${name}@example.com` });
      return wordOf(output, "user", "userId");
    },
    close: async () => {
      await Promise.all([...open.values()].map((made) => made.close()));
      await emulator.close();
    },
  };
}

/** A connection to a Slack at this origin, with the operation's own token. */
export function connectTo(origin: string, operation: string): Connection {
  return connect({
    name: "emulated",
    config: { apiUrl: `${origin}/api/`, uploadUrl: `${origin}/upload/` },
    credentials: { botToken: tokenOf(operation) },
    allowLoopback: true,
  });
}

function seed(): object {
  const bot = { type: "bot", user: "dex", bot_id: "B000000009", app_id: "A000000009" };
  return {
    strict_scopes: true,
    users: ["dex", "ada", "grace"].map((name) => ({ name, email: `${name}@example.com` })),
    channels: [{ name: "support", topic: "Help &amp; &lt;answers&gt;" }, { name: "incidents" }],
    tokens: Object.values(manifest.operations).map(({ name, authorization }) => ({
      ...bot,
      token: tokenOf(name),
      scopes: [...(authorization.kind === "required" ? authorization.scopes : []), ...(EMULATOR_SCOPES[name] ?? [])],
    })),
  };
}
