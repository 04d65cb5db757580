/** Reads an answer's body as the request declared it. */

import { isAscii, isUtf8 } from "node:buffer";
import { faultOfUnreadableBody } from "../core/classification.ts";
import type { Json } from "../core/json.ts";
import type { RequestFault } from "../core/manifest-classify.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { HttpResponse } from "./exchange.ts";
import type { AnswerScope } from "./value.ts";
import { parseWireJson } from "./wire-json.ts";

/** An answer with its body in both readings. */
export interface ReadAnswer {
  readonly scope: AnswerScope;
  readonly plainBody: Json | undefined;
  /** Set when the body of a success cannot be read. */
  readonly fault: RequestFault | undefined;
}

/** Decodes the body. An empty one is no body, whatever was declared. */
export function readAnswer(response: HttpResponse, how: RequestDeclaration["response"]): ReadAnswer {
  if (how === "none" || response.body.length === 0) return withBody(response, undefined, undefined);
  const text = isPlain(response.headers["content-encoding"]) ? textOf(response.body) : undefined;
  if (text === undefined) return unreadable(response);
  if (how === "text") return withBody(response, text, text);
  const parsed = parseWireJson(text);
  return parsed === undefined ? unreadable(response) : withBody(response, parsed.plain, parsed.exact);
}

function withBody(response: HttpResponse, plain: Json | undefined, exact: AnswerScope["body"]): ReadAnswer {
  const scope = { status: response.status, headers: response.headers, body: exact };
  return { scope, plainBody: plain, fault: undefined };
}

function unreadable(response: HttpResponse): ReadAnswer {
  return { ...withBody(response, undefined, undefined), fault: faultOfUnreadableBody(response.status) };
}

/** No coding was asked for; some servers name the one that is none. */
function isPlain(coding: string | undefined): boolean {
  return coding === undefined || coding === "" || coding.toLowerCase() === "identity";
}

/** The text of UTF-8; `undefined` for other bytes. A byte order mark is none of it. */
function textOf(body: Uint8Array): string | undefined {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
