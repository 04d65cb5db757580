/** How requests leave: one for each send, to the configured address, with the right token, and nothing on the process's output. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { inspect } from "node:util";
import zlib from "node:zlib";
import { manifest } from "../../../connectors/slack/index.ts";
import { Secret } from "../../../src/connector.ts";
import type { HandlerAttempt } from "../../../src/connector.ts";
import { requestSlack } from "../../../connectors/slack/web-client.ts";
import { type ScriptedSlack, secrets, startScriptedSlack } from "./scripted-slack.ts";
import { branchOf, invoke } from "./slack-run.ts";

const input = { channelId: "C0123456789", threadTimestamp: "1710000000.000100", text: "Hello" };
let slack: ScriptedSlack;

beforeAll(async () => {
  slack = await startScriptedSlack();
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(() => slack.close());

describe("a request", () => {
  test("P4.2: is sent once, though Slack's own client would repeat it", async () => {
    slack.answer({ status: 503, body: "down" });
    expect((await invoke(slack.connection(), "postThreadReply", input)).kind).toBe("ambiguous");
    expect(slack.sent).toHaveLength(1);
  });

  test("P4.2: that is limited ends with the stated wait instead of sleeping through it", async () => {
    slack.answer({ status: 429, headers: { "retry-after": "3600" }, body: "" });
    const ending = await invoke(slack.connection(), "postThreadReply", input);
    expect(ending).toMatchObject({ kind: "not_processed", retryAfterMs: 3_600_000 });
    expect(slack.sent).toHaveLength(1);
  });

  test("carries the thread's timestamp as the text that was given", async () => {
    slack.answer({ body: { ok: true } });
    await invoke(slack.connection(), "postThreadReply", input);
    expect(slack.sent[0]).toMatchObject({ path: "/api/chat.postMessage" });
    expect(slack.sent[0]?.args["thread_ts"]).toBe("1710000000.000100");
  });

  test("P2.3: of a repeated call has the same bytes", async () => {
    slack.answer({ body: { ok: true } });
    for (const number of [1, 2])
      await invoke(
        slack.connection(),
        "updateMessage",
        { channelId: "C0123456789", messageTimestamp: "1710000000.000100", text: "x" },
        { key: "s/t/c", number },
      );
    expect(slack.sent[1]?.body).toBe(slack.sent[0]?.body);
  });

  test("follows no redirect and does not leave the configured address", async () => {
    slack.answer({ status: 302, headers: { location: `${slack.origin}/elsewhere` }, body: "" });
    expect((await invoke(slack.connection(), "postThreadReply", input)).kind).toBe("ambiguous");
    expect(slack.sent).toHaveLength(1);
  });

  test("P12.2: to an upload address on another host is refused", async () => {
    slack.answer({ body: { ok: true, file_id: "F0123456789", upload_url: "https://evil.example/upload" } });
    const upload = { channelId: "C0123456789", filename: "a.txt", content: "x" };
    const ending = await invoke(slack.connection(), "uploadFile", upload);
    expect(ending).toMatchObject({ branch: "notPermitted", record: "failed" });
    expect(branchOf(ending).message).toMatch(/evil\.example is not listed.*uploadUrl/);
    expect(slack.sent).toHaveLength(1);
  });

  test.each(["ratelimited", "channel_not_found"])(
    "P4.3: whose answer is the bare text %s is ambiguous: that is not how Slack says it",
    async (body) => {
      slack.answer({ headers: { "content-type": "text/plain" }, body });
      expect((await invoke(slack.connection(), "postThreadReply", input)).kind).toBe("ambiguous");
    },
  );

  test("P12.2: whose answer is a gzip file is not unpacked", async () => {
    const unpack = vi.spyOn(zlib, "unzip");
    slack.answer({ headers: { "content-type": "application/gzip" }, body: "not even gzip" });
    expect((await invoke(slack.connection(), "postThreadReply", input)).kind).toBe("ambiguous");
    expect(unpack).not.toHaveBeenCalled();
  });

  test("writes nothing to the process's output, whatever Slack answers", async () => {
    const out = [
      vi.spyOn(process.stdout, "write"),
      vi.spyOn(process.stderr, "write"),
      vi.spyOn(console, "warn"),
      vi.spyOn(console, "error"),
    ];
    slack.answer({
      body: {
        ok: false,
        error: "invalid_blocks",
        warning: "w",
        response_metadata: { messages: ["[ERROR] x"], warnings: ["w"] },
      },
    });
    await invoke(slack.connection(), "postRichMessage", {
      channelId: "C0123456789",
      text: "x",
      blocks: [{ type: "divider" }],
    });
    for (const spy of out) expect(spy).not.toHaveBeenCalled();
  });

  test("of a method given as an address stays below the configured address", async () => {
    const urls: string[] = [];
    const attempt = {
      config: { apiUrl: "https://slack.com/api/" },
      fetch: (url: string) => {
        urls.push(url);
        return Promise.reject(new Error("not sent"));
      },
    } as unknown as HandlerAttempt;
    await requestSlack(attempt, "xoxb-1", "https://evil.example/api", {});
    expect(urls).toEqual(["https://slack.com/api/https://evil.example/api"]);
  });
});

describe("a token", () => {
  test("goes into the header only: the bot's, and the user's for a search", async () => {
    slack.answer({ body: { ok: true, messages: { matches: [] } } });
    await invoke(slack.connection(), "postThreadReply", input);
    await invoke(slack.connection(), "searchMessages", { query: "x" });
    expect(slack.sent.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${secrets.botToken}`,
      `Bearer ${secrets.userToken}`,
    ]);
    for (const { body, path } of slack.sent) expect(`${path} ${body}`).not.toMatch(/planted/);
  });

  test("of one connection is never sent by another", async () => {
    slack.answer({ body: { ok: true } });
    const first = slack.connection({ credentials: { botToken: "xoxb-first" } });
    const second = slack.connection({ credentials: { botToken: "xoxb-second" } });
    await Promise.all([first, second, first].map((connection) => invoke(connection, "postThreadReply", input)));
    const tokens = slack.sent.map(({ headers }) => headers.authorization ?? "none").toSorted();
    expect(tokens).toEqual(["Bearer xoxb-first", "Bearer xoxb-first", "Bearer xoxb-second"]);
  });

  test.each([
    ["xapp-1-A1-planted", "an app-level token"],
    ["xoxp-planted", "a user token"],
    ["xoxe-1-planted", "a refresh token"],
    ["https://hooks.slack.com/planted", "an address"],
    ["xoxc-planted", "a token of another kind"],
    ["Bearer xoxb-planted", "white space"],
  ])("of the wrong kind is refused before anything is sent: %s", async (botToken, what) => {
    slack.answer({ body: { ok: true } });
    const ending = branchOf(await invoke(slack.connection({ credentials: { botToken } }), "postThreadReply", input));
    expect(ending).toMatchObject({ code: "not_authorized", record: "failed", provesNothingHappened: true });
    expect(ending.message).toContain(what);
    expect(ending.message).toContain("xoxb-…");
    expect(JSON.stringify(ending)).not.toContain("planted");
    expect(slack.sent).toEqual([]);
  });

  test.each(["xoxb-1", "xoxe.xoxb-1", "an-unknown-kind"])(
    "of the right or an unknown kind is sent: %s",
    async (botToken) => {
      slack.answer({ body: { ok: true } });
      await invoke(slack.connection({ credentials: { botToken } }), "postThreadReply", input);
      expect(slack.sent).toHaveLength(1);
    },
  );

  test("that is missing ends the call before anything is sent", async () => {
    slack.answer({ body: { ok: true } });
    const connection = slack.connection({ credentials: { botToken: "xoxb-1" } });
    expect((await invoke(connection, "searchMessages", { query: "x" })).kind).toBe("not_sent");
    expect(slack.sent).toEqual([]);
  });
});

describe("P12.1: a planted secret", () => {
  test("is in no ending of any operation, nor in what prints a connection", async () => {
    const connection = slack.connection();
    const endings: unknown[] = [];
    for (const operation of Object.values(manifest.operations)) {
      for (const body of [
        { ok: false, error: "invalid_auth" },
        { ok: false, error: "missing_scope", needed: "a" },
        "<html>page</html>",
      ]) {
        slack.answer({ body });
        const thrown = {
          channelId: "C0123456789",
          messageTimestamp: "1710000000.000100",
          threadTimestamp: "1710000000.000100",
          text: "x",
          blocks: [],
          userIds: ["U0123456789"],
          name: "x",
          content: "x",
          filename: "x",
          topic: "x",
          purpose: "x",
        };
        endings.push(
          await invoke(connection, operation.name, thrown).catch((error: unknown) =>
            inspect(error, { depth: 9, showHidden: true }),
          ),
        );
      }
    }
    const printed =
      inspect([endings, connection, new Secret(secrets.botToken, "botToken")], { depth: 12 }) + JSON.stringify(endings);
    expect(endings).toHaveLength(Object.keys(manifest.operations).length * 3);
    expect(printed).not.toMatch(/planted/);
  });
});
