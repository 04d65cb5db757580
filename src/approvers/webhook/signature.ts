/**
 * Signs and checks messages by the Standard Webhooks specification, version 1 (https://www.standardwebhooks.com):
 * `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a message's clock may be from ours, in seconds; the specification leaves it to the receiver. */
export const toleranceSeconds = 300;

/** The least length of a secret, in characters or, where it holds a key in base64, in bytes of the key. */
export const minSecretLength = 24;

export interface SignedHeaders {
  readonly "webhook-id": string;
  /** Seconds since the epoch. */
  readonly "webhook-timestamp": string;
  /** One or more signatures, separated by spaces. */
  readonly "webhook-signature": string;
}

export type SignatureCheck =
  | { readonly isValid: true; readonly id: string; readonly timestamp: number }
  | { readonly isValid: false; readonly reason: string };

export function signedHeaders(secret: string, id: string, nowMs: number, body: string): SignedHeaders {
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signatureOf(secret, id, timestamp, body)}`,
  };
}

/** Whether the message was signed with the secret, about now. Says nothing of whether it came before. */
export function checkSignature(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  nowMs: number,
): SignatureCheck {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || id === "" || typeof timestamp !== "string" || typeof signatures !== "string") {
    const reason = "the headers webhook-id, webhook-timestamp and webhook-signature are needed, each once";
    return { isValid: false, reason };
  }
  const seconds = /^[0-9]{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowMs / 1000 - seconds) <= toleranceSeconds)) {
    return { isValid: false, reason: "webhook-timestamp is too far from now" };
  }
  const expected = Buffer.from(signatureOf(secret, id, timestamp, body));
  const isSigned = signatures.split(" ").some((candidate) => isEqual(candidate, expected));
  return isSigned
    ? { isValid: true, id, timestamp: seconds }
    : { isValid: false, reason: "the signature does not fit" };
}

function isEqual(candidate: string, expected: Buffer): boolean {
  if (!candidate.startsWith("v1,")) return false;
  const given = Buffer.from(candidate.slice(3));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
}

/** What is no base64 would be left out of the key without a word, up to a key that everybody knows: the empty one. */
export function isUsableSecret(secret: string): boolean {
  if (typeof secret !== "string") return false;
  if (!secret.startsWith(keyPrefix)) return secret.length >= minSecretLength;
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(secret.slice(keyPrefix.length));
  return isBase64 && keyOf(secret).length >= minSecretLength;
}

const keyPrefix = "whsec_";

/** A secret of the form `whsec_…` holds its key in base64; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(keyPrefix) ? Buffer.from(secret.slice(keyPrefix.length), "base64") : Buffer.from(secret);
}
