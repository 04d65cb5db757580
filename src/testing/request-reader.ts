/** Reads HTTP/1.1 requests from a stream of bytes and keeps them exactly as they came. */

/** One request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query exactly as on the request line. */
  readonly target: string;
  /** Names in lower case; a repeated header keeps every value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Every byte of it. */
  readonly wire: Buffer;
}

/** The value of a header, or `undefined`. */
export function headerOf(request: ReceivedRequest, name: string): string | undefined {
  return request.headers.find(([candidate]) => candidate === name)?.[1];
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Gathers bytes until a request is whole. Bodies need a content-length: the toolkit's client always sends one. */
export class RequestReader {
  #bytes = Buffer.alloc(0);

  /** Whether the next byte begins a request. */
  get isAtStart(): boolean {
    return this.#bytes.length === 0;
  }

  /** Adds bytes; gives the request once it is whole. Requests do not overlap: the client does not pipeline. */
  read(chunk: Buffer): ReceivedRequest | undefined {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const headEnd = this.#bytes.indexOf(HEAD_END);
    if (headEnd === -1) return undefined;
    const [requestLine = "", ...lines] = this.#bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
    const headers = lines.map(headerPair);
    const length = Number(headers.find(([name]) => name === "content-length")?.[1] ?? 0);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.#bytes.length < bodyStart + length) return undefined;
    const wire = this.#bytes.subarray(0, bodyStart + length);
    this.#bytes = this.#bytes.subarray(bodyStart + length);
    const [method = "", target = ""] = requestLine.split(" ");
    return { method, target, headers, body: wire.subarray(bodyStart), wire };
  }
}

function headerPair(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
