/**
 * A Slack workspace on this machine: the third-party emulator with one channel and one thread, and direct looks at what
 * it holds. The looks go around the toolkit on purpose, so that they can contradict it.
 */
import { createEmulator } from "emulate";

export interface Message {
  readonly ts: string;
  readonly text: string;
  readonly user: string;
  readonly reactions?: readonly { readonly name: string; readonly count: number }[];
}

export interface Workspace {
  /** Where Slack's methods are, to be put in place of https://slack.com/api/. */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly channelId: string;
  readonly threadTimestamp: string;
  /** The thread as Slack shows it now, its first message included. */
  thread(): Promise<readonly Message[]>;
  /** The name of a person or app. */
  nameOf(user: string): string;
  /** The messages of the channel itself, newest first. */
  channel(): Promise<readonly Message[]>;
  /** The texts of the replies in any thread. */
  replies(channel: string, thread: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const botToken = "xoxb-1000000000-main-job";
const customerToken = "xoxp-1000000000-main-job";

const seed = {
  slack: {
    users: [{ name: "customer" }, { name: "support-app" }],
    channels: [{ name: "support", topic: "Questions of customers" }],
    tokens: [
      { token: botToken, type: "bot", user: "support-app" },
      { token: customerToken, type: "user", user: "customer" },
    ],
  },
};

export async function startWorkspace(): Promise<Workspace> {
  const emulator = await createEmulator({ service: "slack", port: 0, seed });
  const apiUrl = `${emulator.url.replace("localhost", "127.0.0.1")}/api/`;
  const slack = slackMethods(apiUrl);
  const { members } = await slack<{ readonly members: readonly Named[] }>("users.list", {});
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const { channels } = await slack<{ readonly channels: readonly Named[] }>("conversations.list", {});
  const channel = channels.find(({ name }) => name === "support")?.id;
  if (channel === undefined) throw new Error("the emulator did not make the channel");
  const parent = await slack<Posted>("chat.postMessage", { channel, text: "The export of my invoices stays empty." });
  await slack("chat.postMessage", {
    channel,
    thread_ts: parent.ts,
    text: "It began yesterday, in Firefox and in Chrome.",
  });
  return {
    apiUrl,
    botToken,
    channelId: channel,
    threadTimestamp: parent.ts,
    thread: async () => (await slack<Messages>("conversations.replies", { channel, ts: parent.ts })).messages,
    nameOf: (user) => names.get(user) ?? user,
    channel: async () => (await slack<Messages>("conversations.history", { channel })).messages,
    replies: async (of, ts) => {
      const { messages } = await slack<Messages>("conversations.replies", { channel: of, ts });
      return messages.filter((message) => message.ts !== ts).map(({ text }) => text);
    },
    close: () => emulator.close(),
  };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Posted {
  readonly ts: string;
}

interface Messages {
  readonly messages: readonly Message[];
}

/** Calls one of Slack's methods as the person who opened the thread. */
function slackMethods(apiUrl: string): <Answer = unknown>(method: string, fields: Fields) => Promise<Answer> {
  return async <Answer>(method: string, fields: Fields) => {
    const headers = { authorization: `Bearer ${customerToken}` };
    const response = await fetch(new URL(method, apiUrl), {
      method: "POST",
      headers,
      body: new URLSearchParams(fields),
    });
    const answer = (await response.json()) as { readonly ok: boolean; readonly error?: string };
    if (!answer.ok) throw new Error(`${method}: ${answer.error ?? "no error named"}`);
    return answer as Answer;
  };
}

type Fields = Readonly<Record<string, string>>;
