/** Which credentials a call may use: read anew for each attempt, and remembered so that they can be removed from texts. */

import { closestName } from "../core/closest-name.ts";
import type { Ending } from "../core/ending.ts";
import { isToolkitError, ToolkitError } from "../core/error.ts";
import type { AuthMethod } from "../core/manifest-auth.ts";
import type { Manifest, Operation as ManifestOperation } from "../core/manifest.ts";
import type { ConnectionValues } from "../core/operation.ts";
import { RememberedSecrets } from "../core/remembered-secrets.ts";
import { Secret } from "../core/secret.ts";
import { missingSecrets } from "../http/credentials.ts";

export type Credentials = Readonly<Record<string, Secret>>;

/** The credentials of one attempt, or the ending of an attempt that cannot have them. */
export type Access =
  | { readonly isGranted: true; readonly credentials: Credentials; readonly method: AuthMethod | undefined }
  | { readonly isGranted: false; readonly ending: Ending };

/** Reads credentials and keeps what was seen. */
export class CredentialReader {
  readonly #manifest: Manifest;
  readonly #values: ConnectionValues;
  readonly #seen = new RememberedSecrets();

  constructor(manifest: Manifest, values: ConnectionValues) {
    this.#manifest = manifest;
    this.#values = values;
    checkCredentialNames(manifest, values);
  }

  async access(operation: ManifestOperation, signal: AbortSignal): Promise<Access> {
    const { authorization } = operation;
    let credentials: Credentials;
    try {
      credentials = await untilStopped(this.#values.credentials(), signal);
    } catch (error) {
      // The text of an unknown error may hold anything, a secret too.
      const reason = isToolkitError(error) ? error.message : "the credentials could not be read";
      return denied(reason, isToolkitError(error) && !error.retryable);
    }
    for (const secret of Object.values(credentials)) this.#seen.note(secret);
    if (authorization.kind === "none") return { isGranted: true, credentials, method: undefined };
    const methods = authorization.methods.flatMap((id) => this.#manifest.authMethods[id] ?? []);
    const method = methods.find((candidate) => missingSecrets(candidate, credentials).length === 0);
    if (method !== undefined) {
      if (method.type === "basic") this.#seen.note(basicPair(credentials));
      return { isGranted: true, credentials, method };
    }
    const wanted = methods.map((candidate) => this.#inWords(missingSecrets(candidate, credentials))).join(", or ");
    return denied(`the connection lacks the credential ${wanted}`, true);
  }

  *knownSecrets(): Iterable<Secret> {
    yield* this.#values.knownSecrets();
    yield* this.#seen;
  }

  #inWords(names: readonly string[]): string {
    const named = names.map((name) => {
      const hint = this.#values.credentialHint?.(name);
      return hint === undefined ? name : `${name} (${hint})`;
    });
    return named.join(" and ");
  }
}

/** A store that does not answer must not hold an attempt beyond its time: then nothing was sent, and that is known. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const seen = { isAtHand: false };
  const note = (): void => {
    seen.isAtHand = true;
  };
  void work.then(note, note);
  for (let turn = 0; turn < TURNS && !seen.isAtHand; turn += 1) await Promise.resolve();
  return seen.isAtHand ? work : beforeStop(work, signal);
}

/** Credentials at hand, or computed from what is, come within so many turns; to listen to the signal would cost more than they do. */
const TURNS = 3;

async function beforeStop<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(new Error("the attempt was stopped"));
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** HTTP Basic sends both as one text, which hides each of them from whoever looks for it by value. */
function basicPair(credentials: Credentials): Secret {
  const pair = `${credentials["username"]?.reveal() ?? ""}:${credentials["password"]?.reveal() ?? ""}`;
  return new Secret(pair, "username:password");
}

function denied(reason: string, isFinal: boolean): Access {
  return { isGranted: false, ending: { kind: "not_sent", reason, isFinal } };
}

function checkCredentialNames(manifest: Manifest, values: ConnectionValues): void {
  const known = Object.values(manifest.authMethods).flatMap((method) => method.secrets.map(({ name }) => name));
  const unknown = values.credentialNames?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const closest = closestName(unknown, known);
  const list = known.length === 0 ? "it takes none" : `it takes ${[...new Set(known)].join(", ")}`;
  throw new ToolkitError(
    "invalid_configuration",
    `connection ${manifest.connector.id}/${values.name}: the credential ${unknown} is unknown; ${closest === undefined ? list : `did you mean ${closest}?`}`,
  );
}
