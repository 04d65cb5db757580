/** Remembers what follows from a text alone: the files of one check repeat their hosts, names and patterns. */
import { detached } from "./text-source.ts";

/** Longer texts are seldom repeated. */
const longestText = 256;
/** What files repeat is among the first; where nothing is repeated, keeping more would only cost. */
const mostTexts = 500;

/** Of each text the value made for it. Neither may hold on to the file that the text was cut from. */
export class TextMemo<Value> {
  readonly #known = new Map<string, Value>();
  readonly #make: (text: string) => Value;

  constructor(make: (text: string) => Value) {
    this.#make = make;
  }

  of(text: string): Value {
    const known = this.#known.get(text);
    if (known !== undefined || this.#known.has(text)) return known as Value;
    if (text.length > longestText || this.#known.size >= mostTexts) return this.#make(text);
    const own = detached(text);
    const value = this.#make(own);
    this.#known.set(own, value);
    return value;
  }
}
