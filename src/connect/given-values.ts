/** The values of a connection that is made in code: settings and credentials as they were handed in. */

import { ToolkitError } from "../core/error.ts";
import type { ConnectionValues } from "../core/operation.ts";
import { isSecret, Secret } from "../core/secret.ts";
import type { Settings } from "./setting.ts";

/** A credential handed in by code: its text, or a wrapper of it. */
export type GivenCredential = string | Secret;

/** Credentials at hand, or a function that gives the newest ones; it is called for each attempt. */
export type GivenCredentials =
  | Readonly<Record<string, GivenCredential>>
  | (() => Readonly<Record<string, GivenCredential>> | Promise<Readonly<Record<string, GivenCredential>>>);

/** What `connect` of a connector takes. */
export interface ConnectOptions {
  /** 1 to 64 letters, digits, `.`, `_` or `-`; part of every key a provider receives. */
  readonly name: string;
  /** Settings by the manifest's names. Default: none. */
  readonly config?: Settings | undefined;
  /** Secrets by the manifest's names. Default: none. */
  readonly credentials?: GivenCredentials | undefined;
  /** Permits plain http and addresses of this machine. Default `false`. */
  readonly allowLoopback?: boolean | undefined;
  /** Permits private and link-local addresses of configured hosts. Default `false`. */
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** The options of `connect` as the values of a connection. */
export function givenValues(options: ConnectOptions): ConnectionValues {
  const { name, config = {}, credentials = {}, allowLoopback, allowPrivateAddresses } = options;
  const isRead = typeof credentials === "function";
  const fixed = isRead ? {} : wrap(credentials, name);
  return {
    name,
    config,
    credentials: async () => (isRead ? wrap(await credentials(), name) : fixed),
    credentialNames: isRead ? undefined : Object.keys(fixed),
    credentialHint: (credential) =>
      `give it to connect as credentials.${credential}; on the command line: --credential ${credential}=env:NAME`,
    knownSecrets: () => Object.values(fixed),
    allowLoopback,
    allowPrivateAddresses,
  };
}

function wrap(
  credentials: Readonly<Record<string, GivenCredential>>,
  connection: string,
): Readonly<Record<string, Secret>> {
  const entries = Object.entries(credentials).map(([name, value]) => {
    if (isSecret(value)) return [name, value] as const;
    // The value is not repeated: it may be a secret in the wrong shape.
    if (typeof value !== "string" || value === "") {
      throw new ToolkitError(
        "invalid_configuration",
        `connection ${connection}: the credential ${name} must be a text that is not empty`,
      );
    }
    return [name, new Secret(value, `${connection}.${name}`)] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}
