/** A file of Slack as the model reads it: what it is and where it is shared, never the address of its bytes. */
import type { JsonObject } from "../../src/connector.ts";
import { isObject, numberAt, objectAt, present, textsAt, wordAt } from "./slack-body.ts";

const MAX_CHANNELS = 100;

export function fileView(file: JsonObject | undefined): JsonObject | undefined {
  const fileId = wordAt(file, "id");
  if (!isObject(file) || fileId === undefined) return undefined;
  return present({
    fileId,
    name: wordAt(file, "name"),
    title: wordAt(file, "title"),
    mimeType: wordAt(file, "mimetype"),
    sizeBytes: numberAt(file, "size"),
    userId: wordAt(file, "user"),
    createdAt: numberAt(file, "created"),
    permalink: wordAt(file, "permalink"),
    channelIds: channelsOf(file).slice(0, MAX_CHANNELS),
  });
}

/** Slack lists conversations by kind, and in newer answers as the keys of `shares`. */
export function channelsOf(file: JsonObject): readonly string[] {
  const listed = ["channels", "groups", "ims"].flatMap((key) => textsAt(file, key) ?? []);
  const shares = objectAt(file, "shares");
  const shared = ["public", "private"].flatMap((key) => Object.keys(objectAt(shares, key) ?? {}));
  return [...new Set([...listed, ...shared])];
}
