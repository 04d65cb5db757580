/** A provider that counts what reaches it. It lives in the test's process, so it outlives every worker that is killed. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export class CountingProvider {
  readonly url: string;
  readonly #server: Server;
  readonly #sends = new Map<string, number>();
  /** Called when a request has arrived whole, before it is answered. */
  onRequest: (key: string) => Promise<void> | void = () => {};

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => {
      this.#receive(request).then(
        () => response.end(JSON.stringify({ ok: true })),
        (error: unknown) => response.destroy(error as Error),
      );
    });
  }

  static async start(): Promise<CountingProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new CountingProvider(server);
  }

  /** Requests that arrived with a key. */
  sends(key: string): number {
    return this.#sends.get(key) ?? 0;
  }

  /** Every key that arrived, with the number of its requests. */
  get all(): ReadonlyMap<string, number> {
    return this.#sends;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const key = await text(request);
    this.#sends.set(key, this.sends(key) + 1);
    await this.onRequest(key);
  }
}
