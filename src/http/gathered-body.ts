/** Gathers a body that comes in pieces. A body of many small pieces takes no more memory than one of few large ones. */

const EMPTY = Buffer.alloc(0);
const LEAST_BYTES = 16_384;

export class GatheredBody {
  /** How many bytes came, kept or not. */
  size = 0;
  /** The one piece, or all of them with room behind. */
  #bytes: Buffer = EMPTY;
  #isOwn = false;

  /** Takes the next piece; it is kept as it is while it is the only one. */
  add(piece: Buffer): void {
    const end = this.size + piece.length;
    if (this.size === 0) this.#bytes = piece;
    else this.#append(piece, end);
    this.size = end;
  }

  whole(): Buffer {
    return this.#bytes.length === this.size ? this.#bytes : this.#bytes.subarray(0, this.size);
  }

  /** Lets go of what was kept. */
  drop(): void {
    this.#bytes = EMPTY;
  }

  #append(piece: Buffer, end: number): void {
    if (!this.#isOwn || end > this.#bytes.length) {
      // Twice as much each time, so that a byte is copied twice on average.
      const grown = Buffer.allocUnsafeSlow(Math.max(LEAST_BYTES, end * 2));
      this.#bytes.copy(grown, 0, 0, this.size);
      this.#bytes = grown;
      this.#isOwn = true;
    }
    piece.copy(this.#bytes, this.size);
  }
}
