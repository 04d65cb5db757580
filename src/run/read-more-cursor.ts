/** Cursors into kept results: which call, from where on. Signed, so that only what was offered can be asked for. */

import { createHmac, timingSafeEqual } from "node:crypto";

/** A place in the text of a call's kept result. */
export interface ResultPlace {
  /** The key of the call, which names its session. */
  readonly key: string;
  /** In UTF-16 units of the result's text. */
  readonly offset: number;
  /** Whether the place lies inside of a JSON string. */
  readonly isInString: boolean;
}

/** A place as text; equal places give equal text in one journal. */
export function toCursor({ key, offset, isInString }: ResultPlace, secret: string): string {
  const body = Buffer.from(JSON.stringify([key, offset, isInString])).toString("base64url");
  return `${body}.${tagOf(body, secret).toString("base64url")}`;
}

/** The place of a cursor that this journal made; `undefined` for any other text. */
export function fromCursor(cursor: string, secret: string): ResultPlace | undefined {
  const [body, tag, ...rest] = cursor.split(".");
  if (body === undefined || tag === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(tag, "base64url");
  const made = tagOf(body, secret);
  if (given.length !== made.length || !timingSafeEqual(given, made)) return undefined;
  const [key, offset, isInString] = JSON.parse(Buffer.from(body, "base64url").toString()) as [string, number, boolean];
  return { key, offset, isInString };
}

function tagOf(body: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`read more\n${body}`).digest().subarray(0, 16);
}
