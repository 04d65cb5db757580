/** Searching messages as the owner of the user token sees them. Slack offers it to no bot token. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { each, type ErrorTable, input, permission } from "./error-rule.ts";
import type { SearchMessagesInput } from "./inputs/search.ts";
import { incomingText } from "./message-text.ts";
import { NOTICE } from "./message-view.ts";
import { numberAt, objectAt, objectsAt, present, textAt, wordAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";

const PAGE = 20;

const searchErrors: ErrorTable = {
  ...each(["no_query", "missing_query"], input("The query is empty. Say what to search for.")),
  query_too_long: input("The query is too long. Use fewer words."),
  feature_not_enabled: permission(
    "Search is not available in this workspace. Read channels by slack_get_channel_history instead.",
  ),
  invalid_action_token: permission(
    "Slack offers this search only in answer to a person's message. Read channels instead.",
  ),
};

export const searchMessages: OperationHandler = slackOperation<SearchMessagesInput>({
  method: "search.messages",
  token: "user",
  branch: "searched",
  prepare: ({ query, sort, limit = PAGE, page }) => ({ query, sort, count: limit, page, highlight: false }),
  read: (body, args) => {
    const messages = objectAt(body, "messages");
    const matches = objectsAt(messages, "matches");
    if (matches === undefined) return undefined;
    const paging = objectAt(messages, "paging");
    return {
      output: {
        notice: NOTICE,
        matches: matches.map((match) => matchView(match)).filter((match) => match !== undefined),
        total: numberAt(messages, "total") ?? numberAt(paging, "total") ?? matches.length,
        page: numberAt(paging, "page") ?? args.page ?? 1,
        pageCount: numberAt(paging, "pages") ?? 1,
      },
    };
  },
  errors: searchErrors,
});

function matchView(match: JsonObject): JsonObject | undefined {
  const messageTimestamp = wordAt(match, "ts");
  if (messageTimestamp === undefined) return undefined;
  const channel = objectAt(match, "channel");
  return present({
    channelId: wordAt(channel, "id"),
    channelName: wordAt(channel, "name"),
    messageTimestamp,
    userId: wordAt(match, "user"),
    text: incomingText(textAt(match, "text") ?? ""),
    permalink: wordAt(match, "permalink"),
  });
}
