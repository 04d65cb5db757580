/** What text becomes on its way to Slack and back: nothing in it notifies, links or leaks unless it was asked for. */
import { assert, property, string } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escapeText, incomingText, outgoingText } from "../../../connectors/slack/message-text.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type ScriptedSlack, startScriptedSlack } from "./scripted-slack.ts";
import { branchOf, invoke } from "./slack-run.ts";

const channelId = "C0123456789";
const posted = { ok: true, channel: channelId, ts: "1710000000.000100", message: {} };
let slack: ScriptedSlack;

beforeAll(async () => {
  slack = await startScriptedSlack();
});

afterAll(() => slack.close());

async function send(
  input: JsonObject,
  operation = "postChannelMessage",
  config = {},
): Promise<Readonly<Record<string, string>>> {
  slack.answer({ body: posted });
  const ending = branchOf(await invoke(slack.connection({ config }), operation, { channelId, ...input }));
  expect(ending.record).toBe("succeeded");
  return slack.sent[0]?.args ?? {};
}

async function refuse(input: JsonObject, operation = "postChannelMessage"): Promise<string> {
  slack.answer({ body: posted });
  const ending = branchOf(await invoke(slack.connection(), operation, { channelId, ...input }));
  expect(ending).toMatchObject({ branch: "invalidInput", record: "failed", isRetryable: true });
  expect(slack.sent).toEqual([]);
  return ending.message ?? "";
}

describe("outgoing text", () => {
  test("is escaped, so that mentions, links and labels in it are only characters", async () => {
    const text = "a < b & c > d <@U0123456789> <#C0123456789> <https://evil.example/?q=data|click> &amp;";
    expect((await send({ text }))["text"]).toBe(
      "a &lt; b &amp; c &gt; d &lt;@U0123456789&gt; &lt;#C0123456789&gt; &lt;https://evil.example/?q=data|click&gt; &amp;amp;",
    );
  });

  test("never holds a live angle bracket, whatever it was", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 200 }), (text) => {
        expect(escapeText(text)).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  test("comes back from Slack as it was", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 200 }), (text) => {
        expect(incomingText(escapeText(text))).toBe(text);
      }),
    );
  });

  test("mentions exactly the people in mentionUserIds", async () => {
    const sent = await send({ text: "please look, <@U9999999999>", mentionUserIds: ["U0123456789", "W0123456789"] });
    expect(sent["text"]).toBe("<@U0123456789> <@W0123456789> please look, &lt;@U9999999999&gt;");
  });

  test("with a broadcast is refused, and the message names the operation for it", async () => {
    for (const markup of ["<!here>", "<!channel>", "<!everyone|x>", "<!subteam^S0123456789>", "<!HERE>"]) {
      const message = await refuse({ text: `Hello ${markup}` });
      expect(message).toContain("slack_broadcast_channel_message");
    }
  });

  test("with a plain @channel is sent: Slack makes nothing of it, and link_names is never set", async () => {
    const sent = await send({ text: "the words @channel and @here" });
    expect(sent["text"]).toBe("the words @channel and @here");
    expect(sent).not.toHaveProperty("link_names");
    expect(sent).not.toHaveProperty("parse");
  });

  test("of 4000 characters is sent, longer as it is sent is refused with the ways out", async () => {
    expect((await send({ text: "x".repeat(4_000) }))["text"]).toHaveLength(4_000);
    const message = await refuse({ text: "&".repeat(3_000) });
    expect(message).toContain("15000 characters");
    expect(message).toContain("slack_upload_file");
    expect(() => outgoingText("x".repeat(4_001), "mrkdwn")).toThrow("4001 characters");
  });
});

describe("dialects", () => {
  test("Markdown goes into Slack's field for it, without text", async () => {
    const sent = await send({ text: "**bold** <https://example.com> <@U0123456789>", format: "markdown" });
    expect(sent["markdown_text"]).toBe("**bold** <https://example.com> &lt;@U0123456789>");
    expect(sent).not.toHaveProperty("text");
  });

  test("Markdown with a broadcast word is refused, because nobody says what Slack makes of it", async () => {
    expect(await refuse({ text: "Hello @here", format: "markdown" })).toContain("@here");
    expect((await send({ text: "mail me@here.example", format: "markdown" }))["markdown_text"]).toBe(
      "mail me@here.example",
    );
  });

  test("plain text switches formatting off", async () => {
    expect(await send({ text: "*not bold*", format: "plain" })).toMatchObject({ text: "*not bold*", mrkdwn: "false" });
  });

  test("Markdown that is sent as mrkdwn is told in a warning", async () => {
    slack.answer({ body: posted });
    const ending = branchOf(
      await invoke(slack.connection(), "postChannelMessage", { channelId, text: "**bold** [a](https://b.example)" }),
    );
    expect(ending.warnings).toEqual(expect.arrayContaining([expect.stringContaining("looks like Markdown")]));
  });
});

