/**
 * Creating a channel. The name makes a repeat harmless: Slack answers name_taken. Whether it was taken by this call's own
 * first attempt is then looked up: a channel of that name, made by the app, since the call was first sent.
 */
import type { Ending, JsonObject, OperationHandler } from "../../src/connector.ts";
import { searchChannel } from "./channel-search.ts";
import { channelView } from "./channel-view.ts";
import { each, type ErrorTable, input, permission } from "./error-rule.ts";
import type { CreateChannelInput } from "./inputs/channel-changes.ts";
import { endingOf } from "./refusal-ending.ts";
import { numberAt, objectAt, wordAt } from "./slack-body.ts";
import { slackHandler, type SlackSession, warningsOf } from "./slack-operation.ts";

/** How far Slack's clock may be behind this machine's. */
const CLOCK_SKEW_MS = 5 * 60_000;
const TAKEN =
  "Slack answered name_taken. Another channel has this name, perhaps an archived or private one. Choose another name, or look for it by slack_find_channel_by_name.";

const createErrors: ErrorTable = {
  name_taken: input(TAKEN.replace("Slack answered name_taken. ", ""), "nameTaken"),
  ...each(
    [
      "invalid_name",
      "invalid_name_required",
      "invalid_name_punctuation",
      "invalid_name_maxlength",
      "invalid_name_specials",
    ],
    input("The name is not one of a channel. Use lower-case letters, digits, hyphens and underscores, at most 80."),
  ),
  cannot_create_channel: permission("The app may not create channels. A person must create it."),
};

export const createChannel: OperationHandler = slackHandler("bot", async (args: CreateChannelInput, slack) => {
  const { attempt } = slack;
  const outcome = await slack.call("conversations.create", { name: args.name, is_private: args.isPrivate });
  if (outcome.kind === "answered") {
    const channel = channelView(objectAt(outcome.body, "channel"));
    if (channel === undefined) return attempt.ambiguous("Slack answered ok, but without the channel");
    return attempt.branch("created", { channel }, warningsOf(outcome.body));
  }
  const isTakenOnResend = attempt.isResend && outcome.kind === "refused" && outcome.code === "name_taken";
  return isTakenOnResend ? settleTaken(slack, args) : endingOf(attempt, outcome, { errors: createErrors });
});

async function settleTaken(slack: SlackSession, { name, isPrivate }: CreateChannelInput): Promise<Ending> {
  const { attempt } = slack;
  const search = await searchChannel(slack, name, { types: isPrivate === true ? "private_channel" : "public_channel" });
  if (search.kind !== "found") return attempt.ambiguous("the name is taken, and the channel that has it was not found");
  const ownId = await ownUserId(slack);
  if (ownId === undefined) return attempt.ambiguous("the name is taken, and Slack did not say who the app is");
  const channel = channelView(search.channel);
  if (isOwnAndFresh(search.channel, ownId, attempt.firstDispatchAt) && channel !== undefined) {
    return attempt.branch("created", { channel });
  }
  return attempt.branch("nameTaken", undefined, { message: TAKEN, isForResend: true });
}

async function ownUserId(slack: SlackSession): Promise<string | undefined> {
  const outcome = await slack.call("auth.test", {});
  return outcome.kind === "answered" ? wordAt(outcome.body, "user_id") : undefined;
}

function isOwnAndFresh(channel: JsonObject, ownId: string, firstDispatchAt: number | undefined): boolean {
  const createdAt = numberAt(channel, "created");
  if (wordAt(channel, "creator") !== ownId || createdAt === undefined || firstDispatchAt === undefined) return false;
  return createdAt * 1_000 >= firstDispatchAt - CLOCK_SKEW_MS;
}
