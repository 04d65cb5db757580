/** Writes the fault server's replies to a socket, byte by byte as they are meant to fail. */

import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { assertNever } from "../core/assert-never.ts";
import type { PlainReply, Reply } from "./reply.ts";

/** Carries the reply out; `count` hears the body bytes of oversized answers. */
export function writeReply(socket: Socket, reply: Reply, count: (bytes: number) => void): void {
  switch (reply.kind) {
    case "answer":
      writeAnswer(socket, reply);
      return;
    case "reset":
      socket.resetAndDestroy();
      return;
    case "silence":
      return;
    case "headers_only":
      socket.write(head(reply.status, { "content-type": "application/json", "content-length": "100" }));
      return;
    case "truncated":
      socket.end(head(reply.status, { ...reply.headers, ...announce(reply.body, 64) }) + reply.body);
      return;
    case "bad_chunk":
      socket.end(`${head(reply.status, { "transfer-encoding": "chunked" })}5\r\n${reply.body.slice(0, 5)}\r\nnope\r\n`);
      return;
    case "oversize":
      flood(socket, reply, count);
      return;
    case "garbage":
      socket.end("SSH-2.0-OpenSSH_9.6\r\n\u0000\u0001\u0002");
      return;
    default:
      assertNever(reply);
  }
}

function writeAnswer(socket: Socket, reply: PlainReply): void {
  const body = Buffer.from(reply.body ?? "");
  for (const status of reply.informational ?? []) socket.write(head(status, { link: "</style.css>; rel=preload" }));
  // 204 and 304 have no body and must not announce one.
  const length = reply.status === 204 || reply.status === 304 ? {} : { "content-length": String(body.length) };
  socket.write(head(reply.status, { ...length, ...reply.headers }));
  if (reply.slow === undefined) socket.write(body);
  else void trickle(socket, body, reply.slow);
}

async function trickle(socket: Socket, body: Buffer, slow: NonNullable<PlainReply["slow"]>): Promise<void> {
  for (let at = 0; at < body.length && !socket.destroyed; at += slow.bytes) {
    socket.write(body.subarray(at, at + slow.bytes));
    await pause(slow.pauseMs);
  }
}

/** Writes only as fast as the client reads: what is written says how much was taken. */
function flood(socket: Socket, reply: Extract<Reply, { kind: "oversize" }>, count: (bytes: number) => void): void {
  const length: Record<string, string> = reply.announced
    ? { "content-length": String(reply.bytes) }
    : { connection: "close" };
  socket.write(head(reply.status, length));
  const block = Buffer.alloc(65_536, "x");
  let left = reply.bytes;
  const pump = (): void => {
    while (left > 0 && !socket.destroyed) {
      const piece = block.subarray(0, Math.min(left, block.length));
      left -= piece.length;
      count(piece.length);
      if (!socket.write(piece)) {
        socket.once("drain", pump);
        return;
      }
    }
    if (left === 0 && !reply.announced) socket.end();
  };
  pump();
}

function announce(body: string, missing: number): Readonly<Record<string, string>> {
  return { "content-length": String(Buffer.byteLength(body) + missing) };
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(status)} Scripted\r\n${lines.join("")}\r\n`;
}