describe("broadcastChannelMessage", () => {
  test.each(["here", "channel", "everyone"])("writes one live %s and escapes the rest", async (audience) => {
    const sent = await send({ audience, text: "Look <b>" }, "broadcastChannelMessage");
    expect(sent["text"]).toBe(`<!${audience}> Look &lt;b&gt;`);
  });

  test("refuses a second broadcast inside its text", async () => {
    expect(await refuse({ audience: "here", text: "<!everyone>" }, "broadcastChannelMessage")).toContain("<!everyone>");
  });
});

describe("previews and pictures", () => {
  test("previews are off, both kinds, unless the connection sets unfurlLinks", async () => {
    expect(await send({ text: "https://example.com/?secret" })).toMatchObject({
      unfurl_links: "false",
      unfurl_media: "false",
    });
    const unfurled = await send({ text: "https://example.com" }, "postChannelMessage", { unfurlLinks: true });
    expect(unfurled).toMatchObject({ unfurl_links: "true", unfurl_media: "true" });
    slack.answer({
      body: { ok: true, channel: channelId, scheduled_message_id: "Q0123456789", post_at: 1_999_999_999 },
    });
    const input = { channelId, text: "https://example.com/?secret", postAt: 1_999_999_999 };
    await invoke(slack.connection(), "scheduleMessage", input);
    expect(slack.sent[0]?.args).toMatchObject({ unfurl_links: "false", unfurl_media: "false" });
    expect(slack.sent[0]?.args).not.toHaveProperty("metadata");
  });

  const image = (imageUrl: string): JsonObject => ({
    text: "x",
    blocks: [{ type: "image", imageUrl, altText: "a chart" }],
  });

  test.each([
    "https://evil.example/pixel.png?data=1",
    "https://files.slack.com.evil.example/a.png",
    "https://evil.example/files.slack.com/a.png",
    "https://user:pass@files.slack.com/a.png",
    "https://files-slack.com/a.png",
  ])("the picture %s is refused", async (url) => {
    expect(await refuse(image(url), "postRichMessage")).toContain("allowRemoteImages");
  });

  test("pictures in Slack are allowed, others only when the connection says so", async () => {
    const own = await send(image("https://files.slack.com/files-pri/T1-F1/a.png"), "postRichMessage");
    expect(own["blocks"]).toContain("files.slack.com");
    const remote = await send(image("https://example.com/a.png"), "postRichMessage", { allowRemoteImages: true });
    expect(remote["blocks"]).toContain("example.com");
  });

  test("texts in blocks are escaped, and a broadcast in any of them is refused", async () => {
    const blocks = [
      { type: "section", text: "<@U1>" },
      { type: "header", text: "A & B" },
      { type: "context", texts: ["<x>"] },
    ];
    const sent = JSON.parse((await send({ text: "x", blocks }, "postRichMessage"))["blocks"] ?? "") as unknown;
    expect(sent).toEqual([
      { type: "section", text: { type: "mrkdwn", text: "&lt;@U1&gt;" } },
      { type: "header", text: { type: "plain_text", text: "A &amp; B", emoji: true } },
      { type: "context", elements: [{ type: "mrkdwn", text: "&lt;x&gt;" }] },
    ]);
    for (const block of [
      { type: "section", text: "<!here>" },
      { type: "context", texts: ["a", "<!channel>"] },
    ]) {
      await refuse({ text: "x", blocks: [block] }, "postRichMessage");
    }
  });

  test("blocks over 12000 characters in all are refused with the way out", async () => {
    const blocks = Array.from({ length: 5 }, () => ({ type: "section", text: "x".repeat(2_500) }));
    expect(await refuse({ text: "x", blocks }, "postRichMessage")).toContain("Split");
    await send({ text: "x", blocks: blocks.slice(0, 4) }, "postRichMessage");
  });
});

describe("incoming text", () => {
  test.each([
    ["Hello <@U0123456789>", "Hello @U0123456789"],
    ["<@U0123456789|ada> asked", "@ada (U0123456789) asked"],
    ["see <#C0123456789|general>", "see #general (C0123456789)"],
    ["<!here> <!subteam^S0123456789|@support>", "@here @support"],
    ["<!date^1392734382^{date}|Feb 18>", "Feb 18"],
    ["<https://example.com|docs> <https://example.com>", "docs (https://example.com) https://example.com"],
    ["a &lt; b &amp;&amp; c &gt; d &amp;lt;", "a < b && c > d &lt;"],
    ["<unclosed", "<unclosed"],
  ])("%s reads as %s", (text, read) => {
    expect(incomingText(text)).toBe(read);
  });

  test("quoted back calls nobody", () => {
    const received = incomingText("<@U0123456789> said <!here> &lt;!channel&gt; <#C0123456789>");
    expect(() => outgoingText(received, "mrkdwn")).toThrow(/notifies many people/);
    expect(escapeText(received)).not.toMatch(/<[@!#]/);
  });
});
