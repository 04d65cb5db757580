/** Cuts a result to what a model is given: at value boundaries, with totals, never in the middle of a number or a name. */

import type { Json, JsonObject } from "../core/json.ts";

/** The largest result a model is given where the tool declares nothing, in bytes of UTF-8 of its JSON text. */
export const defaultMaxResultBytes = 4_096;

/** A result as it is given; `totalBytes` is there when something was left out. */
export interface LimitedResult {
  readonly value: Json;
  readonly totalBytes?: number;
}

/** Less than this is not worth beginning a text or a container for, in bytes. */
const smallestPiece = 24;

/** The whole value where it fits, else as much of it as does: leading items, members and characters. */
export function limitResult(value: Json, maxBytes: number): LimitedResult {
  const totalBytes = bytesOf(value);
  if (totalBytes <= maxBytes) return { value };
  return { value: fit(value, maxBytes).value ?? null, totalBytes };
}

interface Piece {
  /** Undefined when nothing of it fits. */
  readonly value: Json | undefined;
  readonly bytes: number;
  readonly isWhole: boolean;
}

const nothing: Piece = { value: undefined, bytes: 0, isWhole: false };

function fit(value: Json, room: number): Piece {
  const bytes = bytesOf(value);
  if (bytes <= room) return { value, bytes, isWhole: true };
  if (room < smallestPiece) return nothing;
  if (typeof value === "string") return fitText(value, room);
  if (value === null || typeof value !== "object") return nothing;
  return Array.isArray(value) ? fitList(value, room) : fitObject(value as JsonObject, room);
}

function fitText(text: string, room: number): Piece {
  let low = 0;
  let high = text.length;
  const cut = (length: number): string => `${text.slice(0, length).toWellFormed()}…`;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytesOf(cut(middle)) <= room) low = middle;
    else high = middle - 1;
  }
  // Not between the halves of a surrogate pair.
  const length = /[\uD800-\uDBFF]$/.test(text.slice(0, low)) ? low - 1 : low;
  const value = cut(length);
  return { value, bytes: bytesOf(value), isWhole: false };
}

function fitList(list: readonly Json[], room: number): Piece {
  const kept: Json[] = [];
  let bytes = 2;
  for (const item of list) {
    const piece = fit(item, room - bytes - 1);
    if (piece.value === undefined) break;
    kept.push(piece.value);
    bytes += piece.bytes + 1;
    if (!piece.isWhole) break;
  }
  return { value: kept, bytes, isWhole: false };
}

/** Small members behind a large one are kept too: a cursor at the end is worth more than the rest of a text. */
function fitObject(object: JsonObject, room: number): Piece {
  const members = Object.entries(object).filter((member): member is [string, Json] => member[1] !== undefined);
  const costs = members.map(([name, member]) => bytesOf(name) + bytesOf(member) + 2);
  const share = (room - 2) / Math.max(1, members.length);
  const reserved = costs.reduce((sum, cost) => (cost <= share ? sum + cost : sum), 2);
  const kept: [string, Json][] = [];
  let left = room - reserved;
  let bytes = reserved;
  for (const [index, [name, member]] of members.entries()) {
    if ((costs[index] ?? 0) <= share) {
      kept.push([name, member]);
      continue;
    }
    const piece = fit(member, left - bytesOf(name) - 2);
    if (piece.value === undefined) continue;
    const cost = piece.bytes + bytesOf(name) + 2;
    kept.push([name, piece.value]);
    left -= cost;
    bytes += cost;
  }
  return { value: Object.fromEntries(kept), bytes, isWhole: false };
}

function bytesOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}
