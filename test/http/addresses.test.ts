/** P12.2: which addresses a name may lead to, and which URLs may be sent to. */
import { describe, expect, test } from "vitest";
import type { HostRule } from "../../src/core/manifest-auth.ts";
import { addressKind } from "../../src/http/address.ts";
import { createHostPolicy, type HostPolicyOptions } from "../../src/http/host-policy.ts";

describe("P12.2: the kind of an address", () => {
  test.each([
    ["8.8.8.8", "public"],
    ["2606:4700:4700::1111", "public"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["10.0.0.1", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["172.32.0.1", "public"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "private"],
    ["169.254.169.254", "private"],
    ["::ffff:169.254.169.254", "private"],
    ["::ffff:a9fe:a9fe", "private"],
    ["fe80::1", "private"],
    ["fe80::1%eth0", "private"],
    ["fd00::1", "private"],
    ["0.0.0.0", "unusable"],
    ["::", "unusable"],
    ["224.0.0.1", "unusable"],
    ["255.255.255.255", "unusable"],
    ["::127.0.0.1", "unusable"],
    ["::7f00:1", "unusable"],
    ["64:ff9b::808:808", "public"],
    ["64:ff9b::7f00:1", "unusable"],
    ["64:ff9b::a00:1", "unusable"],
    ["64:ff9b::1", "unusable"],
    ["64:ff9b:1::808:808", "unusable"],
    ["2002:7f00:1::", "unusable"],
    ["ff02::1", "unusable"],
    ["localhost", "unusable"],
    ["", "unusable"],
  ])("%s is %s", (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });
});

const exact: HostRule = { kind: "exact", host: "api.acme.example" };
const suffix: HostRule = { kind: "suffix", suffix: "acme.example" };
const config: HostRule = { kind: "config", name: "base" };

function isAllowed(
  url: string,
  options: Partial<HostPolicyOptions> & { readonly rule: HostRule; readonly base?: string },
): boolean {
  const { rule, base, ...rest } = options;
  const policy = createHostPolicy({ hosts: [rule], config: base === undefined ? {} : { base }, ...rest });
  return policy(new URL(url)).isAllowed;
}

describe("P12.2: where a connection may send", () => {
  test.each([
    ["https://api.acme.example/x", exact, true],
    ["https://API.acme.example./x", exact, false],
    ["https://api.acme.example:444/x", exact, false],
    ["http://api.acme.example/x", exact, false],
    ["https://api.acme.example@evil.example/x", exact, false],
    ["https://user@api.acme.example/x", exact, false],
    ["https://evil.example/api.acme.example", exact, false],
    ["https://api.acme.example.evil.example/", exact, false],
    ["ftp://api.acme.example/x", exact, false],
    ["https://eu.acme.example/x", suffix, true],
    ["https://a.b.acme.example/x", suffix, false],
    ["https://acme.example/x", suffix, false],
    ["https://evilacme.example/x", suffix, false],
  ] as const)("%s", (url, rule, expected) => {
    expect(isAllowed(url, { rule })).toBe(expected);
  });

  test("a configured host is its origin and what lies under its path", () => {
    const base = "https://git.acme.example:8443/api/v3";
    expect(isAllowed("https://git.acme.example:8443/api/v3/user", { rule: config, base })).toBe(true);
    expect(isAllowed("https://git.acme.example:8443/api/v3", { rule: config, base })).toBe(true);
    expect(isAllowed("https://git.acme.example:8443/api/v33", { rule: config, base })).toBe(false);
    expect(isAllowed("https://git.acme.example:8443/admin", { rule: config, base })).toBe(false);
    expect(isAllowed("https://git.acme.example/api/v3/user", { rule: config, base })).toBe(false);
  });

  test("plain http and this machine need allowLoopback", () => {
    const rule = config;
    for (const base of ["http://127.0.0.1:4010", "http://localhost:4010", "http://[::1]:4010"]) {
      expect(isAllowed(`${base}/x`, { rule, base })).toBe(false);
      expect(isAllowed(`${base}/x`, { rule, base, allowLoopback: true })).toBe(true);
    }
    expect(isAllowed("https://127.1/x", { rule, base: "https://127.0.0.1" })).toBe(false);
    expect(
      isAllowed("http://10.0.0.1/x", {
        rule,
        base: "http://10.0.0.1",
        allowLoopback: true,
        allowPrivateAddresses: true,
      }),
    ).toBe(false);
  });

  test("private addresses need a configured host and allowPrivateAddresses", () => {
    const base = "https://10.0.0.1";
    expect(isAllowed("https://10.0.0.1/x", { rule: config, base })).toBe(false);
    expect(isAllowed("https://10.0.0.1/x", { rule: config, base, allowPrivateAddresses: true })).toBe(true);
    expect(
      isAllowed("https://10.0.0.1/x", { rule: { kind: "exact", host: "10.0.0.1" }, allowPrivateAddresses: true }),
    ).toBe(false);
  });
});
