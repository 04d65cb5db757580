/** Takes known secrets out of values by value, and finds them in arguments. Knows nothing of where they come from. */

import type { Json } from "../core/json.ts";
import type { Secret } from "../core/secret.ts";
import { createPieceFinder } from "./secret-pieces.ts";

/** A secret of fewer characters is not looked for: it would stand in every other word. */
export const minSecretLength = 6;

/** What replaces a known secret. */
export const redactionMark = "[secret removed]";

/** A value without known secrets, and how many places were changed. */
export interface Redacted<T> {
  readonly value: T;
  readonly count: number;
}

export interface Redactor {
  /** Whether there is anything to look for. */
  readonly knowsSecrets: boolean;
  text(text: string): Redacted<string>;
  /** A deep copy; keys are cleaned like values. */
  json(value: Json): Redacted<Json>;
  /** Like `json`, for short texts that may have been cut: pieces of a secret go too. */
  pieces(value: Json): Redacted<Json>;
  /** Whether the value holds a known secret anywhere. */
  finds(value: Json): boolean;
}

/**
 * Gives a redactor of the secrets as they are at each call. It is made anew only when one of them changed: credentials are
 * read again and again, and seldom differ.
 */
export function currentRedactor(secrets: () => Iterable<Secret>): () => Redactor {
  let texts: readonly string[] = [];
  let redactor = transparent;
  return () => {
    const now: string[] = [];
    for (const secret of secrets()) now.push(secret.reveal());
    if (now.length === texts.length && now.every((text, index) => text === texts[index])) return redactor;
    texts = now;
    redactor = redactorOfTexts(now);
    return redactor;
  };
}

/** A redactor of these secrets, as they are, percent-encoded, in base64 and as JSON text writes them. */
export function createRedactor(secrets: Iterable<Secret>): Redactor {
  return redactorOfTexts(Array.from(secrets, (secret) => secret.reveal()));
}

function redactorOfTexts(texts: readonly string[]): Redactor {
  const needles = needlesOf(texts);
  return needles.length === 0 ? transparent : redactorOf(needles);
}

const transparent: Redactor = {
  knowsSecrets: false,
  text: (value) => ({ value, count: 0 }),
  json: (value) => ({ value, count: 0 }),
  pieces: (value) => ({ value, count: 0 }),
  finds: () => false,
};

function needlesOf(secrets: readonly string[]): readonly string[] {
  const needles = new Set<string>();
  for (const secret of secrets) {
    const text = secret.toWellFormed();
    if (text.length < minSecretLength) continue;
    needles.add(text);
    needles.add(JSON.stringify(text).slice(1, -1));
    needles.add(encodeURIComponent(text));
    for (const form of base64Forms(text)) needles.add(form);
  }
  return [...needles].toSorted((a, b) => b.length - a.length);
}

/** How a text stands inside of base64, by how many bytes are before it; without the characters that its neighbors share. */
function base64Forms(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const whole = btoa(Array.from(padded, (byte) => String.fromCodePoint(byte)).join(""));
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
  });
}

function redactorOf(needles: readonly string[]): Redactor {
  const text = (given: string): Redacted<string> => {
    let value = given;
    let count = 0;
    for (const needle of needles) {
      const parts = value.split(needle);
      count += parts.length - 1;
      if (parts.length > 1) value = parts.join(redactionMark);
    }
    return { value, count };
  };
  const find = createPieceFinder(needles);
  const withoutPieces = (given: string): Redacted<string> => {
    const whole = text(given);
    const found = find(whole.value);
    if (found.length === 0) return whole;
    let value = "";
    let from = 0;
    for (const [start, end] of found) {
      value += whole.value.slice(from, start) + redactionMark;
      from = end;
    }
    return { value: value + whole.value.slice(from), count: whole.count + found.length };
  };
  return {
    knowsSecrets: true,
    text,
    json: (value) => cleanJson(value, text),
    pieces: (value) => cleanJson(value, withoutPieces),
    finds: (value) => cleanJson(value, text).count > 0,
  };
}

function cleanJson(value: Json, text: Redactor["text"]): Redacted<Json> {
  let count = 0;
  const clean = (given: Json): Json => {
    if (typeof given === "string") {
      const cleaned = text(given);
      count += cleaned.count;
      return cleaned.value;
    }
    if (given === null || typeof given !== "object") return given;
    if (Array.isArray(given)) return given.map(clean);
    const members = Object.entries(given).map(([key, member]) => {
      const cleanedKey = text(key);
      count += cleanedKey.count;
      return [cleanedKey.value, member === undefined ? undefined : clean(member)] as const;
    });
    return Object.fromEntries(members);
  };
  return { value: clean(value), count };
}
