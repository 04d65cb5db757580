/** Reads an answer's body as the request declared it. */

import { isUtf8 } from "node:buffer";
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
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (!isUtf8(response.body) || encoding !== "identity") return unreadable(response);
  const text = textOf(response.body);
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

function textOf(body: Uint8Array): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
