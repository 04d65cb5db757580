/** What kind of network an address belongs to. Knows the special ranges of IPv4 and IPv6 and nothing else. */

import { BlockList, isIPv4, isIPv6 } from "node:net";

/** `unusable`: unspecified, multicast, reserved or a wrapper around another address; never connected to. */
export type AddressKind = "public" | "loopback" | "private" | "unusable";

/** The ranges that are not public, from the IANA special-purpose registries. */
const RANGES: Readonly<Record<Exclude<AddressKind, "public">, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: [
    "10.0.0.0/8",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "fc00::/7",
    "fe80::/10",
  ],
  unusable: [
    "0.0.0.0/8",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "fec0::/10",
    "ff00::/8",
  ],
};

const KINDS = ["loopback", "private", "unusable"] as const;
const LISTS = KINDS.map((kind) => ({ kind, list: blockListOf(RANGES[kind]) }));

/** RFC 6052: where only IPv6 leads out, names of IPv4 hosts resolve into this prefix with the IPv4 address at its end. */
const TRANSLATED = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/;

/** The kind of an address; text that is no address is `unusable`. An IPv4 address inside IPv6 (`::ffff:10.0.0.1`) counts as what it is. */
export function addressKind(address: string): AddressKind {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv4(plain) && !isIPv6(plain)) return "unusable";
  const translated = translatedAddress(plain);
  if (translated !== undefined && addressKind(translated) === "public") return "public";
  const family = isIPv4(plain) ? "ipv4" : "ipv6";
  // A BlockList checks IPv4-mapped IPv6 addresses against its IPv4 ranges by itself.
  return LISTS.find(({ list }) => list.check(plain, family))?.kind ?? "public";
}

function translatedAddress(address: string): string | undefined {
  const match = TRANSLATED.exec(address);
  if (match === null) return undefined;
  const bytes = [match[1], match[2]].flatMap((part = "0") => {
    const pair = Number.parseInt(part, 16);
    return [pair >> 8, pair & 255];
  });
  return bytes.join(".");
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = ""] = range.split("/");
    list.addSubnet(network, Number(prefix), isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}
