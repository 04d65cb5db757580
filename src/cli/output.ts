/** Writes text and decides on color. Knows streams, not commands. */

import type { Output } from "./command.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** An output over a stream. Color follows NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
export function outputOf(stream: OutputStream, env: Environment): Output {
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    hasColor: wantsColor(env, isTerminal),
    write: (text) => {
      stream.write(text);
    },
  };
}

/** Whether texts are colored by default. */
export function wantsColor(env: Environment, isTerminal: boolean): boolean {
  const { NO_COLOR: never, FORCE_COLOR: always, TERM: terminal } = env;
  if (never !== undefined && never !== "") return false;
  if (always !== undefined && always !== "") return always !== "0" && always !== "false";
  return isTerminal && terminal !== "dumb";
}

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Color = keyof typeof codes;

/** The text in a color where the output has any. */
export function paint(output: Output, color: Color, text: string): string {
  const [on, off] = codes[color];
  return output.hasColor ? `\u001b[${String(on)}m${text}\u001b[${String(off)}m` : text;
}

export function writeLine(output: Output, line: string): void {
  output.write(`${line}\n`);
}

/** One JSON value and nothing else. */
export function writeJson(output: Output, value: unknown): void {
  output.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
