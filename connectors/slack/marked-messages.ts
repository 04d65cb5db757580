/**
 * Finds the message that a call posted, by its mark. Found is proof. Not found is not: history lags behind a fresh post,
 * a person may have deleted the message, or the token may not see the channel. So nothing here ever says "not posted".
 */
import type { HandlerAttempt, JsonObject, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import type { FindMarkedMessagesInput } from "./inputs/history.ts";
import { markerIn } from "./marker.ts";
import { nextCursorOf } from "./message-view.ts";
import { endingOf } from "./refusal-ending.ts";
import { objectsAt, present, wordAt } from "./slack-body.ts";
import { slackHandler, type SlackSession } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

/** Requests of one search; at 200 messages each this is 2,000 messages since the call. */
const MAX_PAGES = 10;
const PAGE = 200;
/** How far Slack's clock may be ahead of or behind this machine's. */
const CLOCK_SKEW_MS = 5 * 60_000;

const WINDOW_TOO_LARGE =
  "More than 2,000 messages came after the call, and the newest of them do not include its message.";

export const findMarkedMessages: OperationHandler = slackHandler(
  "bot",
  async (args: FindMarkedMessagesInput, slack) => {
    const found: JsonObject[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const outcome = await readPage(slack, args, cursor);
      if (outcome.kind !== "answered") return endingOf(slack.attempt, outcome, { errors: membershipErrors });
      const messages = objectsAt(outcome.body, "messages");
      if (messages === undefined) return slack.attempt.ambiguous("Slack answered ok, but without messages");
      found.push(...marked(messages, args));
      const next = nextCursorOf(outcome.body);
      // A cursor that comes back would be followed for ever.
      if (found.length > 0 || next === undefined || next === cursor)
        return slack.attempt.branch("searched", { messages: found });
      cursor = next;
    }
    return slack.attempt.branch("windowTooLarge", undefined, { message: WINDOW_TOO_LARGE });
  },
);

/** A channel's history leaves replies out, so a reply is looked for in its thread. */
function readPage(
  slack: SlackSession,
  args: FindMarkedMessagesInput,
  cursor: string | undefined,
): ReturnType<SlackSession["call"]> {
  const page: SlackArguments = {
    channel: args.channelId,
    oldest: windowStart(slack.attempt),
    limit: PAGE,
    // Without it Slack leaves the payload of metadata out.
    include_all_metadata: true,
    cursor,
  };
  return args.threadTimestamp === undefined
    ? slack.call("conversations.history", page)
    : slack.call("conversations.replies", { ...page, ts: args.threadTimestamp });
}

/** From a little before the call's first request. Without that time the newest messages are read. */
function windowStart(attempt: HandlerAttempt): string | undefined {
  const { firstDispatchAt } = attempt;
  return firstDispatchAt === undefined ? undefined : ((firstDispatchAt - CLOCK_SKEW_MS) / 1_000).toFixed(6);
}

function marked(messages: readonly JsonObject[], args: FindMarkedMessagesInput): readonly JsonObject[] {
  return messages
    .filter((message) => markerIn(message) === args.marker)
    .map((message) =>
      present({
        channelId: args.channelId,
        messageTimestamp: wordAt(message, "ts"),
        threadTimestamp: wordAt(message, "thread_ts"),
        marker: args.marker,
      }),
    );
}
