/** What a provider that is played by a test does with a request: answers, or one of the ways to fail. */

/** A whole answer, however it is delivered. */
export interface PlainReply {
  readonly kind: "answer";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Informational answers (such as 103) before the real one. */
  readonly informational?: readonly number[];
  /** Sends the body in pieces of this many bytes with a pause between them. */
  readonly slow?: { readonly bytes: number; readonly pauseMs: number };
}

/** What the server does with one request. */
export type Reply =
  | PlainReply
  /** Ends the connection with a reset: before the request is read, in its middle, or once it is whole. */
  | { readonly kind: "reset"; readonly when: "before_request" | "half_request" | "after_request" }
  /** Reads the request and never answers. */
  | { readonly kind: "silence" }
  /** Sends status line and headers that announce a body, and then nothing. */
  | { readonly kind: "headers_only"; readonly status: number }
  /** Announces more body than it sends, then ends the connection. */
  | {
      readonly kind: "truncated";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** A chunked body whose chunk size is no number. */
  | { readonly kind: "bad_chunk"; readonly status: number; readonly body: string }
  /** Sends a body of this many bytes; `announced` says so in `content-length`. */
  | { readonly kind: "oversize"; readonly status: number; readonly bytes: number; readonly announced: boolean }
  /** Bytes that are no HTTP. */
  | { readonly kind: "garbage" };
