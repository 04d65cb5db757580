/** Stands in front of a Slack and spoils the answers to one method: the request still gets there unless the fault says not. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  /** The work is done and the answer never arrives. */
  | "lost answer"
  /** The work is done and half of the answer arrives. */
  | "cut answer"
  /** The work is done and something in front answers with a page. */
  | "page"
  | "error 500"
  | "status 408"
  | "redirect"
  /** Slack did not do the work. */
  | "limit with a wait"
  | "limit without a wait"
  | "none";

export interface FaultProxy {
  readonly origin: string;
  /** Spoils the next requests to this method, or to any whose path ends so. */
  spoil(method: string, fault: Fault): void;
  /** How many requests came for the method. */
  count(method: string): number;
  /** Authorization headers seen on requests whose path ends so. */
  authorizations(method: string): readonly (string | undefined)[];
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const seen: { readonly path: string; readonly authorization: string | undefined }[] = [];
  let rule: { readonly method: string; readonly fault: Fault } = { method: "", fault: "none" };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push({ path, authorization: request.headers.authorization });
    const fault = path.endsWith(rule.method) ? rule.fault : "none";
    void answer(target, request, response, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    spoil: (method, fault) => {
      rule = { method, fault };
      seen.length = 0;
    },
    count: (method) => seen.filter(({ path }) => path.endsWith(method)).length,
    authorizations: (method) =>
      seen.filter(({ path }) => path.includes(method)).map(({ authorization }) => authorization),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  if (fault === "limit with a wait") return end(response, 429, { "retry-after": "7" }, "");
  if (fault === "limit without a wait") return end(response, 429, {}, "slow down");
  const { text, status, type } = await forward(target, request, body);
  switch (fault) {
    case "lost answer":
      response.socket?.destroy();
      return;
    case "cut answer":
      response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, Math.floor(text.length / 2)), () => response.socket?.destroy());
      return;
    case "page":
      return end(response, 200, { "content-type": "text/html" }, "<html>Sign in to the proxy</html>");
    case "error 500":
      return end(response, 500, {}, "oops");
    case "status 408":
      return end(response, 408, {}, "");
    case "redirect":
      return end(response, 302, { location: "https://elsewhere.example/" }, "");
    default:
      return end(response, status, { "content-type": type }, withOwnAddress(text, target, request));
  }
}

async function forward(
  target: string,
  request: IncomingMessage,
  body: Buffer,
): Promise<{ readonly text: string; readonly status: number; readonly type: string }> {
  const { authorization, "content-type": contentType } = request.headers;
  const headers = { ...(authorization && { authorization }), ...(contentType && { "content-type": contentType }) };
  const answered = await fetch(`${target}${request.url ?? ""}`, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
  });
  const type = answered.headers.get("content-type") ?? "text/plain";
  return { text: await answered.text(), status: answered.status, type };
}

/** Addresses for uploads lead through the proxy, too. */
function withOwnAddress(text: string, target: string, request: IncomingMessage): string {
  return text.replaceAll(`${target}/upload`, `http://${request.headers.host ?? ""}/upload`);
}

function end(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, headers);
  response.end(body);
}
