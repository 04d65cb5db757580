/** From a channel's name to the channel. Slack has no method for it, so the list is read page by page, within bounds. */
import type { Ending, JsonObject, OperationHandler } from "../../src/connector.ts";
import { assertNever } from "../../src/connector.ts";
import { channelView } from "./channel-view.ts";
import type { FindChannelByNameInput } from "./inputs/channels.ts";
import { nextCursorOf } from "./message-view.ts";
import { endingOf } from "./refusal-ending.ts";
import { objectsAt, wordAt } from "./slack-body.ts";
import { slackHandler, type SlackSession } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

/** Requests of one search; at 999 channels each this is close to 10,000 channels, and half of what Slack allows a minute. */
const MAX_PAGES = 10;
const PAGE = 999;
const MAX_SUGGESTIONS = 5;

type Search =
  | { readonly kind: "found"; readonly channel: JsonObject }
  | { readonly kind: "absent"; readonly similar: readonly string[] }
  | { readonly kind: "incomplete" }
  | { readonly kind: "ended"; readonly ending: Ending };

export const findChannelByName: OperationHandler = slackHandler("bot", async (args: FindChannelByNameInput, slack) => {
  const name = plainName(args.name);
  const search = await searchChannel(slack, name, { types: args.types?.join(",") });
  switch (search.kind) {
    case "found":
      return foundEnding(slack, search.channel);
    case "absent":
      return slack.attempt.branch("notFound", undefined, {
        message: `The app sees no channel named ${name}. Check the name; a private channel must first invite the app, and types must ask for private_channel.`,
        facts: { availableValues: search.similar },
      });
    case "incomplete":
      return slack.attempt.branch("searchIncomplete", undefined, {
        message: `The workspace has more than ${String(MAX_PAGES * PAGE)} channels and the first of them do not include ${name}. Page on by slack_list_channels, or ask a person for the channel's id.`,
      });
    case "ended":
      return search.ending;
    default:
      return assertNever(search);
  }
});

function foundEnding({ attempt }: SlackSession, channel: JsonObject): Ending {
  const view = channelView(channel);
  return view === undefined
    ? attempt.ambiguous("Slack listed the channel without its id")
    : attempt.branch("found", { channel: view });
}

/** Channel names are lower-case and unique in a workspace; people write them with a hash in front. */
function plainName(name: string): string {
  return name.trim().replace(/^#/, "").toLowerCase();
}

/** Reads the list until the name is found, the list ends, or the bound is reached. */
export async function searchChannel(slack: SlackSession, name: string, filter: SlackArguments): Promise<Search> {
  const similar: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const outcome = await slack.call("conversations.list", { ...filter, limit: PAGE, cursor });
    if (outcome.kind !== "answered") return { kind: "ended", ending: endingOf(slack.attempt, outcome) };
    const channels = objectsAt(outcome.body, "channels") ?? [];
    const channel = channels.find((candidate) => wordAt(candidate, "name") === name);
    if (channel !== undefined) return { kind: "found", channel };
    similar.push(...namesLike(name, channels));
    const next = nextCursorOf(outcome.body);
    // A cursor that comes back would be followed for ever.
    if (next === undefined || next === cursor) return { kind: "absent", similar: similar.slice(0, MAX_SUGGESTIONS) };
    cursor = next;
  }
  return { kind: "incomplete" };
}

function namesLike(name: string, channels: readonly JsonObject[]): readonly string[] {
  return channels
    .map((channel) => wordAt(channel, "name") ?? "")
    .filter((candidate) => candidate !== "" && (candidate.includes(name) || name.includes(candidate)));
}
