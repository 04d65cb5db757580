/** Finds pieces of secrets in short texts: what was cut before it was cleaned may hold the better part of one. */

/** So many characters in a row that also stand in a secret are a piece of it. */
const pieceLength = 8;

/** Finds the stretches of a text that are pieces of a secret, as pairs of start and end. */
export type PieceFinder = (text: string) => readonly (readonly [number, number])[];

export function createPieceFinder(secrets: readonly string[]): PieceFinder {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    for (let start = 0; start + pieceLength <= secret.length; start += 1) {
      pieces.add(secret.slice(start, start + pieceLength));
    }
  }
  return (text) => {
    const found: [number, number][] = [];
    for (let start = 0; start + pieceLength <= text.length; start += 1) {
      if (!pieces.has(text.slice(start, start + pieceLength))) continue;
      const last = found.at(-1);
      if (last !== undefined && last[1] >= start) last[1] = start + pieceLength;
      else found.push([start, start + pieceLength]);
    }
    return found;
  };
}
