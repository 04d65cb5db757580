/** A provider on loopback that misbehaves on the wire on purpose: it speaks HTTP/1.1 by hand, so that every byte, cut and silence is real. Knows nothing of connectors. */

import { createServer, type Server, type Socket } from "node:net";
import { RequestReader, type ReceivedRequest } from "./request-reader.ts";
import type { Reply } from "./reply.ts";
import { writeReply } from "./reply-writer.ts";

/** Chooses the reply to the n-th request (from 0). */
export type Script = (request: ReceivedRequest, index: number) => Reply;

export interface FaultServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Every request that arrived whole, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections that were made. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly openConnections: () => number;
  /** Body bytes written to oversized answers, to see how early a client stops reading. */
  readonly bytesWritten: () => number;
  close(): Promise<void>;
}

export interface FaultServerOptions {
  readonly script: Script;
  /** Decides before anything is read whether the next request is reset unread or half read. */
  readonly early?: (index: number) => Extract<Reply, { kind: "reset" }> | undefined;
}

/** Starts the server on a free port of loopback. */
export async function createFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const running = new RunningServer(options);
  await running.listen();
  return running;
}

/** The first byte of every TLS connection. */
const TLS_HANDSHAKE = 0x16;

class RunningServer implements FaultServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #options: FaultServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #connections = 0;
  #bytesWritten = 0;
  #begun = 0;
  #origin = "";

  constructor(options: FaultServerOptions) {
    this.#options = options;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  get origin(): string {
    return this.#origin;
  }

  connections(): number {
    return this.#connections;
  }

  openConnections(): number {
    return this.#sockets.size;
  }

  bytesWritten(): number {
    return this.#bytesWritten;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", () => {
        const address = this.#server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        this.#origin = `http://127.0.0.1:${String(port)}`;
        resolve();
      });
    });
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #accept(socket: Socket): void {
    this.#connections += 1;
    this.#sockets.add(socket);
    // Resets are this server's trade; the client's end of them is what is looked at.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    const reader = new RequestReader();
    let early: Extract<Reply, { kind: "reset" }> | undefined;
    socket.on("data", (chunk: Buffer) => {
      if (reader.isAtStart && chunk[0] === TLS_HANDSHAKE) {
        // As servers without TLS do: an answer in plain text, which no handshake survives.
        socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
        return;
      }
      if (reader.isAtStart) {
        early = this.#options.early?.(this.#begun);
        this.#begun += 1;
        if (early?.when === "before_request") {
          socket.resetAndDestroy();
          return;
        }
      }
      const request = reader.read(chunk);
      if (early?.when === "half_request") socket.resetAndDestroy();
      else if (request !== undefined) this.#answer(socket, request);
    });
  }

  #answer(socket: Socket, request: ReceivedRequest): void {
    const index = this.requests.push(request) - 1;
    const reply = this.#options.script(request, index);
    writeReply(socket, reply, (bytes) => {
      this.#bytesWritten += bytes;
    });
  }
}
