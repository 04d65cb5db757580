/** The text formats of the manifest language, each a check in linear time. Formats it does not know are no rule. */

export interface TextFormat {
  isValid(text: string): boolean;
  /** In words, with an example. */
  readonly expected: string;
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[zZ]|[+-](\d{2}):(\d{2}))$/;
const uuidPattern = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const uriPattern = /^[A-Za-z][A-Za-z0-9+.-]*:[!#$%&'()*+,/:;=?@[\]\-._~A-Za-z0-9]+$/;
const labelPattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const localPartPattern = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const octetPattern = /^(?:0|[1-9]\d{0,2})$/;
const hextetPattern = /^[0-9a-fA-F]{1,4}$/;

const formats: ReadonlyMap<string, TextFormat> = new Map([
  ["date-time", { isValid: isDateTime, expected: "a date and time with its offset, such as 2026-01-31T09:30:00Z" }],
  ["date", { isValid: isDate, expected: "a date, such as 2026-01-31" }],
  ["time", { isValid: isTime, expected: "a time with its offset, such as 09:30:00Z" }],
  [
    "uuid",
    { isValid: (text) => uuidPattern.test(text), expected: "a UUID, such as 123e4567-e89b-42d3-a456-426614174000" },
  ],
  ["email", { isValid: isEmail, expected: "an email address, such as name@example.com" }],
  ["uri", { isValid: isUri, expected: "a whole address with its scheme, such as https://example.com/page" }],
  ["hostname", { isValid: isHostname, expected: "a host name, such as api.example.com" }],
  ["ipv4", { isValid: isIpv4, expected: "an IPv4 address, such as 192.0.2.1" }],
  ["ipv6", { isValid: isIpv6, expected: "an IPv6 address, such as 2001:db8::1" }],
]);

export function textFormat(name: string): TextFormat | undefined {
  return formats.get(name);
}

function isDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isTime(text: string): boolean {
  const match = timePattern.exec(text);
  if (match === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = match.slice(1).map((part) => Number(part ?? 0));
  if ((offsetHour ?? 0) > 23 || (offsetMinute ?? 0) > 59) return false;
  // A leap second is written 23:59:60 in universal time; other clocks read it as a mistake.
  if (second === 60) return hour === 23 && minute === 59 && /[zZ]$/.test(text);
  return (hour ?? 24) < 24 && (minute ?? 60) < 60 && (second ?? 60) < 60;
}

function isDateTime(text: string): boolean {
  const separator = text[10];
  return (separator === "T" || separator === "t") && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at <= 64 && localPartPattern.test(text.slice(0, at)) && isHostname(text.slice(at + 1));
}

function isUri(text: string): boolean {
  return uriPattern.test(text) && !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => labelPattern.test(label));
}

function isIpv4(text: string): boolean {
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => octetPattern.test(octet) && Number(octet) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (text.length > 45 || halves.length > 2) return false;
  const parts = halves.map((half) => (half === "" ? [] : half.split(":")));
  const last = parts.at(-1)?.at(-1);
  const hasIpv4 = last !== undefined && last.includes(".");
  if (hasIpv4) parts.at(-1)?.pop();
  const count = parts.flat().length + (hasIpv4 ? 2 : 0);
  const isRightLength = halves.length === 2 ? count <= 7 : count === 8;
  return isRightLength && parts.flat().every((part) => hextetPattern.test(part)) && (!hasIpv4 || isIpv4(last));
}
