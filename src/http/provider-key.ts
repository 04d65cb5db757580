/** What a provider receives of a call's identity: equal in every attempt, different for every call, connection and journal. */

import { hash } from "node:crypto";
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
  return format === "uuid" ? uuidOf(text) : hash("sha256", text, "hex").slice(0, maxLength);
}

/** JSON keeps the four parts apart whatever characters they hold. */
function identityText(source: KeySource): string {
  return JSON.stringify([source.keyNamespace, source.connection.connector, source.connection.name, source.key]);
}

function uuidOf(text: string): string {
  const hex = hash("sha1", Buffer.concat([NAMESPACE, Buffer.from(text, "utf8")]), "hex");
  const version = `5${hex.slice(13, 16)}`;
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16) + hex.slice(17, 20);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}-${hex.slice(20, 32)}`;
}
