/** From words to flags by a command's specification. Every fault is one line with what to type instead. */

import { parseArgs } from "node:util";
import { closestName } from "../core/closest-name.ts";
import type { Command, FlagSpec, FlagSpecs } from "./command.ts";
import { misuse } from "./command-error.ts";

export interface ParsedWords {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, boolean | string | undefined | readonly string[]>>;
}

const helpFlag: FlagSpecs = { help: { type: "boolean", description: "Shows this help." } };

/** The command's own flags and those every command has. */
export function allFlags(command: Command): FlagSpecs {
  return { ...command.flags, ...helpFlag };
}

/** Parses what follows the command's name. Throws a misuse for an unknown, repeated or incomplete flag and for too few or many words. */
export function parseWords(command: Command, words: readonly string[]): ParsedWords {
  const specs = allFlags(command);
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type }]) => [name, name === "help" ? { type, short: "h" } : { type }] as const),
  );
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const args: string[] = [];
  const given = new Map<string, (boolean | string)[]>();
  for (const token of tokens) {
    if (token.kind === "positional") args.push(token.value);
    if (token.kind !== "option") continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (spec === undefined) throw unknownFlag(command, token.rawName);
    const isInline = token.inlineValue === true;
    given.set(token.name, [...(given.get(token.name) ?? []), valueOf(token.name, spec, token.value, isInline)]);
  }
  const flags = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, combine(name, spec, given.get(name) ?? [])] as const),
  );
  if (flags["help"] !== true) checkOperands(command, args);
  return { args, flags };
}

function unknownFlag(command: Command, rawName: string): Error {
  const closest = closestName(rawName.replace(/^-+/, ""), Object.keys(allFlags(command)));
  const hint = closest === undefined ? `see \`dex-connectors ${command.name} --help\`` : `did you mean --${closest}?`;
  return misuse(`${command.name} has no flag ${rawName}; ${hint}`);
}

function valueOf(name: string, spec: FlagSpec, value: string | undefined, isInline: boolean): boolean | string {
  if (spec.type === "boolean") {
    if (value !== undefined) throw misuse(`--${name} takes no value`);
    return true;
  }
  const placeholder = spec.value ?? "VALUE";
  if (value === undefined) throw misuse(`--${name} needs a value: --${name} ${placeholder}`);
  if (!isInline && value.startsWith("--")) {
    throw misuse(
      `--${name} needs a value: --${name} ${placeholder} (a value that begins with a dash: --${name}=${value})`,
    );
  }
  if (spec.choices !== undefined && !spec.choices.includes(value)) {
    const closest = closestName(value, spec.choices);
    const hint = closest === undefined ? "" : `; did you mean ${closest}?`;
    throw misuse(`--${name} takes ${spec.choices.join(", ")}, not ${JSON.stringify(value)}${hint}`);
  }
  return value;
}

function combine(
  name: string,
  spec: FlagSpec,
  values: readonly (boolean | string)[],
): boolean | string | undefined | readonly string[] {
  if (spec.type === "boolean") return values.length > 0;
  if (spec.multiple === true) return values as readonly string[];
  if (values.length > 1) throw misuse(`--${name} was given ${String(values.length)} times; it takes one value`);
  return values[0];
}

function checkOperands(command: Command, args: readonly string[]): void {
  const { min, max } = command.operands ?? { min: 0, max: 0 };
  if (args.length >= min && args.length <= max) return;
  const fault = args.length < min ? "is missing something" : `does not take ${JSON.stringify(args[max])}`;
  throw misuse(`${command.name} ${fault}; usage: dex-connectors ${command.usage}`);
}
