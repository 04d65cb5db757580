/** From what Slack did with a request to the ending of the attempt, by the class of the error code. */
import type { Ending, HandlerAttempt, Json, JsonObject } from "../../src/connector.ts";
import { assertNever } from "../../src/connector.ts";
import { ruleOf } from "./common-errors.ts";
import type { ErrorRule, ErrorTable } from "./error-rule.ts";
import { objectAt, present, textAt, textsAt } from "./slack-body.ts";
import { type SlackOutcome, statedWaitMs } from "./web-client.ts";

export type Unanswered = Exclude<SlackOutcome, { readonly kind: "answered" }>;

export interface RefusalContext {
  /** Codes that mean something else, or something more, for this operation. */
  readonly errors?: ErrorTable | undefined;
  /** The output when the wanted state was there before. */
  readonly already?: (() => Json | undefined) | undefined;
}

/** Ends the attempt; rethrows what the toolkit's client threw, because only that client knows whether anything left. */
export function endingOf(attempt: HandlerAttempt, outcome: Unanswered, context: RefusalContext = {}): Ending {
  switch (outcome.kind) {
    case "refused":
      return refusedEnding(attempt, outcome.code, outcome.body, context);
    case "rate_limited":
      return attempt.notProcessed({
        reason: "Slack limits how often this may be called",
        ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
      });
    case "unreadable":
      return attempt.ambiguous(outcome.reason);
    case "not_completed":
      throw outcome.error;
    default:
      return assertNever(outcome);
  }
}

function refusedEnding(attempt: HandlerAttempt, code: string, body: JsonObject, context: RefusalContext): Ending {
  const rule = ruleOf(code, context.errors);
  if (rule === undefined) return attempt.ambiguous(`Slack answered with the unknown code ${code}`);
  const message = messageOf(code, rule, body);
  const end = (usual: string): Ending =>
    attempt.branch(rule.branch ?? usual, undefined, { message, facts: factsOf(code, body) });
  switch (rule.class) {
    case "input":
      return end("invalidInput");
    case "not_found":
      return end("notFound");
    case "permission":
      return end("notPermitted");
    case "scope":
      return end("missingScope");
    case "defect":
      return end("connectorFault");
    case "credentials":
      return attempt.notAuthorized(message);
    case "already":
      return attempt.branch(rule.branch ?? "alreadyDone", context.already?.());
    case "transient":
      return notProcessed(attempt, message, statedWaitMs(body) ?? rule.waitMs);
    case "unclear":
      return attempt.ambiguous(message);
    default:
      return assertNever(rule.class);
  }
}

function notProcessed(attempt: HandlerAttempt, reason: string, retryAfterMs: number | undefined): Ending {
  return attempt.notProcessed(retryAfterMs === undefined ? { reason } : { reason, retryAfterMs });
}

/** `Slack answered not_in_channel. …`, with the scopes that are needed where that is what is missing. */
function messageOf(code: string, rule: ErrorRule, body: JsonObject): string {
  const needed = rule.class === "scope" ? textAt(body, "needed") : undefined;
  const scopes = needed === undefined ? "" : ` Needed: ${boundedText(needed, 200)}.`;
  return `Slack answered ${code}. ${rule.text}${scopes}`;
}

/** What helps to mend the call: Slack's own explanation of a bad argument, and the scopes asked for and given. */
function factsOf(code: string, body: JsonObject): JsonObject {
  const explanations = textsAt(objectAt(body, "response_metadata"), "messages") ?? [];
  return present({
    slackError: code,
    slackMessages:
      explanations.length === 0 ? undefined : explanations.slice(0, 10).map((text) => boundedText(text, 300)),
    neededScopes: scopesAt(body, "needed"),
    providedScopes: scopesAt(body, "provided"),
  });
}

function scopesAt(body: JsonObject, key: string): Json | undefined {
  return textAt(body, key)
    ?.split(/[,|\s]+/)
    .filter((scope) => /^[a-z][a-z0-9:._-]{0,80}$/i.test(scope))
    .slice(0, 50);
}

function boundedText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
