/** The rules on what makes repeating a write safe. */
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** The structure check reports it. */
const mechanismIncomplete = defineRule<{ key: string; where: string }>({
  id: "DC6002",
  name: "mechanism-incomplete",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "a key is of use only where the provider looks, in its form, and while it is remembered",
  page: {
    why: "A key mechanism needs the place, the format and the time that the provider remembers a key. With one of them missing a re-send may be a second write.",
    bad: `idempotency: {key: {in: header}}`,
    good: `idempotency: {key: {in: header, name: Idempotency-Key, format: uuid, window: 24h}}`,
  },
  text: ({ key, where }) => ({
    message: `${where} does not say \`${key}\``,
    help: `add \`${key}\` as the provider documents it`,
    mark: `\`${key}\` is missing`,
  }),
});

/** The structure check reports it. */
const naturalIdentity = defineRule<{ key: string; where: string }>({
  id: "DC6008",
  name: "natural-identity",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "only a reason and a target make the claim reviewable",
  page: {
    why: "`natural` claims that twice is the same as once. The claim needs a reason, and the inputs that name the target: without them nobody can check it.",
    bad: `idempotency: {natural: {because: labels are a set}}`,
    good: `idempotency: {natural: {because: labels are a set, identity: [/issueId]}}`,
  },
  text: ({ key, where }) => ({
    message: `${where} does not say \`${key}\``,
    help:
      key === "because"
        ? "say why sending it twice leaves the same state"
        : "list the pointers to the inputs that name the target",
    mark: `\`${key}\` is missing`,
  }),
});

export const repeatingRules: readonly Rule[] = [mechanismIncomplete, naturalIdentity];
