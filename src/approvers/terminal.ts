/** Asks a person in a terminal: one question at a time, with everything that will run in sight. Decides nothing itself. */

import { userInfo } from "node:os";
import type { Approver, ApproverAnswer, Question } from "../core/approval.ts";
import type { JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJsonText } from "../core/json-text.ts";
import { visible } from "../core/visible-text.ts";
import type { AnswerInput, AnswerLines, AnswerOutput } from "./terminal/answer-lines.ts";
import { answerLines } from "./terminal/answer-lines.ts";
import { parseAnswer } from "./terminal/answer-word.ts";
import { QuestionLeftOpenError } from "./terminal/question-left-open.ts";
import { argumentsText, questionText, wholeQuestionText } from "./terminal/question-text.ts";

export interface TerminalApproverOptions {
  /** Where answers come from. Default: `process.stdin`. A stream that is no terminal may hold several answers, one a line. */
  readonly input?: AnswerInput;
  /** Where questions are shown. Default: `process.stderr`, so that stdout holds results only. */
  readonly output?: AnswerOutput;
  /** Who decides, as the record names them. Default: the user of the process. */
  readonly decidedBy?: string;
}

/**
 * Makes an approver that asks in the terminal: approve, reject or edit, each with a comment.
 *
 * Questions are asked one after the other. Ctrl-C and the end of the input throw `QuestionLeftOpenError`: the question
 * stays open. When the question is decided elsewhere the prompt goes away. The input is read only while a question is shown.
 */
export function createTerminalApprover(options: TerminalApproverOptions = {}): Approver {
  const output = options.output ?? process.stderr;
  const lines = answerLines(options.input ?? process.stdin, output);
  const decidedBy = options.decidedBy ?? userName();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async ask(question, { signal, refusal }) {
      const turn = last.then(async () => {
        signal.throwIfAborted();
        return converse({ question, refusal, signal, lines, output, decidedBy });
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

interface Conversation {
  readonly question: Question;
  readonly refusal: string | undefined;
  readonly signal: AbortSignal;
  readonly lines: AnswerLines;
  readonly output: AnswerOutput;
  readonly decidedBy: string;
}

async function converse(talk: Conversation): Promise<ApproverAnswer> {
  const { question, output, lines, signal, decidedBy } = talk;
  const { text, isFolded } = questionText(question);
  await lines.discardTyped();
  signal.throwIfAborted();
  output.write(text);
  if (talk.refusal !== undefined) output.write(`Your last answer was refused: ${visible(talk.refusal)}\n`);
  const prompt = `[a]pprove, [r]eject or [e]dit, each with a comment if you like${isFolded ? "; [m]ore shows all" : ""}: `;
  try {
    for (;;) {
      const answer = parseAnswer(await lines.next(prompt, signal));
      switch (answer.kind) {
        case "approve":
          return { decision: "approve", decidedBy, ...commentOf(answer.comment) };
        case "reject": {
          const comment =
            answer.comment || (await lines.next("Why? (the model reads it; may be empty) ", signal)).trim();
          return { decision: "reject", decidedBy, ...commentOf(comment) };
        }
        case "edit": {
          const edited = await editArguments(talk);
          if (edited !== undefined) {
            return { decision: "approve", decidedBy, arguments: edited, ...commentOf(answer.comment) };
          }
          break;
        }
        case "more":
          output.write(wholeQuestionText(question));
          break;
        case "unclear":
          output.write("Please answer approve, reject or edit.\n");
          break;
      }
    }
  } catch (error) {
    if (error instanceof QuestionLeftOpenError) output.write("\n");
    if (signal.aborted) output.write("\nThe question is closed here: it was decided elsewhere, or the run ends.\n");
    throw error;
  }
}

function commentOf(comment: string): { readonly comment?: string } {
  return comment === "" ? {} : { comment };
}

/** Asks for arguments until they are a JSON object and confirmed; an empty line gives up and the question is asked again. */
async function editArguments({ question, lines, output, signal }: Conversation): Promise<JsonObject | undefined> {
  let draft = JSON.stringify(question.arguments);
  for (;;) {
    const text = (await lines.next("New arguments as one line of JSON (empty goes back): ", signal, draft)).trim();
    if (text === "") return undefined;
    const reading = parseJsonText(text);
    if (reading.isValid && isJsonObject(reading.value)) {
      output.write(argumentsText(reading.value));
      const isSure = parseAnswer(await lines.next("Approve these? [y]es or [n]o: ", signal)).kind === "approve";
      return isSure ? reading.value : undefined;
    }
    const expected = reading.isValid ? "a JSON object" : reading.fault.expected;
    const given = reading.isValid || reading.fault.given === undefined ? "" : `, not ${reading.fault.given}`;
    output.write(`That cannot be used: expected ${expected}${given}\n`);
    draft = text;
  }
}

function userName(): string {
  const { USER: user } = process.env;
  if (user !== undefined && user !== "") return user;
  try {
    return userInfo().username;
  } catch {
    // A process may run as a user id that has no name.
    return "terminal";
  }
}
