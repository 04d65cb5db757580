/** Collects the faults of one value while it is checked, in words for a model. Knows nothing of schemas. */

import type { Json } from "../core/json.ts";
import type { InputFault } from "../core/tool.ts";

/** More faults than these are counted, not told: nobody mends a hundred at once. */
const maxFaults = 100;

/** The longest `given`, in characters. */
const maxShown = 80;

/** What is wrong with a value; empty when nothing is. */
export class Faults {
  readonly #list: InputFault[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  add(fault: InputFault): void {
    if (this.#list.length < maxFaults) this.#list.push(fault);
    else this.#more += 1;
  }

  /** Adds a fault of a value that is there. */
  wrong(pointer: string, expected: string, given: Json, closest?: string): void {
    this.add({ pointer, expected, given: shown(given), ...(closest === undefined ? {} : { closest }) });
  }

  addAll(other: Faults): void {
    for (const fault of other.#list) this.add(fault);
    this.#more += other.#more;
  }

  toList(): readonly InputFault[] {
    if (this.#more === 0) return this.#list;
    return [...this.#list, { pointer: "", expected: `${String(this.#more)} further faults to be mended too` }];
  }
}

/** A value as short JSON, its end cut when it is long. */
function shown(value: Json): string {
  if (typeof value === "string" && value.length > maxShown) {
    return `${cut(JSON.stringify(value.slice(0, maxShown)))} (${String(value.length)} characters)`;
  }
  if (Array.isArray(value)) return value.length > 20 ? `a list of ${String(value.length)} items` : cut(text(value));
  return cut(text(value));
}

function text(value: Json): string {
  // `undefined` and functions are no JSON but may come from an application that hands in an object.
  return JSON.stringify(value) ?? typeof value;
}

function cut(long: string): string {
  return long.length <= maxShown ? long : `${long.slice(0, maxShown - 1)}…`;
}

/** Names in quotes, joined for a sentence; only the first twenty of many. */
export function choices(values: readonly Json[]): string {
  const first = values.slice(0, 20).map(shown).join(", ");
  return values.length > 20 ? `${first} and ${String(values.length - 20)} more` : first;
}
