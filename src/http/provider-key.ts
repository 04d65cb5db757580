/** What a provider receives of a call's identity: equal in every attempt, different for every call, connection and journal. */

import { createHash } from "node:crypto";
import type { KeyFormat } from "../core/manifest-value.ts";
import type { ConnectionReference } from "../core/tool.ts";

export interface KeySource {
  /** Made once when the journal was made. */
  readonly keyNamespace: string;
  readonly connection: ConnectionReference;
  /** The call's key. */
  readonly key: string;
}

/** The namespace of this toolkit's version 5 UUIDs. */
const NAMESPACE = Buffer.from("6f0d6b9c5b8e4c1f9a7d2e3f4a5b6c7d", "hex");

/** The derived key. `uuid` has 36 characters (RFC 9562 version 5); `hex` is SHA-256 cut to `maxLength` digits. */
export function providerKey(source: KeySource, format: KeyFormat, maxLength: number): string {
  const text = identityText(source);
  return format === "uuid" ? uuidOf(text) : createHash("sha256").update(text, "utf8").digest("hex").slice(0, maxLength);
}

/** JSON keeps the four parts apart whatever characters they hold. */
function identityText(source: KeySource): string {
  return JSON.stringify([source.keyNamespace, source.connection.connector, source.connection.name, source.key]);
}

function uuidOf(text: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(text, "utf8").digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
