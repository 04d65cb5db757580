/** Reads the credentials of one connection from where they come from, anew each time, and remembers what it saw. */

import { resolve } from "node:path";
import { assertNever } from "../core/assert-never.ts";
import { RememberedSecrets } from "../core/remembered-secrets.ts";
import { Secret } from "../core/secret.ts";
import type { CredentialSource } from "./connection-entry.ts";
import { readPrivateFile } from "./private-file.ts";
import type { Environment } from "./project-variables.ts";

export type CredentialSources = Readonly<Record<string, CredentialSource>>;

/** A key file or a token; anything longer is the wrong file. */
const maxSecretBytes = 65_536;

export interface CredentialStoreOptions {
  /** `connector/name`, for labels. */
  readonly label: string;
  readonly env: Environment;
  /** The folder that relative paths of secrets are relative to. */
  readonly folder: string;
  /** The sources as they stand now. */
  readonly sources: () => Promise<CredentialSources>;
}

/** Gives credentials; a missing one is left out, so that an optional one harms nobody. */
export class CredentialStore {
  readonly #options: CredentialStoreOptions;
  readonly #seen = new RememberedSecrets();

  constructor(options: CredentialStoreOptions) {
    this.#options = options;
  }

  /** Throws `credential_unavailable` or `file_not_private` when a source cannot be read. */
  async read(): Promise<Readonly<Record<string, Secret>>> {
    const found: [string, Secret][] = [];
    for (const [name, source] of Object.entries(await this.#options.sources())) {
      const secret = await this.#secretOf(name, source);
      if (secret !== undefined) found.push([name, secret]);
    }
    for (const [, secret] of found) this.#seen.note(secret);
    return Object.freeze(Object.fromEntries(found));
  }

  seen(): Iterable<Secret> {
    return this.#seen;
  }

  async #secretOf(name: string, source: CredentialSource): Promise<Secret | undefined> {
    const { label, env, folder } = this.#options;
    switch (source.kind) {
      case "text":
        return source.secret;
      case "env":
        return secretOf(env[source.variable], `${label}.${name}`);
      case "file": {
        const file = await readPrivateFile(resolve(folder, source.path), { maxBytes: maxSecretBytes });
        // An editor ends a file with a line break, which is no part of a token.
        return typeof file === "string" ? undefined : secretOf(file.text.replace(/\r?\n$/, ""), `${label}.${name}`);
      }
      default:
        return assertNever(source);
    }
  }
}

function secretOf(value: string | undefined, label: string): Secret | undefined {
  return value === undefined || value === "" ? undefined : new Secret(value, label);
}

/** Where a credential is to be set, for a person. */
export function sourceInWords(source: CredentialSource): string {
  switch (source.kind) {
    case "text":
      return "in the connection file";
    case "env":
      return `environment variable ${source.variable}`;
    case "file":
      return `file ${source.path}`;
    default:
      return assertNever(source);
  }
}
