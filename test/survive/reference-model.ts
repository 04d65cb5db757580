/**
 * What becomes of a session's calls, in a hundred lines that share nothing with the fold: no documents, no tasks, no
 * inputs, only the rules of the promises applied until nothing more can happen. It is what the real runner is held to.
 */

export type Kind = "read" | "keyed" | "single" | "function";
/** How an attempt ends; `hang`: not before it is released or its process dies. */
export type Outcome = "ok" | "failed" | "lost" | "not_sent" | "busy" | "hang";

export interface CallPlan {
  readonly kind: Kind;
  readonly mustAsk: boolean;
  /** Attempt by attempt; the last one goes on. */
  readonly outcomes: readonly Outcome[];
}

export interface ModelCall extends CallPlan {
  status: "waiting" | "awaiting_approval" | "running" | "succeeded" | "failed" | "rejected" | "outcome_unknown";
  isApproved: boolean;
  attempts: number;
  mayHaveSent: boolean;
  isSkipped: boolean;
  expiresAt: number;
  /** When a restart found it under way. */
  revivedAt: number | undefined;
  /** The version that was asked about, else that of its first attempt. */
  version: number;
}

export interface ModelResponse {
  readonly calls: readonly ModelCall[];
  lastEntryAt: number;
  isHeld: boolean;
}

const ATTEMPTS = 3;
const isOrdered = (call: ModelCall): boolean => call.kind === "keyed" || call.kind === "single";
const isRepeatable = (call: ModelCall): boolean => call.kind === "read" || call.kind === "keyed";
const isFinal = ({ status }: ModelCall): boolean => !["waiting", "awaiting_approval", "running"].includes(status);
const isBad = (call: ModelCall): boolean => isOrdered(call) && isFinal(call) && call.status !== "succeeded";

export class ReferenceModel {
  readonly responses: ModelResponse[] = [];
  readonly resumeWithinMs: number;
  readonly deadlineMs: number;
  version = 1;

  constructor(resumeWithinMs: number, deadlineMs: number) {
    this.resumeWithinMs = resumeWithinMs;
    this.deadlineMs = deadlineMs;
  }

  submit(plans: readonly CallPlan[], now: number): void {
    const fresh = { status: "waiting", isApproved: false, attempts: 0, mayHaveSent: false, isSkipped: false } as const;
    const calls = plans.map((plan): ModelCall => ({
      ...plan,
      ...fresh,
      expiresAt: 0,
      revivedAt: undefined,
      version: 0,
    }));
    const response: ModelResponse = { calls, lastEntryAt: now, isHeld: false };
    this.responses.push(response);
    this.advance(response, now);
  }

  /** Applies the rules of order until nothing more can begin. */
  advance(response: ModelResponse, now: number): void {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const [position, call] of response.calls.entries()) {
        if (call.status !== "waiting") continue;
        const before = response.calls.slice(0, position).filter(isOrdered);
        if (isOrdered(call) && before.some(isBad)) {
          call.isSkipped = true;
          this.end(response, call, "failed", now);
        } else if (response.isHeld || (isOrdered(call) && !before.every(isFinal))) continue;
        else if (call.mustAsk && !call.isApproved) this.ask(response, call, now);
        else this.attempt(response, call, now);
        isMoving = true;
      }
    }
  }

  ask(response: ModelResponse, call: ModelCall, now: number): void {
    call.status = "awaiting_approval";
    call.expiresAt = now + this.deadlineMs;
    call.version = this.version;
    response.lastEntryAt = now;
  }

  attempt(response: ModelResponse, call: ModelCall, now: number): void {
    if (call.status !== "running") response.lastEntryAt = now;
    call.status = "running";
    if (call.attempts === 0 && !call.isApproved) call.version = this.version;
    // A deploy makes recovery stricter: what was claimed or approved under another version is not sent again.
    const isBound = call.kind === "keyed" || (call.isApproved && call.kind !== "function");
    const isOther = isBound && call.version !== this.version;
    call.attempts += 1;
    const isUnknown = call.mayHaveSent && call.kind === "keyed";
    if (isOther) return this.end(response, call, isUnknown ? "outcome_unknown" : "failed", now);
    this.settle(response, call, call.outcomes[Math.min(call.attempts, call.outcomes.length) - 1] ?? "ok", now);
  }

  settle(response: ModelResponse, call: ModelCall, outcome: Outcome | "died", now: number): void {
    if (outcome === "hang") return;
    if (outcome === "ok") return this.end(response, call, "succeeded", now);
    if (outcome === "failed") return this.end(response, call, "failed", now);
    if (outcome === "lost" || outcome === "died") call.mayHaveSent = true;
    if (isRepeatable(call) && call.attempts < ATTEMPTS) return this.attempt(response, call, now);
    const isUnknown = call.mayHaveSent && call.kind !== "read";
    this.end(response, call, isUnknown ? "outcome_unknown" : "failed", now);
  }

  end(response: ModelResponse, call: ModelCall, status: ModelCall["status"], now: number): void {
    call.status = status;
    const { revivedAt } = call;
    if (revivedAt !== undefined && revivedAt - response.lastEntryAt > this.resumeWithinMs) {
      response.isHeld ||= !response.calls.every(isFinal);
    }
    response.lastEntryAt = now;
    this.advance(response, now);
  }

  decide(response: ModelResponse, call: ModelCall, isYes: boolean, now: number): void {
    if (now >= call.expiresAt) return this.end(response, call, "rejected", now);
    response.isHeld = false;
    response.lastEntryAt = now;
    if (!isYes) return this.end(response, call, "rejected", now);
    call.isApproved = true;
    call.status = "waiting";
    this.advance(response, now);
  }

  /** A decision that was left while nobody ran the journal, found by the process that starts now. */
  decideLeft(response: ModelResponse, call: ModelCall, isYes: boolean, leftAt: number, now: number): void {
    if (leftAt >= call.expiresAt) return this.end(response, call, "rejected", now);
    call.isApproved = isYes;
    call.status = isYes ? "waiting" : "rejected";
    if (now - leftAt > this.resumeWithinMs) response.isHeld ||= !response.calls.every(isFinal);
    else [response.isHeld, response.lastEntryAt] = [false, now];
    this.advance(response, now);
  }

  /** The process died: what ran once is unknown, what is repeatable is tried again, a question of a tool that changed is asked anew. */
  restart(now: number, version: number, decideLeft: () => void): void {
    const isChanged = version !== this.version;
    this.version = version;
    const found = this.responses.flatMap((response) => response.calls.map((call) => ({ response, call })));
    const running = found.filter(({ call }) => call.status === "running");
    for (const { call } of running) call.revivedAt = now;
    for (const { response, call } of running) this.settle(response, call, "died", now);
    decideLeft();
    this.ring(now);
    for (const { call } of found) {
      if (!isChanged || call.status !== "awaiting_approval" || call.kind === "function") continue;
      [call.expiresAt, call.version] = [now + this.deadlineMs, version];
    }
  }

  /** Deadlines that have come. */
  ring(now: number): void {
    for (const response of this.responses) {
      for (const call of response.calls) {
        if (call.status === "awaiting_approval" && now >= call.expiresAt) this.end(response, call, "rejected", now);
      }
    }
  }

  resume(response: ModelResponse, now: number): void {
    if (!response.isHeld) return;
    response.isHeld = false;
    response.lastEntryAt = now;
    this.advance(response, now);
  }
}
