/** How other readers understand a plain scalar, and whether a number survives being read as one. */

interface OtherReading {
  readonly pattern: RegExp;
  readonly reading: string;
}

/** Forms that YAML 1.1 readers and YAML 1.2 readers take for different values. */
const otherReadings: readonly OtherReading[] = [
  { pattern: /^(?:[Yy](?:[Ee][Ss])?|[Nn][Oo]?|[Oo](?:[Nn]|[Ff][Ff]))$/, reading: "a boolean" },
  { pattern: /^[-+]?0[0-7_]+$/, reading: "an octal number" },
  { pattern: /^[-+]?0o[0-7]+$/, reading: "an octal number" },
  { pattern: /^[-+]?0b[01_]+$/, reading: "a binary number" },
  { pattern: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/, reading: "a number in base 60" },
  { pattern: /^[-+]?[0-9][0-9]*_[0-9_]*$/, reading: "a number" },
  { pattern: /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?$/, reading: "a date" },
];

/** What some readers take a plain scalar for, when others see something else. */
export function secondReading(source: string): string | undefined {
  // Text that begins with another letter is the common case and has one reading.
  if (!/^[-+0-9yYnNoO]/.test(source)) return undefined;
  return otherReadings.find((other) => other.pattern.test(source))?.reading;
}

/** Whether the number that was read differs from the number that was written. */
export function isLossyNumber(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  if (roundTrips(source, value)) return false;
  const written = decimalOf(source);
  return written !== undefined && written !== decimalOf(String(value));
}

/** Whether the number, written again, gives the same text: false for `1.10`, `0e12345` and `012`. */
export function roundTrips(source: string, value: number): boolean {
  return String(value) === source;
}

/** A decimal numeral as digits and exponent, equal for equal numbers; `undefined` for other notations. */
function decimalOf(text: string): string | undefined {
  const match = /^([-+]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([-+]?[0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign === "-" ? "-" : ""}${significant}e${shift}`;
}
