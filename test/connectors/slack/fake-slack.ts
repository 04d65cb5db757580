/**
 * A small Slack for what the emulator does not play. Each behavior names where it is known from:
 *
 * - `oldest`, `latest`, `inclusive`, `limit` and cursors of conversations.history and .replies; newest first in a channel,
 *   oldest first in a thread; replies are not in a channel's history; the first message of a thread comes with any window
 *   (https://docs.slack.dev/reference/methods/conversations.history, …/conversations.replies)
 * - metadata is stripped unless `include_all_metadata` is given (slackapi/python-slack-sdk#1501)
 * - metadata whose event type has a dot is dropped and the message is posted (slackapi/bolt-python#863)
 * - history lags behind a fresh post (korotovsky/slack-mcp-server#284)
 * - at most 15 messages a request for apps outside the directory (https://docs.slack.dev/apis/web-api/rate-limits)
 * - thread_not_found for an unknown thread on reading; a reply to one is posted outside it (slackapi/node-slack-sdk#780)
 * - markdown_text excludes text (https://docs.slack.dev/reference/methods/chat.postMessage)
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

type Arguments = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

interface FakeMessage {
  readonly ts: string;
  readonly text: string;
  readonly thread_ts?: string;
  readonly metadata?: unknown;
}

interface FakeOptions {
  /** How long a fresh post is missing from history, in milliseconds. */
  readonly lagMs?: number;
  readonly isRestricted?: boolean;
  /** Drops the metadata of every post, as Slack does when an event schema does not fit. */
  readonly dropsMetadata?: boolean;
  /** Swallows the answer to the next posts although they are made. */
  readonly losesAnswers?: boolean;
}

export interface FakeSlack {
  readonly origin: string;
  readonly requests: readonly { readonly method: string; readonly args: Arguments }[];
  readonly messages: FakeMessage[];
  set(options: FakeOptions): void;
  /** Answers a method with a fixed body. */
  answer(method: string, body: Body): void;
  close(): Promise<void>;
}

const CHANNEL = "C0123456789";
const DEFAULT_LIMIT = 100;

export async function startFakeSlack(): Promise<FakeSlack> {
  const fake = new Workspace();
  const server = createServer((request, response) => {
    void (async () => {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      const method = (request.url ?? "").replace("/api/", "");
      const body = fake.call(method, Object.fromEntries(form));
      if (body === undefined) return response.socket?.destroy();
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests: fake.requests,
    messages: fake.messages,
    set: (options) => fake.set(options),
    answer: (method, body) => fake.fixed.set(method, body),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

class Workspace {
  readonly requests: { method: string; args: Arguments }[] = [];
  readonly messages: FakeMessage[] = [];
  readonly fixed = new Map<string, Body>();
  readonly #visibleAt = new Map<string, number>();
  #options: FakeOptions = {};
  #sequence = 0;

  set(options: FakeOptions): void {
    this.#options = options;
  }

  /** The answer, or `undefined` when it is lost. */
  call(method: string, args: Arguments): Body | undefined {
    this.requests.push({ method, args });
    const fixed = this.fixed.get(method);
    if (fixed !== undefined) return fixed;
    if (args["channel"] !== undefined && args["channel"] !== CHANNEL) return { ok: false, error: "channel_not_found" };
    if (method === "chat.postMessage") {
      const answer = this.#post(args);
      return this.#options.losesAnswers === true ? undefined : answer;
    }
    if (method === "conversations.history") return this.#history(args);
    return method === "conversations.replies" ? this.#replies(args) : { ok: false, error: "unknown_method" };
  }

  #post(args: Arguments): Body {
    const { text, markdown_text: markdown, thread_ts: thread, metadata } = args;
    if (text !== undefined && markdown !== undefined) return { ok: false, error: "markdown_text_conflict" };
    this.#sequence += 1;
    const ts = `${String(Math.floor(Date.now() / 1_000))}.${String(this.#sequence).padStart(6, "0")}`;
    const isKnown = thread === undefined || this.messages.some((message) => message.ts === thread);
    const message: FakeMessage = {
      ts,
      text: text ?? markdown ?? "",
      ...(thread !== undefined && isKnown && { thread_ts: thread }),
      ...this.#kept(metadata),
    };
    this.messages.push(message);
    this.#visibleAt.set(ts, Date.now() + (this.#options.lagMs ?? 0));
    return { ok: true, channel: args["channel"], ts, message };
  }

  #kept(metadata: string | undefined): { readonly metadata?: unknown } {
    if (metadata === undefined || this.#options.dropsMetadata === true) return {};
    const parsed = JSON.parse(metadata) as { event_type: string };
    return parsed.event_type.includes(".") ? {} : { metadata: parsed };
  }

  #history(args: Arguments): Body {
    const top = this.#visible().filter(({ ts, thread_ts: thread }) => thread === undefined || thread === ts);
    return this.#page(top.filter((message) => isInside(message, args)).toReversed(), args);
  }

  #replies(args: Arguments): Body {
    const thread = this.#visible().filter(({ ts, thread_ts: parent }) => ts === args["ts"] || parent === args["ts"]);
    const [first, ...others] = thread;
    if (first === undefined) return { ok: false, error: "thread_not_found" };
    return this.#page([first, ...others.filter((message) => isInside(message, args))], args);
  }

  #visible(): readonly FakeMessage[] {
    return this.messages.filter(({ ts }) => (this.#visibleAt.get(ts) ?? 0) <= Date.now());
  }

  #page(messages: readonly FakeMessage[], args: Arguments): Body {
    const asked = Number(args["limit"] ?? DEFAULT_LIMIT);
    const size = this.#options.isRestricted === true ? Math.min(asked, 15) : asked;
    const start = Number(args["cursor"] ?? 0);
    const hasMore = start + size < messages.length;
    const isAll = args["include_all_metadata"] === "true";
    return {
      ok: true,
      messages: messages.slice(start, start + size).map((message) => (isAll ? message : withoutMetadata(message))),
      has_more: hasMore,
      response_metadata: { next_cursor: hasMore ? String(start + size) : "" },
    };
  }
}

function isInside({ ts }: FakeMessage, { oldest = "0", latest = "9999999999", inclusive }: Arguments): boolean {
  const isOnEdge = inclusive === "true" && (ts === oldest || ts === latest);
  return isOnEdge || (Number(ts) > Number(oldest) && Number(ts) < Number(latest));
}

function withoutMetadata({ metadata, ...message }: FakeMessage): FakeMessage {
  return metadata === undefined ? message : { ...message, metadata: { event_type: "hidden" } };
}

/** Waits until a condition holds; fails after ten seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await pause(50);
  }
  throw new Error("it did not come true");
}
