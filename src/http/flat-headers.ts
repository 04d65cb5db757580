/** The headers of an answer by name, each as one text. */

/** Headers as undici gives them: names in lower case, repeated ones as a list. */
export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Inherits nothing, so that a header is found by its own name only; made by a constructor, it is quick to fill and read. */
class Flat {
  [name: string]: string;
}
Object.setPrototypeOf(Flat.prototype, null);
Reflect.deleteProperty(Flat.prototype, "constructor");

/** Repeated headers are joined by `, `. */
export function flatHeaders(headers: IncomingHeaders): Readonly<Record<string, string>> {
  const flat = new Flat();
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (typeof value === "string") flat[name] = value;
    else if (value !== undefined) flat[name] = value.join(", ");
  }
  return flat;
}
