/** Settings and credentials as they are typed: `--config KEY=VALUE`, `--credential KEY=env:NAME`. No secret is ever a word of the command line. */

import { readFile, stat } from "node:fs/promises";
import { closestName } from "../core/closest-name.ts";
import type { Json } from "../core/json.ts";
import type { ConfigField } from "../core/manifest-auth.ts";
import type { Manifest } from "../core/manifest.ts";
import { Secret } from "../core/secret.ts";
import type { CommandContext } from "./command.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { isMissing, unreadable } from "./connector-argument.ts";

const forms = { config: "--config KEY=VALUE", credential: "--credential KEY=env:NAME" } as const;

function pairOf(flag: keyof typeof forms, text: string): readonly [string, string] {
  const at = text.indexOf("=");
  // The text is not repeated: it may be a secret that was typed here by mistake.
  if (at < 1) throw misuse(`--${flag} needs a name and a value: ${forms[flag]}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The settings of `--config KEY=VALUE`, each as the type of its field. */
export function configOf(manifest: Manifest, texts: readonly string[]): Readonly<Record<string, Json>> {
  const pairs = texts.map((text) => {
    const [key, value] = pairOf("config", text);
    const field = Object.hasOwn(manifest.config, key) ? manifest.config[key] : undefined;
    if (field === undefined) throw unknownField(manifest, key);
    return [key, valueOf(field, value)] as const;
  });
  return Object.fromEntries(pairs);
}

function unknownField(manifest: Manifest, key: string): CommandError {
  const names = Object.keys(manifest.config);
  const closest = closestName(key, names);
  const known = names.length === 0 ? "it has no settings" : `it knows ${names.join(", ")}`;
  return misuse(
    `--config: ${manifest.connector.id} has no setting ${JSON.stringify(key)}; ${closest === undefined ? known : `did you mean ${closest}?`}`,
  );
}

/** Text as the field's type; what does not fit stays text and is refused by the connector in its own words. */
function valueOf(field: ConfigField, text: string): Json {
  switch (field.type) {
    case "integer":
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    case "stringList":
      return text.split(",");
    default:
      return text;
  }
}

/** The credentials of `--credential KEY=env:NAME` and `KEY=file:PATH`, read once. */
export async function credentialsOf(
  texts: readonly string[],
  env: CommandContext["env"],
): Promise<Readonly<Record<string, Secret>>> {
  const entries = texts.map(async (text) => {
    const [key, source] = pairOf("credential", text);
    return [key, new Secret(await secretOf(key, source, env), key)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function secretOf(key: string, source: string, env: CommandContext["env"]): Promise<string> {
  const [, kind, place] = /^(env|file):(.+)$/su.exec(source) ?? [];
  if (kind === undefined || place === undefined) {
    throw misuse(
      `--credential ${key}: name a variable or a file (${key}=env:NAME, ${key}=file:PATH); a secret on the command line can be read by every process`,
    );
  }
  if (kind === "env") {
    const value = env[place];
    if (value === undefined || value === "")
      throw misuse(`--credential ${key}: the environment variable ${place} is not set`);
    return value;
  }
  return readSecretFile(key, place);
}

async function readSecretFile(key: string, path: string): Promise<string> {
  try {
    if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0) {
      throw misuse(`--credential ${key}: others can read ${path}; run: chmod 600 '${path}'`);
    }
    const value = (await readFile(path, "utf8")).replace(/\r?\n$/, "");
    if (value === "") throw new CommandError(exitCodes.misuse, `--credential ${key}: ${path} is empty`);
    return value;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (isMissing(error)) throw misuse(`--credential ${key}: there is no file ${path}`);
    throw unreadable(path, error);
  }
}
