/** Reads a person's lines, one at a time and only while somebody waits for one. Knows nothing of questions. */

import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { QuestionLeftOpenError } from "./question-left-open.ts";

export type AnswerInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };
export type AnswerOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface AnswerLines {
  /** Throws away lines that were typed before a question is shown, so that they cannot answer it. Pipes may answer ahead. */
  discardTyped(): Promise<void>;
  /**
   * Shows the prompt and gives the next line; `prefill` stands in the line to be edited (terminals only).
   * Throws `QuestionLeftOpenError` on Ctrl-C and at the end of the input, and the signal's reason when it aborts.
   */
  next(prompt: string, signal: AbortSignal, prefill?: string): Promise<string>;
}

export function answerLines(input: AnswerInput, output: AnswerOutput): AnswerLines {
  return input.isTTY === true ? terminalLines(input, output) : pipedLines(input, output);
}

/** A line editor that lives for one line: between questions the terminal is as the program left it, Ctrl-C included. */
function terminalLines(input: AnswerInput, output: AnswerOutput): AnswerLines {
  return {
    discardTyped: () => discardTyped(input),
    async next(prompt, signal, prefill) {
      const editor = createInterface({ input, output, terminal: true, historySize: 0 });
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      editor.once("line", resolve);
      editor.once("SIGINT", () => {
        reject(new QuestionLeftOpenError("interrupted"));
      });
      editor.once("close", () => {
        reject(new QuestionLeftOpenError("input_ended"));
      });
      editor.setPrompt(prompt);
      editor.prompt();
      if (prefill !== undefined) editor.write(prefill);
      try {
        return await orAborted(promise, signal);
      } finally {
        editor.close();
      }
    },
  };
}

/** Long enough for a terminal to hand over what it holds, too short for a person to notice. */
const discardMs = 50;

async function discardTyped(input: AnswerInput): Promise<void> {
  const ignore = (): void => undefined;
  input.on("data", ignore);
  input.resume();
  await sleep(discardMs);
  input.pause();
  input.removeListener("data", ignore);
}

const interruptCharacter = "\u0003";

/** Lines of a pipe or file. What arrives early is kept: answers may be given all at once. */
function pipedLines(input: AnswerInput, output: AnswerOutput): AnswerLines {
  const decoder = new TextDecoder();
  let rest = "";
  let hasEnded = false;
  let isAttached = false;
  let wake = Promise.withResolvers<void>();
  const ring = (): void => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const end = (): void => {
    hasEnded = true;
    ring();
  };
  const attach = (): void => {
    isAttached = true;
    input.on("data", (chunk: Buffer | string) => {
      rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      ring();
    });
    input.once("end", end);
    input.once("close", end);
    input.once("error", end);
  };
  const take = (): string | undefined => {
    const at = rest.indexOf("\n");
    if (at < 0 && !(hasEnded && rest !== "")) return undefined;
    const line = at < 0 ? rest : rest.slice(0, at);
    rest = at < 0 ? "" : rest.slice(at + 1);
    return line.replace(/\r$/, "");
  };
  return {
    discardTyped: async () => undefined,
    async next(prompt, signal) {
      output.write(`${prompt}\n`);
      if (!isAttached) attach();
      input.resume();
      try {
        for (;;) {
          const next = wake.promise;
          if (rest.includes(interruptCharacter)) throw new QuestionLeftOpenError("interrupted");
          const line = take();
          if (line !== undefined) return line;
          if (hasEnded) throw new QuestionLeftOpenError("input_ended");
          await orAborted(next, signal);
        }
      } finally {
        // A paused pipe keeps no process alive.
        input.pause();
      }
    },
  };
}

async function orAborted<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => {
    aborted.reject(signal.reason as Error);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([wanted, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
