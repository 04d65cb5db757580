/**
 * An approver over HTTP: a signed question goes out to a URL, a signed decision comes back through a server of the application's.
 * It keeps nothing: what a decision does is decided where every other decision is.
 */

import type { Approver, Decision, Verdict } from "../core/approval.ts";
import { ToolkitError } from "../core/error.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJsonText } from "../core/json-text.ts";
import { deliver } from "./webhook/deliver.ts";
import { checkSignature, isUsableSecret, minSecretLength, toleranceSeconds } from "./webhook/signature.ts";

export interface WebhookApproverOptions {
  /** Where questions go; https, or http on loopback. */
  readonly url: string;
  /** Signs questions and decisions: 24 characters or more, or `whsec_` and the base64 of 24 bytes or more. */
  readonly secret: string;
}

/** A request as an HTTP server received it; header names in lower case. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as text, unchanged: the signature is over its bytes. */
  readonly body: string;
}

/** What to answer; `body` is JSON text. */
export interface WebhookAnswer {
  readonly status: 200 | 400 | 401 | 409;
  readonly body: string;
}

export interface WebhookApprover extends Approver {
  /**
   * Takes a signed decision in and makes it: 200 when it took effect, 401 for a wrong or old signature, 409 for one that came
   * before (by `webhook-id`) or changed nothing, 400 for a body that is no decision. Throws when the journal cannot be written.
   */
  receive(request: WebhookRequest, approvals: { decide(decision: Decision): Promise<Verdict> }): Promise<WebhookAnswer>;
}

/**
 * Makes an approver that asks by webhook, signed by the Standard Webhooks specification.
 *
 * The question's id is the `webhook-id`, so a question sent again after a restart can be told from a new one. A delivery that
 * fails five times leaves the question open, with a process warning.
 */
export function createWebhookApprover(options: WebhookApproverOptions): WebhookApprover {
  checkOptions(options);
  const { url, secret } = options;
  const seen = createSeenIds();
  return {
    async ask(question, { signal }) {
      const body = JSON.stringify({ type: "approval.asked", question });
      await deliver({ url, secret, id: question.questionId, body, signal });
      // The decision comes in through `receive`; this wait ends when the question is closed.
      return untilAborted(signal);
    },
    async receive(request, approvals) {
      if (typeof request.body !== "string") return answer(400, { message: "expected the body as text" });
      const checked = checkSignature(secret, request.headers, request.body, Date.now());
      if (!checked.isValid) return answer(401, { message: checked.reason });
      const decision = decisionOf(request.body);
      if (typeof decision === "string") return answer(400, { message: decision });
      if (!seen.take(checked.id)) return answer(409, { message: "this decision was received before" });
      try {
        const verdict = await approvals.decide(decision);
        return answer(verdict.accepted ? 200 : 409, verdict);
      } catch (error) {
        // Nothing was decided: the sender may try again under the same id.
        seen.giveBack(checked.id);
        throw error;
      }
    },
  };
}

function checkOptions({ url, secret }: WebhookApproverOptions): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isLoopback = parsed !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
  if (parsed === undefined || (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && isLoopback))) {
    throw new ToolkitError("invalid_configuration", "url: expected an https URL (http only to loopback)");
  }
  if (isUsableSecret(secret)) return;
  const least = String(minSecretLength);
  const expected = `${least} characters or more, or whsec_ and the base64 of ${least} bytes or more`;
  throw new ToolkitError("invalid_configuration", `secret: expected ${expected}`);
}

function decisionOf(body: string): Decision | string {
  const reading = parseJsonText(body);
  if (!reading.isValid || !isJsonObject(reading.value)) return "expected a JSON object";
  const { questionId, decision, arguments: edited, comment, decidedBy, ...unknown } = reading.value;
  const [unknownKey] = Object.keys(unknown);
  if (unknownKey !== undefined) return `unknown key ${JSON.stringify(unknownKey.slice(0, 40))}`;
  if (typeof questionId !== "string") return "questionId: expected a text";
  if (decision !== "approve" && decision !== "reject") return 'decision: expected "approve" or "reject"';
  if (typeof decidedBy !== "string" || decidedBy === "") return "decidedBy: expected the name of who decides";
  if (comment !== undefined && typeof comment !== "string") return "comment: expected a text";
  if (edited !== undefined && !isJsonObject(edited)) return "arguments: expected an object";
  return { questionId, decision, decidedBy, comment, arguments: edited };
}

function answer(status: WebhookAnswer["status"], body: unknown): WebhookAnswer {
  return { status, body: JSON.stringify(body) };
}

/** Ids of messages that a signature would still let in; older ones are refused by their time. */
function createSeenIds(): { take(id: string): boolean; giveBack(id: string): void } {
  const seen = new Map<string, number>();
  return {
    take(id) {
      const now = Date.now();
      for (const [known, at] of seen) {
        if (now - at <= 2 * toleranceSeconds * 1000) break;
        seen.delete(known);
      }
      if (seen.has(id)) return false;
      seen.set(id, now);
      return true;
    },
    giveBack(id) {
      seen.delete(id);
    },
  };
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    reject(new Error("the question was closed"));
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return promise;
}
