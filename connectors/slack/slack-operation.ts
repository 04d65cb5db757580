/**
 * The frame of an operation that is one request to Slack: prepare the arguments, call, read the answer. Multi-step
 * operations use its parts. It is the one place where a refused argument and an unusable token become endings.
 */
import type { Ending, HandlerAttempt, Json, JsonObject, OperationHandler } from "../../src/connector.ts";
import type { ErrorTable } from "./error-rule.ts";
import { InputRefusal } from "./input-refusal.ts";
import { endingOf, type RefusalContext } from "./refusal-ending.ts";
import { objectAt, textsAt, wordAt } from "./slack-body.ts";
import { chooseToken, type TokenKind } from "./token.ts";
import { requestSlack, type SlackArguments, type SlackOutcome } from "./web-client.ts";

/** What an answer gives. */
export interface Answer {
  readonly output: Json;
  /** Where it is not the operation's usual branch. */
  readonly branch?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}

export interface SlackOperation<Input> {
  readonly method: string;
  /** Default `bot`. */
  readonly token?: TokenKind;
  /** The branch of success. */
  readonly branch: string;
  /** The arguments as Slack names them; may throw an `InputRefusal`. */
  prepare(input: Input, attempt: HandlerAttempt): SlackArguments;
  /** The answer in the connector's words, or `undefined` when it lacks what it must have. */
  read(body: JsonObject, input: Input): Answer | undefined;
  readonly errors?: ErrorTable;
  /** The output when the wanted state was there before. */
  already?(input: Input): Json;
}

/** A handler of one request. */
export function slackOperation<Input extends object>(operation: SlackOperation<Input>): OperationHandler {
  return slackHandler(operation.token ?? "bot", async (input: Input, slack) => {
    const outcome = await slack.call(operation.method, operation.prepare(input, slack.attempt));
    return endWith(slack.attempt, operation, input, outcome);
  });
}

/** What a handler of several requests is given. */
export interface SlackSession {
  readonly attempt: HandlerAttempt;
  readonly call: (method: string, args: SlackArguments) => Promise<SlackOutcome>;
}

/**
 * A handler with a token of the kind; a thrown `InputRefusal` ends the attempt in its branch. Each handler names its own
 * input type: those are generated from the schemas against which the toolkit checks the input before it calls.
 */
export function slackHandler(
  token: TokenKind,
  run: (input: never, slack: SlackSession) => Promise<Ending>,
): OperationHandler {
  return async (input, attempt) => {
    const choice = chooseToken(attempt, token);
    if (!choice.isUsable) return attempt.notAuthorized(choice.reason);
    const call = (method: string, args: SlackArguments): Promise<SlackOutcome> =>
      requestSlack(attempt, choice.token, method, args);
    try {
      return await run(input as never, { attempt, call });
    } catch (error) {
      if (!(error instanceof InputRefusal)) throw error;
      return attempt.branch(error.branch, undefined, { message: error.message });
    }
  };
}

function endWith<Input>(
  attempt: HandlerAttempt,
  operation: SlackOperation<Input>,
  input: Input,
  outcome: SlackOutcome,
): Ending {
  if (outcome.kind !== "answered") return endingOf(attempt, outcome, contextOf(operation, input));
  const answer = operation.read(outcome.body, input);
  if (answer === undefined) return attempt.ambiguous("Slack answered ok, but the answer lacks what it must have");
  return attempt.branch(answer.branch ?? operation.branch, answer.output, warningsOf(outcome.body, answer.warnings));
}

function contextOf<Input>(operation: SlackOperation<Input>, input: Input): RefusalContext {
  return { errors: operation.errors, already: () => operation.already?.(input) };
}

/** Slack's warnings about a request it accepted, and the operation's own. */
export function warningsOf(body: JsonObject, own: readonly string[] = []): { readonly warnings?: readonly string[] } {
  const warnings = [...own, ...slackWarnings(body).map((code) => `Slack warns: ${explainWarning(code)}`)];
  return warnings.length === 0 ? {} : { warnings };
}

function slackWarnings(body: JsonObject): readonly string[] {
  const single = wordAt(body, "warning")?.split(",") ?? [];
  const listed = textsAt(objectAt(body, "response_metadata"), "warnings") ?? [];
  const codes = new Set([...single, ...listed].map((code) => code.trim().slice(0, 100)));
  return [...codes].filter((code) => code !== "" && !UNIMPORTANT.has(code));
}

/** About how the request was written, or said by the branch already. */
const UNIMPORTANT: ReadonlySet<string> = new Set(["missing_charset", "superfluous_charset", "already_in_channel"]);

function explainWarning(code: string): string {
  return code === "message_truncated" ? "message_truncated (the end of the text was cut off)" : code;
}
