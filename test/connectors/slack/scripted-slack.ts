/** A connection to a Slack that answers every request with the next body of a script, and keeps what was sent. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "../../../connectors/slack/index.ts";
import type { Connection } from "../../../src/connector.ts";
import type { JsonObject } from "../../../src/core/json.ts";

interface SentRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly args: Readonly<Record<string, string>>;
  readonly body: string;
}

interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonObject | string;
}

export interface ScriptedSlack {
  readonly origin: string;
  readonly sent: readonly SentRequest[];
  connection(options?: Partial<Parameters<typeof connect>[0]>): Connection;
  /** The answers to come; the last one is given again and again. Forgets what was sent. */
  answer(...answers: readonly ScriptedAnswer[]): void;
  close(): Promise<void>;
}

export const secrets = {
  botToken: "xoxb-111-planted-bot-secret",
  userToken: "xoxp-222-planted-user-secret",
} as const;

export async function startScriptedSlack(): Promise<ScriptedSlack> {
  const sent: SentRequest[] = [];
  let script: readonly ScriptedAnswer[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { url: path = "", headers } = request;
      sent.push({ path, headers, body, args: Object.fromEntries(new URLSearchParams(body)) });
      const answer: ScriptedAnswer = script[Math.min(sent.length, script.length) - 1] ?? {
        body: { ok: false, error: "no_script" },
      };
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${String(port)}`;
  const open: Connection[] = [];
  return {
    origin,
    sent,
    connection: (options = {}) => {
      const config = { apiUrl: `${origin}/api/`, uploadUrl: `${origin}/upload/`, ...options.config };
      const made = connect({ name: "scripted", credentials: secrets, allowLoopback: true, ...options, config });
      open.push(made);
      return made;
    },
    answer: (...answers) => {
      sent.length = 0;
      script = answers;
    },
    close: async () => {
      await Promise.all(open.map((connection) => connection.close()));
      await new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    },
  };
}
