/**
 * The mark by which a posted message can be recognized as the one of a call: an opaque value in the message's metadata.
 * Anyone in the workspace can read it, so it holds nothing but a digest.
 */
import type { HandlerAttempt, JsonObject } from "../../src/connector.ts";
import { objectAt, textAt } from "./slack-body.ts";

/** Letters and underscores only: with a dot in the name Slack posts the message and drops the metadata. */
const EVENT_TYPE = "dex_connectors_call";

const MARKER_LENGTH = 32;

export const METADATA_DROPPED =
  "Slack did not keep the message's metadata, so a lost answer of such a post could not be looked up later.";

function markerOf(attempt: HandlerAttempt): string {
  return attempt.providerKey({ format: "hex", maxLength: MARKER_LENGTH });
}

/** The metadata argument of a post. */
export function markedMetadata(attempt: HandlerAttempt): JsonObject {
  return { event_type: EVENT_TYPE, event_payload: { marker: markerOf(attempt) } };
}

/** The marker of a message of Slack, if it has one of ours. */
export function markerIn(message: JsonObject): string | undefined {
  const metadata = objectAt(message, "metadata");
  if (textAt(metadata, "event_type") !== EVENT_TYPE) return undefined;
  return textAt(objectAt(metadata, "event_payload"), "marker");
}
