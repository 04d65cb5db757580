/** The rules on credentials in the wrong place of a manifest. */
import { childPointer } from "../read/tree.ts";
import { findLiteralSecrets } from "./literal-secrets.ts";
import type { LiteralSecretData } from "./literal-secrets.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import { isSecretName } from "./secret-names.ts";

const secretOutsideAuth = defineRule<{ name: string; where: "value" | "setting" }>({
  id: "DC8007",
  name: "secret-outside-auth",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "a secret that is part of a request or a setting is part of its record, its log and its digest",
  security: true,
  page: {
    why: "Secrets are written by auth methods only, at the last moment. A value cannot name one, so that none can end in a body, a key or a log. Settings are shown, logged and compared; none may be a secret.",
    bad: `request: {body: {json: {token: {$secret: botToken}}}}`,
    good: `auth: {methods: {bot: {type: apiKey, secrets: {botToken: {}}, place: {in: body, at: /token}}}}`,
    suppress: "The setting only sounds like a credential.",
  },
  text: ({ name, where }) =>
    where === "setting"
      ? {
          message: `the setting \`${name}\` is a credential, and settings are no secrets`,
          help: "declare it under `secrets` of an auth method, and say in its `place` where it goes",
        }
      : {
          message: `the secret \`${name}\` stands in a value`,
          help: "remove it, and say in the auth method's `place` where the secret goes",
        },
  check: (context) => [...secretsInValues(context), ...secretSettings(context)],
});

type SecretDraft = FindingDraft<{ name: string; where: "value" | "setting" }>;

function secretsInValues({ facts }: RuleContext): readonly SecretDraft[] {
  return facts()
    .operators.filter(({ operator }) => operator === "$secret")
    .map(({ operand, pointer }) => ({
      at: { pointer, on: "key" as const },
      data: { name: operand.kind === "scalar" ? String(operand.value) : "", where: "value" },
    }));
}

function secretSettings({ source }: RuleContext): readonly SecretDraft[] {
  const methods = Object.values(source.auth?.methods ?? {});
  const declared = new Set(methods.flatMap(({ secrets }) => Object.keys(secrets ?? {})));
  return Object.entries(source.config ?? {})
    .filter(
      ([name, { type }]) => (type === "string" || type === "stringList") && (declared.has(name) || isSecretName(name)),
    )
    .map(([name]) => ({
      at: { pointer: childPointer("/config", name), on: "key" as const },
      data: { name, where: "setting" },
    }));
}

const literalSecret = defineRule<LiteralSecretData>({
  id: "DC8008",
  name: "literal-secret",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "whoever can read the file can use it, and so can everyone who ever had a copy",
  security: true,
  hidesText: true,
  page: {
    why: "A manifest is checked in, published and shown. A credential in it is known, and stays known in the history after it was removed. What was found is not repeated in the finding.",
    bad: `request: {headers: {X-Api-Key: 9f8e7d6c5b4a3f2e}}`,
    good: `auth: {methods: {key: {type: apiKey, secrets: {apiKey: {}}, place: {in: header, name: X-Api-Key}}}}`,
    suppress: "The provider publishes this value for tests, such as the key of its documentation.",
  },
  text: ({ what, name }) => ({
    message:
      name === "" ? `${what} stands in this file` : `\`${name}\` holds a fixed value, and its name says credential`,
    help: "remove it, revoke it at the provider, and let an auth method write it",
    mark: "revoke it",
  }),
  check: findLiteralSecrets,
});

export const secretRules: readonly Rule[] = [secretOutsideAuth, literalSecret];
