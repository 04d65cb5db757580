/** Each form of credential is found, in the text and behind an escape. The samples are put together here, so that no file holds one. */
import { describe, expect, it } from "vitest";
import { checkManifest } from "../../../src/manifest/check-manifest.ts";

const letters = "aB3dE5gH7jK9mN1pQ4sT6vW8yZ2cF0hL5nR7tX";
const body = (length: number): string => letters.repeat(3).slice(0, length);
const hex = "0123456789abcdef".repeat(4);

const samples: readonly (readonly [what: string, text: string])[] = [
  ["a private key", ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ")],
  ["a JSON Web Token", `eyJ${body(12)}.eyJ${body(12)}.${body(12)}`],
  ["a Slack token", `xoxb-${body(12)}`],
  ["a Slack token", `xapp-1-${body(12)}`],
  ["a Slack webhook", `hooks.slack.com/services/T${hex.slice(0, 9)}/B${hex.slice(0, 9)}/${body(24)}`],
  ["a Stripe key", `sk_live_${body(20)}`],
  ["a Stripe key", `rk_test_${body(20)}`],
  ["a Stripe key", `whsec_${body(30)}`],
  ...["o", "p", "u", "s", "r"].map((kind) => ["a GitHub token", `gh${kind}_${body(36)}`] as const),
  ["a GitHub token", `github_pat_${body(44)}`],
  ["a GitLab token", `glpat-${body(20)}`],
  ["an AWS access key", `AKIA${hex.toUpperCase().slice(0, 16)}`],
  ["an AWS access key", `ASIA${hex.toUpperCase().slice(0, 16)}`],
  ["a Google API key", `AIza${body(35)}`],
  ["a Google access token", `ya29.${body(30)}`],
  ["an npm token", `npm_${body(36)}`],
  ["a SendGrid key", `SG.${body(22)}.${body(30)}`],
  ["a model provider's key", `sk-ant-${body(30)}`],
  ["a model provider's key", `sk-${body(48)}`],
  ["a Notion token", `ntn_${body(46)}`],
  ["a Notion token", `secret_${body(43)}`],
  ["a Linear key", `lin_api_${body(40)}`],
  ["a Shopify token", `shpat_${hex.slice(0, 32)}`],
  ["a Shopify token", `shpss_${hex.slice(0, 32)}`],
  ["an Airtable token", `pat${body(14)}.${hex}`],
  ["a password in an address", `https://user:${body(9)}@acme.test/`],
];

function found(description: string): readonly unknown[] {
  const text = JSON.stringify({
    manifestVersion: 1,
    connector: { id: "acme-desk", title: "Acme Desk", description: "DESCRIPTION", version: "1.0.0" },
    operations: { getTicket: { kind: "query", description: "Read one ticket.", authorization: "none", handler: {} } },
  }).replace('"DESCRIPTION"', description);
  const { findings } = checkManifest(text, "a.json");
  return findings.filter(({ id }) => id === "DC8008").map(({ data }) => data["what"]);
}

describe("DC8008: a credential", () => {
  it.each(samples)("that is %s is found: %#", (what, sample) => {
    expect(found(JSON.stringify(`see ${sample}`))).toEqual([what]);
  });

  it.each(samples)("that is %s is found behind an escape: %#", (what, sample) => {
    const middle = Math.floor(sample.length / 2);
    const escaped = `\\u${sample.charCodeAt(middle).toString(16).padStart(4, "0")}`;
    expect(found(`"see ${sample.slice(0, middle)}${escaped}${sample.slice(middle + 1)}"`)).toEqual([what]);
  });
});
