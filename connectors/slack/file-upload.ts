/**
 * Uploading a file in Slack's three steps: a ticket, the bytes, the completion that shares it. Until the third step
 * nobody sees anything, so trouble before it is a plain failure. The file's id is known before, so trouble in it is
 * looked up at once.
 */
import type { Ending, HandlerAttempt, OperationHandler } from "../../src/connector.ts";
import { isFetchError } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { ruleOf } from "./common-errors.ts";
import { each, type ErrorTable, input, notFound, permission, unclear } from "./error-rule.ts";
import { channelsOf } from "./file-view.ts";
import { InputRefusal } from "./input-refusal.ts";
import type { UploadFileInput } from "./inputs/files.ts";
import { outgoingText } from "./message-text.ts";
import { endingOf } from "./refusal-ending.ts";
import { objectAt, wordAt } from "./slack-body.ts";
import { slackHandler, type SlackSession } from "./slack-operation.ts";
import type { SlackOutcome } from "./web-client.ts";

const uploadErrors: ErrorTable = {
  ...membershipErrors,
  snippet_too_large: input(
    "The text is too large for a snippet. Give the file a name with another ending, or split it.",
  ),
  unknown_snippet_type: input("Slack does not know this kind of snippet. Give the file a name that ends in .txt."),
  alt_txt_too_large: input("altText is longer than 1000 characters. Shorten it."),
  invalid_blocks: input("The comment is not as Slack wants it. Leave it out or change it."),
  channels_limit_exceeded: input("Too many conversations were named. Share the file in one."),
  invalid_channel: notFound(
    "The channel does not exist or is hidden from the token. Find its id by slack_find_channel_by_name.",
  ),
  file_not_found: notFound("Slack no longer has the uploaded bytes. Upload the file again."),
  ...each(
    [
      "file_uploads_disabled",
      "file_uploads_except_images_disabled",
      "file_type_not_allowed",
      "file_upload_size_restricted",
    ],
    permission("The workspace does not allow this upload. Ask an administrator, or post the text in messages."),
  ),
  storage_limit_reached: permission("The workspace's storage is full. Ask an administrator to make room."),
  posting_to_channel_denied: permission("The app may not post in this channel. Use another channel."),
  file_update_failed: unclear("Slack could not finish sharing the file; it may be shared."),
};

interface Ticket {
  readonly fileId: string;
  readonly uploadUrl: string;
}

export const uploadFile: OperationHandler = slackHandler("bot", async (args: UploadFileInput, slack) => {
  const bytes = bytesOf(args);
  const comment = args.comment === undefined ? undefined : outgoingText(args.comment, "mrkdwn");
  const ticket = await getTicket(slack, args, bytes.length);
  if ("kind" in ticket) return ticket;
  const failure = await sendBytes(slack.attempt, ticket.uploadUrl, bytes);
  if (failure !== undefined) return failure;
  return share(slack, args, ticket.fileId, comment);
});

function bytesOf({ content, contentBase64 }: UploadFileInput): Uint8Array {
  if ((content === undefined) === (contentBase64 === undefined)) {
    throw new InputRefusal("Give exactly one of content and contentBase64.");
  }
  const bytes = content === undefined ? Buffer.from(contentBase64 ?? "", "base64") : Buffer.from(content, "utf8");
  if (bytes.length === 0) throw new InputRefusal("The file is empty; Slack takes only files with at least one byte.");
  return bytes;
}

async function getTicket(slack: SlackSession, args: UploadFileInput, length: number): Promise<Ticket | Ending> {
  const request = { filename: args.filename, length, alt_txt: args.altText };
  const outcome = await slack.call("files.getUploadURLExternal", request);
  if (isUnclear(outcome)) return notUploaded(slack.attempt);
  if (outcome.kind !== "answered") return endingOf(slack.attempt, outcome, { errors: uploadErrors });
  const fileId = wordAt(outcome.body, "file_id");
  const uploadUrl = wordAt(outcome.body, "upload_url");
  return fileId === undefined || uploadUrl === undefined ? notUploaded(slack.attempt) : { fileId, uploadUrl };
}

/** The ending when the bytes did not arrive. The token is not sent along: the address is a ticket of its own. */
async function sendBytes(attempt: HandlerAttempt, url: string, bytes: Uint8Array): Promise<Ending | undefined> {
  try {
    const headers = { "content-type": "application/octet-stream" };
    const { status } = await attempt.fetch(url, { method: "POST", headers, body: bytes });
    return status === 200 ? undefined : notUploaded(attempt);
  } catch (error) {
    if (!isFetchError(error)) throw error;
    return error.fault === "refused" ? notReachable(attempt, error.message) : notUploaded(attempt);
  }
}

/** A fault of the connection's setup, not of this upload; nothing was shared all the same. */
function notReachable(attempt: HandlerAttempt, reason: string): Ending {
  const message = `The upload was not begun: ${reason}. A person must set uploadUrl of this connection to where Slack takes files.`;
  return attempt.branch("notPermitted", undefined, { message });
}

function notUploaded(attempt: HandlerAttempt): Ending {
  const message = "The file did not reach Slack whole and was not shared. Call again to upload it anew.";
  return attempt.branch("notUploaded", undefined, { message });
}

async function share(
  slack: SlackSession,
  args: UploadFileInput,
  fileId: string,
  comment: string | undefined,
): Promise<Ending> {
  const outcome = await slack.call("files.completeUploadExternal", {
    files: [{ id: fileId, title: args.title ?? args.filename }],
    channel_id: args.channelId,
    thread_ts: args.threadTimestamp,
    initial_comment: comment,
  });
  const output = { fileId, channelId: args.channelId };
  if (outcome.kind === "answered") return slack.attempt.branch("shared", output);
  // The third step is the only one that shows: when it was not done, nothing was.
  if (isUndone(outcome)) return notUploaded(slack.attempt);
  if (isUnclear(outcome) && (await isShared(slack, args.channelId, fileId)))
    return slack.attempt.branch("shared", output);
  return endingOf(slack.attempt, outcome, { errors: uploadErrors });
}

function isUndone(outcome: SlackOutcome): boolean {
  if (outcome.kind === "rate_limited") return true;
  if (outcome.kind === "not_completed") return isFetchError(outcome.error) && !outcome.error.mayHaveSent;
  return outcome.kind === "refused" && ruleOf(outcome.code, uploadErrors)?.class === "transient";
}

function isUnclear(outcome: SlackOutcome): boolean {
  if (outcome.kind === "unreadable") return true;
  if (outcome.kind === "not_completed") return isFetchError(outcome.error) && outcome.error.mayHaveSent;
  return outcome.kind === "refused" && (ruleOf(outcome.code, uploadErrors)?.class ?? "unclear") === "unclear";
}

/** Shared in the channel is proof, because nobody but this attempt knows the id. Not shared yet proves nothing. */
async function isShared(slack: SlackSession, channelId: string, fileId: string): Promise<boolean> {
  const outcome = await slack.call("files.info", { file: fileId });
  const file = outcome.kind === "answered" ? objectAt(outcome.body, "file") : undefined;
  return file !== undefined && channelsOf(file).includes(channelId);
}
