/** Follows one exchange on the wire: notes the dispatch, gathers the answer within its bounds, and settles once. */

import type { Dispatcher } from "undici";
import type { RequestFault } from "../core/manifest-classify.ts";
import type { ToolAttempt } from "../core/tool.ts";
import { hasMarkedEnd, hasNoBody, showsItsEnd } from "./answer-end.ts";
import { DialError, errorCode } from "./dial.ts";
import { DEFAULT_MAX_RESPONSE_BYTES, type AnswerHead, type HttpOutcome, type HttpRequest } from "./exchange.ts";
import type { ExchangeWatch, Watched } from "./exchange-watch.ts";
import { GatheredBody } from "./gathered-body.ts";
import { flatHeaders, type IncomingHeaders } from "./flat-headers.ts";

/** A request that undici will not write. Every other end before the start is of the connection, such as an idle one that is reset while the request waits for it. */
const UNWRITABLE: ReadonlySet<string> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);

/** Errors of the parser; lengths that contradict each other are one of them. */
const NOT_HTTP: ReadonlySet<string> = new Set(["HTTPParserError", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);

/** What an attempt must give for one exchange. */
export type ExchangeAttempt = Pick<ToolAttempt, "signal" | "deadline" | "clock" | "beginDispatch">;

/** The promise of the exchange: it takes the outcome, or what `beginDispatch` threw. */
interface Settler {
  readonly resolve: (outcome: HttpOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * undici calls `onRequestStart` once, on a connection that stands, before it writes. So whatever ends earlier was
 * not sent, and whatever ends later may have been.
 */
export class ExchangeHandler implements Dispatcher.DispatchHandler, Watched {
  readonly endsAt: number;
  readonly signal: AbortSignal;
  slot = 0;
  readonly #method: string;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  readonly #attempt: ExchangeAttempt;
  readonly #watch: ExchangeWatch;
  readonly #settler: Settler;
  readonly #body = new GatheredBody();
  #head: AnswerHead | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #hasStarted = false;
  #isSettled = false;

  constructor(
    request: HttpRequest,
    timeoutMs: number,
    attempt: ExchangeAttempt,
    watch: ExchangeWatch,
    settler: Settler,
  ) {
    this.endsAt = performance.now() + timeoutMs;
    this.signal = attempt.signal;
    this.#method = request.method;
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
    this.#attempt = attempt;
    this.#watch = watch;
    this.#settler = settler;
    watch.add(this);
  }

  stop(why: "time" | "signal"): void {
    const reason = why === "signal" ? STOPPED : `no whole answer within ${String(this.#timeoutMs)} ms`;
    this.#fault(this.#hasStarted ? "timeout" : "connect", reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.signal.aborted) this.stop("signal");
    // A busy process looks at the clock late; what is not written yet must not leave after its time.
    else if (performance.now() >= this.endsAt) this.stop("time");
    // One send is one request: a client that began anew on another connection would make two of it.
    if (this.#hasStarted) this.#fault("reset", "the connection ended before an answer");
    if (this.#isSettled) {
      controller.abort(new Error("the exchange had ended before it was sent"));
      return;
    }
    try {
      this.#attempt.beginDispatch();
    } catch (error) {
      this.#end();
      this.#settler.reject(error instanceof Error ? error : new Error("the dispatch was refused", { cause: error }));
      controller.abort(new Error("the dispatch was refused"));
      return;
    }
    this.#hasStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHeaders): void {
    // Informational answers (100 to 199) come before the real one and say nothing about it.
    if (status < 200) return;
    this.#head = { status, headers: flatHeaders(headers) };
    const announced = this.#head.headers["content-length"];
    if (Number(announced) > this.#maxBytes && !hasNoBody(this.#method, status)) this.#oversize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    if (this.#body.size + chunk.length > this.#maxBytes) this.#oversize();
    else this.#body.add(chunk);
  }

  onResponseEnd(): void {
    if (this.#head === undefined) {
      this.#fault("reset", "the exchange ended without an answer");
      return;
    }
    const { status, headers } = this.#head;
    const body = this.#body.whole();
    if (hasMarkedEnd(this.#method, this.#head) || showsItsEnd(body)) {
      this.#settle({ kind: "response", status, headers, body });
    } else if (status < 300) {
      this.#fault("truncated", "the connection ended and nothing says that the answer was whole");
    } else {
      // What the status says holds; a page behind it that may be cut is not read.
      this.#settle({ kind: "response", status, headers, body: NO_BODY });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#hasStarted) this.#brokenOff(error);
    else this.#notMade(error);
  }

  #notMade(error: Error): void {
    const code = errorCode(error);
    if (UNWRITABLE.has(code)) {
      this.#settle({ kind: "refused", reason: `the request cannot be written (${code})` });
    } else if (!(error instanceof DialError)) {
      this.#fault("connect", `no connection (${code})`);
    } else if (error.phase === "refused") {
      this.#settle({ kind: "refused", reason: error.message });
    } else {
      this.#fault(error.phase, error.message);
    }
  }

  #brokenOff(error: Error): void {
    const code = errorCode(error);
    if (code === "UND_ERR_HEADERS_OVERFLOW") this.#fault("oversize", "the answer's headers are too large");
    else if (this.#head !== undefined) this.#fault("truncated", `the answer broke off (${code})`);
    else if (NOT_HTTP.has(code) || code.startsWith("HPE_"))
      this.#fault("invalidBody", `the answer is not HTTP (${code})`);
    else this.#fault("reset", `the connection ended before an answer (${code})`);
  }

  #oversize(): void {
    this.#fault("oversize", `the answer is larger than ${String(this.#maxBytes)} bytes`);
  }

  #fault(fault: RequestFault, reason: string): void {
    this.#settle({ kind: "fault", fault, mayHaveSent: this.#hasStarted, reason, head: this.#head });
  }

  #settle(outcome: HttpOutcome): void {
    if (this.#isSettled) return;
    this.#end();
    this.#settler.resolve(outcome);
    if (outcome.kind !== "response") this.#controller?.abort(new Error("the exchange has ended"));
  }

  #end(): void {
    this.#isSettled = true;
    this.#body.drop();
    this.#watch.remove(this);
  }
}

const STOPPED = "the attempt was stopped";
const NO_BODY = Buffer.alloc(0);
