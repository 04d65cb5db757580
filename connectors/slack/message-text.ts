/**
 * Text on its way to Slack and back. Outgoing text is inert: nothing in it becomes a mention, a link label or a
 * broadcast. Incoming text is made readable and can be quoted without calling anyone.
 * Source of the syntax: https://docs.slack.dev/messaging/formatting-message-text
 */
import { InputRefusal } from "./input-refusal.ts";

/** The longest text that Slack recommends; much longer ones were seen to be split or posted twice. */
const MAX_TEXT = 4_000;

export type TextFormat = "mrkdwn" | "markdown" | "plain";

const BROADCAST_MARKUP = /<!(?:here|channel|everyone|group|subteam\b)[^>]*>?/i;
const BROADCAST_WORD = /(?:^|[^\w@.])@(?:here|channel|everyone)\b/i;
const WAY_OUT_OF_BROADCAST =
  "Leave the broadcast out, name people in mentionUserIds, or use slack_broadcast_channel_message, which a person approves.";

/** Only these three are written as entities; anything more would be shown as it is. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Refuses markup that would notify a whole channel or group. */
export function refuseBroadcast(text: string, format: TextFormat): void {
  const found = BROADCAST_MARKUP.exec(text)?.[0];
  if (found !== undefined) {
    throw new InputRefusal(`The text holds ${found}, which notifies many people. ${WAY_OUT_OF_BROADCAST}`);
  }
  // Slack does not say what Markdown makes of these words; in mrkdwn they notify nobody.
  if (format === "markdown" && BROADCAST_WORD.test(text)) {
    throw new InputRefusal(`The Markdown text holds @here, @channel or @everyone. ${WAY_OUT_OF_BROADCAST}`);
  }
}

/** The text as it is sent: inert, with the mentions that were asked for in front. */
export function outgoingText(text: string, format: TextFormat, mentionUserIds: readonly string[] = []): string {
  refuseBroadcast(text, format);
  const body = format === "markdown" ? escapeMentions(text) : escapeText(text);
  const mentions = mentionUserIds.map((id) => `<@${id}>`).join(" ");
  const sent = mentions === "" ? body : `${mentions} ${body}`;
  refuseTooLong(sent);
  return sent;
}

/** Markdown keeps its own angle brackets (addresses); only Slack's mentions are taken apart. */
function escapeMentions(text: string): string {
  return text.replaceAll(/<(?=[@#!])/g, "&lt;");
}

export function refuseTooLong(sent: string): void {
  if (sent.length <= MAX_TEXT) return;
  throw new InputRefusal(
    `The text has ${String(sent.length)} characters as it is sent (&, < and > count 4 or 5 each); Slack takes ${String(MAX_TEXT)}. ` +
      "Shorten it, split it into several replies in one thread, or upload it by slack_upload_file.",
  );
}

/** What looks like Markdown in a text that is sent in Slack's own syntax, as a warning. */
export function dialectWarning(text: string, format: TextFormat): string | undefined {
  if (format !== "mrkdwn" || !/\*\*[^*\n]+\*\*|\[[^\]\n]+\]\(https?:|^#{1,6} /m.test(text)) return undefined;
  return "The text looks like Markdown but was sent as Slack's mrkdwn, where bold is *text*; set format to markdown to have Markdown rendered.";
}

/** Received text made plain: mentions lose the markup by which quoting them would call people, then entities are decoded. */
export function incomingText(text: string): string {
  return decodeEntities(text.replaceAll(/<([^<>\n]{1,4000})>/g, (_, inner: string) => readable(inner)));
}

function decodeEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** One `<…>` of Slack: a user, a channel, something special, or a link; each with an optional label after a bar. */
function readable(inner: string): string {
  const bar = inner.indexOf("|");
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? "" : inner.slice(bar + 1);
  if (target.startsWith("@")) return label === "" ? target : `@${label} (${target.slice(1)})`;
  if (target.startsWith("#")) return label === "" ? target : `#${label} (${target.slice(1)})`;
  if (target.startsWith("!")) return readableSpecial(target.slice(1), label);
  return label === "" || label === target ? target : `${label} (${target})`;
}

function readableSpecial(name: string, label: string): string {
  if (name.startsWith("subteam^")) return `@${label.replace(/^@/, "") || name.slice("subteam^".length)}`;
  return label === "" ? `@${name}` : label;
}
