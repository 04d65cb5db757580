/** One configured connection as data, and the check of a connection file's text. Never repeats a value: it may be a secret. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import { childPointer } from "../core/json-pointer.ts";
import { parseJsonText } from "../core/json-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { Secret } from "../core/secret.ts";

/** Where one credential comes from. */
export type CredentialSource =
  | { readonly kind: "text"; readonly secret: Secret }
  | { readonly kind: "env"; readonly variable: string }
  | { readonly kind: "file"; readonly path: string };

/** A connection as it stands in the file. */
export interface ConnectionEntry {
  readonly connector: string;
  readonly name: string;
  readonly config: Readonly<Record<string, Json>>;
  readonly credentials: Readonly<Record<string, CredentialSource>>;
  readonly allowLoopback: boolean;
  readonly allowPrivateAddresses: boolean;
}

/** Tells the fault at a JSON pointer. */
type Report = (pointer: string, fault: string) => void;

const fileKeys = ["schemaVersion", "connections", "$schema"];
const entryKeys = ["connector", "name", "config", "credentials", "allowLoopback", "allowPrivateAddresses"];
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const connectorPattern = /^[a-z][a-z0-9-]{1,38}$/;
const secretShape = /^(?:xox[a-z]-|xapp-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|-----BEGIN |eyJ[\w-]+\.eyJ)/;

/** The connections a text declares; throws `invalid_configuration` with every fault and its place in `source`. */
export function parseConnections(text: string, source: string): readonly ConnectionEntry[] {
  const faults: string[] = [];
  const report: Report = (pointer, fault) => faults.push(`${pointer === "" ? "the file" : pointer} ${fault}`);
  const reading = parseJsonText(text);
  const entries = reading.isValid ? entriesOf(reading.value, report) : [];
  if (!reading.isValid) report(reading.fault.pointer, `must have ${reading.fault.expected}`);
  if (faults.length === 0) return entries;
  throw new ToolkitError("invalid_configuration", `${source} is not a valid connection file: ${faults.join("; ")}`, {
    details: { faults },
  });
}

function entriesOf(value: Json, report: Report): readonly ConnectionEntry[] {
  if (!isJsonObject(value)) {
    report("", "must be a JSON object");
    return [];
  }
  reportUnknownKeys(value, fileKeys, "", report);
  if (value["schemaVersion"] !== 1) report("/schemaVersion", "must be 1");
  const list = value["connections"];
  if (!Array.isArray(list)) {
    report("/connections", "must be a list");
    return [];
  }
  const entries = (list as readonly Json[]).flatMap(
    (item, index) => entryOf(item, `/connections/${String(index)}`, report) ?? [],
  );
  reportRepeated(entries, report);
  return entries;
}

function entryOf(item: Json, at: string, report: Report): ConnectionEntry | undefined {
  if (!isJsonObject(item)) {
    report(at, "must be a JSON object");
    return undefined;
  }
  reportUnknownKeys(item, entryKeys, at, report);
  const { config = {}, credentials = {}, allowLoopback = false, allowPrivateAddresses = false } = item;
  const connector = nameOf(item["connector"], connectorPattern);
  const name = nameOf(item["name"], namePattern);
  if (connector === undefined) report(`${at}/connector`, "must be a connector's id, such as slack");
  if (name === undefined) report(`${at}/name`, "must be 1 to 64 letters, digits, . _ or -");
  if (typeof allowLoopback !== "boolean") report(`${at}/allowLoopback`, "must be true or false");
  if (typeof allowPrivateAddresses !== "boolean") report(`${at}/allowPrivateAddresses`, "must be true or false");
  const label = `${connector ?? "?"}/${name ?? "?"}`;
  const entry = {
    config: configOf(config, `${at}/config`, report),
    credentials: credentialsOf(credentials, `${at}/credentials`, label, report),
    allowLoopback: allowLoopback === true,
    allowPrivateAddresses: allowPrivateAddresses === true,
  };
  return connector === undefined || name === undefined ? undefined : { connector, name, ...entry };
}

function nameOf(value: Json | undefined, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

function configOf(config: Json, at: string, report: Report): ConnectionEntry["config"] {
  if (!isJsonObject(config)) {
    report(at, "must be a JSON object");
    return {};
  }
  const entries = Object.entries(config).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  for (const [key, value] of entries) {
    const isSecret = typeof value === "string" && secretShape.test(value);
    if (isSecret) report(childPointer(at, key), "looks like a secret; secrets belong under credentials");
  }
  return Object.freeze(Object.fromEntries(entries));
}

function credentialsOf(value: Json, at: string, label: string, report: Report): ConnectionEntry["credentials"] {
  if (!isJsonObject(value)) {
    report(at, "must be a JSON object");
    return {};
  }
  const entries = Object.entries(value).flatMap(([name, given]) => {
    const source = sourceOf(given, `${label}.${name}`);
    if (source === undefined) report(childPointer(at, name), 'must be a text, {"env": NAME} or {"file": PATH}');
    return source === undefined ? [] : [[name, source] as const];
  });
  return Object.freeze(Object.fromEntries(entries));
}

function sourceOf(value: Json | undefined, label: string): CredentialSource | undefined {
  if (typeof value === "string") return value === "" ? undefined : { kind: "text", secret: new Secret(value, label) };
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  const { env, file } = value;
  if (typeof env === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) return { kind: "env", variable: env };
  return typeof file === "string" && file !== "" ? { kind: "file", path: file } : undefined;
}

function reportUnknownKeys(object: JsonObject, known: readonly string[], at: string, report: Report): void {
  for (const key of Object.keys(object).filter((name) => !known.includes(name))) {
    const closest = closestName(key, known);
    const hint = closest === undefined ? `known are ${known.join(", ")}` : `did you mean ${closest}?`;
    report(childPointer(at, key), `is unknown; ${hint}`);
  }
}

function reportRepeated(entries: readonly ConnectionEntry[], report: Report): void {
  const seen = new Set<string>();
  for (const { connector, name } of entries) {
    const id = `${connector}/${name}`;
    if (seen.has(id)) report("/connections", `has two connections ${id}`);
    seen.add(id);
  }
}
