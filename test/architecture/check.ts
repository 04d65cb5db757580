/** Judges one source file against the table of rooms and the habits of naming. Returns what is wrong, in words. */
import { posix } from "node:path";
import { hasDefaultExport, importsOf } from "./imports.ts";
import { type Place, placeOf, ROOMS } from "./rooms.ts";

const MAX_LINES = 300;
const NAMELESS = /^(utils?|types?|helpers?|index|common|misc)\.ts$/;

/** All faults of a file; `path` is relative to the root, with forward slashes. */
export function checkFile(path: string, source: string): readonly string[] {
  const place = placeOf(path);
  if (place === undefined) return [`${path}: no room of this name in test/architecture/rooms.ts`];
  const faults = [...importsOf(source)].map((specifier) => faultOfImport(path, place, specifier));
  return [...faults, ...faultsOfShape(path, place, source)].flatMap((fault) => fault ?? []);
}

function faultsOfShape(path: string, place: Place, source: string): readonly string[] {
  const faults: string[] = [];
  const lines = source.trimEnd().split("\n").length;
  if (lines > MAX_LINES) faults.push(`${path}: ${lines} lines, split it by noun (at most ${MAX_LINES})`);
  if (hasDefaultExport(source)) faults.push(`${path}: a default export; name what is exported`);
  const isFace = place.room === "faces" || /^connectors\/[^/]+\/index\.ts$/.test(path);
  if (!isFace && NAMELESS.test(posix.basename(path))) faults.push(`${path}: name the file after its noun`);
  return faults;
}

function faultOfImport(path: string, from: Place, specifier: string): string | undefined {
  const room = ROOMS[from.room];
  const fault = (reason: string): string => `${path}: imports ${specifier}, but ${from.room} ${reason}`;
  if (room === undefined) return fault("is no room");
  if (specifier.startsWith("node:")) {
    return room.node === "any" || room.node.includes(specifier) ? undefined : fault("may not use it");
  }
  if (specifier.startsWith(".")) return isAllowed(path, from, specifier) ? undefined : fault("may not see it");
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return room.packages.includes(name) ? undefined : fault("may not use that package");
}

function isAllowed(path: string, from: Place, specifier: string): boolean {
  const target = posix.join(posix.dirname(path), specifier);
  // Published schemas are data and belong to no room.
  if (target.startsWith("schemas/") && target.endsWith(".json")) return from.room !== "core";
  const to = placeOf(target);
  if (to === undefined) return false;
  if (to.room === from.room) {
    return to.unit === from.unit || from.room === "faces" || ROOMS[from.room]?.shared?.includes(to.unit) === true;
  }
  return ROOMS[from.room]?.rooms.includes(to.room) === true;
}
