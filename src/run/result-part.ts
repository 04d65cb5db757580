/** A long result in parts: the text it is read as, where the cut result stopped showing it, and the parts from there on. */

import type { Json, JsonObject } from "../core/json.ts";
import type { ResultPlace } from "./read-more-cursor.ts";

/** The text that parts are taken of: a text itself, anything else as JSON. */
export function resultText(output: Json): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

export type TextPlace = Pick<ResultPlace, "offset" | "isInString">;

/** Where the text of a result holds the first thing that a cut result does not show. */
export function firstHidden(whole: Json, shown: Json): TextPlace {
  if (typeof whole === "string") return { offset: sharedLength(whole, shown as string), isInString: false };
  return hiddenIn(whole, shown) ?? { offset: 0, isInString: false };
}

/** The place within the JSON text of `whole`; `undefined` when all of it is shown. */
function hiddenIn(whole: Json, shown: Json | undefined): TextPlace | undefined {
  if (shown === undefined) return { offset: 0, isInString: false };
  if (typeof whole === "string") return hiddenInText(whole, shown as string);
  if (whole === null || typeof whole !== "object") return undefined;
  return Array.isArray(whole)
    ? hiddenInList(whole, shown as readonly Json[])
    : hiddenInObject(whole as JsonObject, shown as JsonObject);
}

function hiddenInText(whole: string, shown: string): TextPlace | undefined {
  if (whole === shown) return undefined;
  // Without the closing quote.
  return { offset: JSON.stringify(whole.slice(0, sharedLength(whole, shown))).length - 1, isInString: true };
}

/** A cut text ends in a sign of its own. */
function sharedLength(whole: string, shown: string): number {
  if (whole === shown) return whole.length;
  let length = 0;
  while (length < shown.length && whole[length] === shown[length]) length += 1;
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]$/.test(whole.slice(0, length)) ? length - 1 : length;
}

function hiddenInList(whole: readonly Json[], shown: readonly Json[]): TextPlace | undefined {
  let offset = 1;
  for (const [index, item] of whole.entries()) {
    const hidden = hiddenIn(item, shown[index]);
    if (hidden !== undefined) return { ...hidden, offset: offset + hidden.offset };
    offset += JSON.stringify(item).length + 1;
  }
  return undefined;
}

function hiddenInObject(whole: JsonObject, shown: JsonObject): TextPlace | undefined {
  let offset = 1;
  for (const [name, member] of Object.entries(whole)) {
    if (member === undefined) continue;
    const before = JSON.stringify(name).length + 1;
    const isShown = Object.hasOwn(shown, name);
    const hidden = isShown ? hiddenIn(member, shown[name]) : { offset: -before, isInString: false };
    if (hidden !== undefined) return { ...hidden, offset: offset + before + hidden.offset };
    offset += before + JSON.stringify(member).length + 1;
  }
  return undefined;
}

export interface ResultPart {
  readonly text: string;
  /** Where the next part begins; `undefined` behind the last one. */
  readonly next: TextPlace | undefined;
}

/**
 * The part of a text from a place on whose JSON is at most `maxBytes` long, up to the border of a value where one is near
 * the end. `isJson`: commas outside of strings are such borders.
 */
export function partFrom(text: string, from: TextPlace, maxBytes: number, isJson: boolean): ResultPart {
  const end = fittingEnd(text, from.offset, maxBytes);
  if (end === text.length) return { text: text.slice(from.offset), next: undefined };
  const scan = scanTo(text, from, end);
  // A border that leaves less than half of the room used is no good one: one long value is cut inside.
  const isBorder = isJson && scan.border !== undefined && scan.border - from.offset > (end - from.offset) / 2;
  const cut = isBorder && scan.border !== undefined ? scan.border : end;
  return {
    text: text.slice(from.offset, cut),
    next: { offset: cut, isInString: isJson && !isBorder && scan.isInString },
  };
}

/** The furthest end at which the piece, written as JSON, still fits; between characters. */
function fittingEnd(text: string, from: number, maxBytes: number): number {
  let bytes = 2;
  let end = from;
  while (end < text.length) {
    const character = String.fromCodePoint(text.codePointAt(end) ?? 0);
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return end;
}

interface Scan {
  /** Behind the last comma between values. */
  readonly border: number | undefined;
  readonly isInString: boolean;
}

function scanTo(text: string, from: TextPlace, end: number): Scan {
  let { isInString } = from;
  let border: number | undefined;
  for (let index = from.offset; index < end; index += 1) {
    const unit = text[index];
    if (unit === "\\" && isInString) index += 1;
    else if (unit === '"') isInString = !isInString;
    else if (unit === "," && !isInString) border = index + 1;
  }
  return { border, isInString };
}
