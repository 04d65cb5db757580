/** Messages made of blocks. Texts in blocks are as inert as any other, and pictures come from Slack unless configured. */
import type { HandlerAttempt, JsonObject, OperationHandler } from "../../src/connector.ts";
import { assertNever } from "../../src/connector.ts";
import { InputRefusal } from "./input-refusal.ts";
import type { PostRichMessageInput, PostRichThreadReplyInput } from "./inputs/messages.ts";
import { escapeText, outgoingText, refuseBroadcast } from "./message-text.ts";
import { postArguments, postedAnswer } from "./messages.ts";
import { postingErrors } from "./posting-errors.ts";
import { slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

type Block = PostRichMessageInput["blocks"][number];

/** Slack refuses somewhat above this, although each block is within its own limit. */
const MAX_BLOCKS_TEXT = 12_000;
const SLACK_HOSTS = /^(?:[a-z0-9-]+\.)*(?:slack\.com|slack-edge\.com|slack-files\.com)$/;

export const postRichMessage: OperationHandler = slackOperation<PostRichMessageInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({ channel: args.channelId, ...richContent(args, attempt), ...postArguments(attempt) }),
  read: (body, args) => postedAnswer(body, args),
  errors: postingErrors,
});

export const postRichThreadReply: OperationHandler = slackOperation<PostRichThreadReplyInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({
    channel: args.channelId,
    thread_ts: args.threadTimestamp,
    ...richContent(args, attempt),
    ...postArguments(attempt),
  }),
  read: (body, args) => postedAnswer(body, args, args.threadTimestamp),
  errors: postingErrors,
});

/** The text is what notifications and screen readers show. */
function richContent({ text, blocks }: PostRichMessageInput, attempt: HandlerAttempt): SlackArguments {
  return { text: outgoingText(text, "mrkdwn"), blocks: slackBlocks(blocks, attempt) };
}

function slackBlocks(blocks: readonly Block[], attempt: HandlerAttempt): readonly JsonObject[] {
  const written = blocks.map((block) => slackBlock(block, attempt));
  const size = blocks.reduce((sum, block) => sum + textOf(block).length, 0);
  if (size > MAX_BLOCKS_TEXT) {
    throw new InputRefusal(
      `The blocks hold ${String(size)} characters; Slack takes about ${String(MAX_BLOCKS_TEXT)}. Split them into several messages in one thread, or upload the text by slack_upload_file.`,
    );
  }
  return written;
}

function slackBlock(block: Block, attempt: HandlerAttempt): JsonObject {
  refuseBroadcast(textOf(block), "mrkdwn");
  switch (block.type) {
    case "section":
      return { type: "section", text: mrkdwn(block.text) };
    case "header":
      return { type: "header", text: { type: "plain_text", text: escapeText(block.text), emoji: true } };
    case "divider":
      return { type: "divider" };
    case "context":
      return { type: "context", elements: block.texts.map((text) => mrkdwn(text)) };
    case "image":
      return { type: "image", image_url: allowedImage(block.imageUrl, attempt), alt_text: block.altText };
    default:
      return assertNever(block);
  }
}

function mrkdwn(text: string): JsonObject {
  return { type: "mrkdwn", text: escapeText(text) };
}

function textOf(block: Block): string {
  switch (block.type) {
    case "section":
    case "header":
      return block.text;
    case "context":
      return block.texts.join("\n");
    case "image":
      return block.altText;
    case "divider":
      return "";
    default:
      return assertNever(block);
  }
}

/** Every reader's Slack fetches a picture, so its address tells the host who reads, and can carry data in its path. */
function allowedImage(url: string, attempt: HandlerAttempt): string {
  if (!URL.canParse(url))
    throw new InputRefusal("An imageUrl is no address. Give the https address of a picture in Slack.");
  const { hostname, username, password } = new URL(url);
  const isSlack = SLACK_HOSTS.test(hostname) && username === "" && password === "";
  if (isSlack || attempt.config["allowRemoteImages"] === true) return url;
  throw new InputRefusal(
    `Pictures from ${hostname} are not allowed here. Leave the picture out, upload it by slack_upload_file, or ask a person to set allowRemoteImages for this connection.`,
  );
}
