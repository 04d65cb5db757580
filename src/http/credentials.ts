/** Writes a connection's secrets where its auth method places them. The only module of this room that reveals a secret. */

import { assertNever } from "../core/assert-never.ts";
import type { AuthMethod, Authorization, AuthSecret } from "../core/manifest-auth.ts";
import type { Manifest } from "../core/manifest.ts";
import type { Secret } from "../core/secret.ts";
import { headerAddition, NO_ADDITIONS, type Additions } from "./additions.ts";
import { BuildFault } from "./build-fault.ts";
import { own } from "./value.ts";

/** Credentials are missing or cannot be sent: nothing leaves, and trying again does not help. */
export class CredentialFault extends Error {}

/** The first method of the operation whose required secrets the connection has; `undefined` when none is needed. */
export function chooseMethod(
  manifest: Manifest,
  authorization: Authorization,
  credentials: Readonly<Record<string, Secret>>,
): AuthMethod | undefined {
  if (authorization.kind === "none") return undefined;
  for (const id of authorization.methods) {
    const method = manifest.authMethods[id];
    if (method !== undefined && !method.secrets.some((secret) => lacks(secret, credentials))) return method;
  }
  const first = authorization.methods.map((id) => manifest.authMethods[id]).find((method) => method !== undefined);
  const missing = first === undefined ? [] : missingSecrets(first, credentials);
  throw new CredentialFault(`the connection has no credential ${missing.join(", ")}`);
}

/** The secrets of a method at their places. */
export function placeSecrets(method: AuthMethod, credentials: Readonly<Record<string, Secret>>): Additions {
  if (method.type === "custom") throw new BuildFault(`the auth method ${method.id} needs a handler`);
  const place = method.place;
  if (place === undefined) return NO_ADDITIONS;
  if (place.in === "basic") return headerAddition("authorization", basic(credentials));
  const secret = own(credentials, place.secret);
  if (secret === undefined) return NO_ADDITIONS;
  const value = place.prefix + secret.reveal();
  switch (place.in) {
    case "header":
      return headerAddition(place.name, headerSafe(value, place.secret));
    case "query":
      return { ...NO_ADDITIONS, query: [[place.name, value]] };
    case "body":
      return { ...NO_ADDITIONS, body: [{ at: place.at, value }] };
    default:
      return assertNever(place);
  }
}

/** The required secrets of a method that are not there; an empty text is none. */
export function missingSecrets(method: AuthMethod, credentials: Readonly<Record<string, Secret>>): readonly string[] {
  return method.secrets.filter((secret) => lacks(secret, credentials)).map(({ name }) => name);
}

function lacks({ name, required }: AuthSecret, credentials: Readonly<Record<string, Secret>>): boolean {
  return required && (own(credentials, name)?.reveal() ?? "") === "";
}

/** Shorter secrets stand in every other word, and are looked for nowhere. */
const MIN_LENGTH = 6;

/** Tells whether a text holds a secret, as it is. */
export function secretFinder(credentials: Readonly<Record<string, Secret>>): (text: string) => boolean {
  return (text) =>
    Object.values(credentials).some((secret) => {
      const value = secret.reveal();
      return value.length >= MIN_LENGTH && text.includes(value);
    });
}

/** RFC 7617: the user name ends at the first colon. */
function basic(credentials: Readonly<Record<string, Secret>>): string {
  const username = own(credentials, "username")?.reveal() ?? "";
  const password = own(credentials, "password")?.reveal() ?? "";
  if (username.includes(":"))
    throw new CredentialFault("the credential username holds a colon, which HTTP Basic cannot carry");
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

function headerSafe(value: string, name: string): string {
  if (!/^[\u0020-\u007e]*$/.test(value)) {
    throw new CredentialFault(
      `the credential ${name} holds characters that a header cannot carry; is a line break at its end?`,
    );
  }
  return value;
}
