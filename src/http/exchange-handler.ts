/** Follows one exchange on the wire: notes the dispatch, gathers the answer within its bounds, and settles once. */

import type { Dispatcher } from "undici";
import type { RequestFault } from "../core/manifest-classify.ts";
import { DialError, errorCode } from "./dial.ts";
import type { AnswerHead, HttpOutcome } from "./exchange.ts";

type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request that undici will not write. Every other end before the start is of the connection, such as an idle one that is reset while the request waits for it. */
const UNWRITABLE: ReadonlySet<string> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);

export interface ExchangeBounds {
  readonly maxResponseBytes: number;
  /** Right before the first byte leaves; a throw keeps everything back. */
  readonly beginDispatch: () => void;
  readonly settle: (outcome: HttpOutcome) => void;
  /** With what `beginDispatch` threw. */
  readonly fail: (error: unknown) => void;
}

/**
 * undici calls `onRequestStart` once, on a connection that stands, before it writes. So whatever ends earlier was
 * not sent, and whatever ends later may have been.
 */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #bounds: ExchangeBounds;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #head: AnswerHead | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #hasStarted = false;
  #isSettled = false;

  constructor(bounds: ExchangeBounds) {
    this.#bounds = bounds;
  }

  /** Ends the exchange from outside: out of time, or canceled. */
  stop(reason: string): void {
    this.#fault(this.#hasStarted ? "timeout" : "connect", reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) {
      controller.abort(new Error("the exchange had ended before it was sent"));
      return;
    }
    try {
      this.#bounds.beginDispatch();
    } catch (error) {
      this.#isSettled = true;
      this.#bounds.fail(error);
      controller.abort(new Error("the dispatch was refused"));
      return;
    }
    this.#hasStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHeaders): void {
    // Informational answers (100 to 199) come before the real one and say nothing about it.
    if (status < 200) return;
    this.#head = { status, headers: flatHeaders(headers) };
    const announced = Number(this.#head.headers["content-length"] ?? 0);
    if (announced > this.#bounds.maxResponseBytes) this.#oversize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    this.#size += chunk.length;
    if (this.#size > this.#bounds.maxResponseBytes) this.#oversize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#head === undefined) {
      this.#fault("reset", "the exchange ended without an answer");
      return;
    }
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks, this.#size);
    this.#settle({ kind: "response", status: this.#head.status, headers: this.#head.headers, body });
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
    else if (code.startsWith("HPE_") || code === "HTTPParserError")
      this.#fault("invalidBody", `the answer is not HTTP (${code})`);
    else this.#fault("reset", `the connection ended before an answer (${code})`);
  }

  #oversize(): void {
    this.#fault("oversize", `the answer is larger than ${String(this.#bounds.maxResponseBytes)} bytes`);
  }

  #fault(fault: RequestFault, reason: string): void {
    this.#settle({ kind: "fault", fault, mayHaveSent: this.#hasStarted, reason, head: this.#head });
  }

  #settle(outcome: HttpOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#chunks.length = 0;
    this.#bounds.settle(outcome);
    if (outcome.kind !== "response") this.#controller?.abort(new Error("the exchange has ended"));
  }
}

function flatHeaders(headers: IncomingHeaders): Readonly<Record<string, string>> {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}
