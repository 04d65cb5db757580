/** A credential's value in a wrapper that never prints, serializes or inspects to it. */

const inspect = Symbol.for("nodejs.util.inspect.custom");
const brand: unique symbol = Symbol.for("dex-connectors.Secret") as never;

/** Holds one secret text; only `reveal` gives it, so each use can be found by searching for that word. */
export class Secret {
  readonly #value: string;
  readonly #label: string;
  readonly [brand] = true;

  constructor(value: string, label: string) {
    this.#value = value;
    this.#label = label;
  }

  /** The secret itself: for the line that sends it, and for redaction. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return `[secret ${this.#label}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect](): string {
    return this.toString();
  }
}

/** Recognizes a `Secret` of any copy of the package in the process. */
export function isSecret(value: unknown): value is Secret {
  return typeof value === "object" && value !== null && brand in value;
}
