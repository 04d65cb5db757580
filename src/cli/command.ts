/** What a command of the command line is: its name, its flags as data, and one function from parsed words to an exit code. */

/** One flag. Secrets are never values of flags: argv can be read by every process of the machine. */
export interface FlagSpec {
  readonly type: "boolean" | "string";
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in the help, such as `FILE`. */
  readonly value?: string;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  readonly description: string;
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

/** A boolean is always there, a list may be empty, a text may be absent. */
type FlagValue<S extends FlagSpec> = S["type"] extends "boolean"
  ? boolean
  : S extends { readonly multiple: true }
    ? readonly string[]
    : S extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined;

export type FlagValues<S extends FlagSpecs> = { readonly [Name in keyof S]: FlagValue<S[Name]> };

/** Where text goes. Results go to stdout, everything said on the way to stderr. */
export interface Output {
  readonly isTerminal: boolean;
  readonly hasColor: boolean;
  write(text: string): void;
}

/** What a command may touch of the process. */
export interface CommandContext<S extends FlagSpecs = FlagSpecs> {
  /** The words that are neither the command nor a flag. */
  readonly args: readonly string[];
  readonly flags: FlagValues<S>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts on the first interrupt (Ctrl-C); the command then closes what it opened and returns. */
  readonly signal: AbortSignal;
}

/** One command. It throws `CommandError` for what a user can mend; everything else that it throws is an internal error. */
export interface Command<S extends FlagSpecs = FlagSpecs> {
  /** As it is typed, such as `validate` or `connections check`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows `dex-connectors`, such as `show KEY [--timeline]`. */
  readonly usage: string;
  /** How many words it takes besides flags. Default: none. */
  readonly operands?: { readonly min: number; readonly max: number };
  readonly flags: S;
  /** What follows `dex-connectors`; at least one. */
  readonly examples: readonly string[];
  /** Gives the exit code: 0 fine, 1 findings or a call that did not succeed, 4 incomplete. 2 and 3 come from what it throws. */
  run(context: CommandContext<S>): Promise<number>;
}

/** Gives a command with its flags typed. */
export function defineCommand<const S extends FlagSpecs>(command: Command<S>): Command {
  return command;
}
