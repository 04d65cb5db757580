/** A provider that writes exactly the bytes it is told, for answers that no well-behaved server gives. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { RequestReader, type ReceivedRequest } from "../../src/testing/request-reader.ts";

/** What follows the bytes: nothing, the orderly end of the connection, or a reset of it. */
export type After = "nothing" | "end" | "reset";

export interface RawAnswer {
  readonly bytes: string | Uint8Array | readonly (string | Uint8Array)[];
  readonly after?: After;
}

export interface RawServer {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Answers the n-th request (from 0) as told; pieces of bytes are written in turns of the event loop of their own. */
export async function createRawServer(answer: (index: number) => RawAnswer): Promise<RawServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    // The client breaks off where an answer is not to be read on.
    socket.on("error", () => socket.destroy());
    const reader = new RequestReader();
    socket.on("data", (chunk: Buffer) => {
      const request = reader.read(chunk);
      if (request !== undefined) void write(socket, answer(requests.push(request) - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function write(socket: Socket, { bytes, after = "nothing" }: RawAnswer): Promise<void> {
  for (const piece of typeof bytes === "string" || bytes instanceof Uint8Array ? [bytes] : bytes) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (after === "end") socket.end();
  // A reset overtakes what the client has not read: it comes when that was taken.
  if (after === "reset") setTimeout(() => socket.resetAndDestroy(), 20);
}
