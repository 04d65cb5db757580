/** A loaded project: the connections that are set up here, by connector and name. Shows no secret to anybody who prints it. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import type { ConnectionProvider, ConnectionValues } from "../core/operation.ts";
import type { ConnectionReference } from "../core/tool.ts";
import type { ConnectionEntry } from "./connection-entry.ts";
import { type ConnectionSource, currentEntry } from "./connection-source.ts";
import { type CredentialSources, CredentialStore, sourceInWords } from "./credential-store.ts";
import type { Environment } from "./project-variables.ts";

/** One credential of a connection, without its value. */
export interface CredentialState {
  readonly name: string;
  /** Where it comes from, such as `environment variable SLACK_BOT_TOKEN`. */
  readonly source: string;
  readonly isPresent: boolean;
}

/** A configured connection and where it was declared. */
export interface ProjectEntry {
  readonly entry: ConnectionEntry;
  readonly source: ConnectionSource;
}

export interface ProjectOptions {
  readonly entries: readonly ProjectEntry[];
  readonly env: Environment;
  readonly warnings: readonly string[];
  /** Why there may be fewer connections than expected, for the message about an absent one. */
  readonly absence: string;
}

/** The connections of a project; made by `loadFromEnvironment`. */
export class Project implements ConnectionProvider {
  readonly #options: ProjectOptions;
  readonly #stores = new Map<ConnectionEntry, CredentialStore>();
  readonly #ends: (() => Promise<void>)[] = [];
  #isClosed = false;

  constructor(options: ProjectOptions) {
    this.#options = options;
    for (const declared of options.entries) this.#stores.set(declared.entry, this.#createStore(declared));
  }

  /** What was found but not used, such as a mistyped variable. */
  get warnings(): readonly string[] {
    return this.#options.warnings;
  }

  /** The connections that are set up. */
  list(): readonly ConnectionReference[] {
    return this.#options.entries.map(({ entry: { connector, name } }) => ({ connector, name }));
  }

  /** The values of a connection. Throws `connection_absent` when it is not set up here, `closed` after `close`. */
  connection(connector: string, name: string): ConnectionValues {
    if (this.#isClosed) throw new ToolkitError("closed", "the project was closed");
    const { entry, store } = this.#find(connector, name);
    const { config, credentials, allowLoopback, allowPrivateAddresses } = entry;
    return Object.freeze<ConnectionValues>({
      name,
      config,
      credentials: () => store.read(),
      credentialNames: Object.keys(credentials),
      credentialHint: (credential) => hintOf(credentials, credential),
      knownSecrets: () => store.seen(),
      allowLoopback,
      allowPrivateAddresses,
    });
  }

  /** Which credentials of a connection can be read now; no values. Throws when a source is broken. */
  async credentialStates(connector: string, name: string): Promise<readonly CredentialState[]> {
    const { entry, store } = this.#find(connector, name);
    const present = await store.read();
    return Object.entries(entry.credentials).map(([credential, source]) => ({
      name: credential,
      source: sourceInWords(source),
      isPresent: Object.hasOwn(present, credential),
    }));
  }

  /** Reads what can be read, so that secrets are known before the first call. Troubles wait for that call. */
  async warmUp(): Promise<void> {
    await Promise.allSettled([...this.#stores.values()].map((store) => store.read()));
  }

  onClose(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  /** Ends the sockets of connections that were made from this project. Twice is safe. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#ends.splice(0).map((end) => end()));
  }

  #createStore({ entry, source }: ProjectEntry): CredentialStore {
    const { connector, name } = entry;
    const sources = async (): Promise<CredentialSources> => {
      // Secrets of variables stand beside those of the file, which may have changed.
      const current = await currentEntry(source, connector, name);
      return { ...entry.credentials, ...current.credentials };
    };
    return new CredentialStore({
      label: `${connector}/${name}`,
      env: this.#options.env,
      folder: source.folder,
      sources,
    });
  }

  #find(connector: string, name: string): { readonly entry: ConnectionEntry; readonly store: CredentialStore } {
    const entries = this.#options.entries.map(({ entry }) => entry);
    const entry = entries.find((candidate) => candidate.connector === connector && candidate.name === name);
    const store = entry === undefined ? undefined : this.#stores.get(entry);
    if (entry !== undefined && store !== undefined) return { entry, store };
    const names = entries.filter((candidate) => candidate.connector === connector).map((candidate) => candidate.name);
    const closest = closestName(name, names);
    const hint = closest === undefined ? this.#options.absence : `did you mean ${closest}?`;
    throw new ToolkitError("connection_absent", `the connection ${connector}/${name} is not set up here; ${hint}`, {
      details: { connector, name, configured: names },
    });
  }
}

function hintOf(credentials: CredentialSources, name: string): string | undefined {
  const source = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  return source === undefined ? "add it to the connection's credentials" : `set ${sourceInWords(source)}`;
}
