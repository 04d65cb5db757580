/** Which names say that a value is a credential. */
import { TextMemo } from "../read/text-memo.ts";

/** Endings of names, in lower case and without separators. */
const endings = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "secret",
  "secretkey",
  "apikey",
  "apitoken",
  "accesskey",
  "accesstoken",
  "authtoken",
  "bearertoken",
  "bottoken",
  "usertoken",
  "refreshtoken",
  "sessiontoken",
  "idtoken",
  "privatekey",
  "signingkey",
  "encryptionkey",
  "credential",
  "credentials",
];

const whole: ReadonlySet<string> = new Set(["token", "auth", "authorization", "bearer", "jwt", "cookie", "pat", "pwd"]);

/** Names that end like a secret and are none. */
const harmless = /(?:has|is|needs|requires|reset|forgot|show|hide)(?:a|the)?(?:password|secret|token)$/;

/** Whether a name such as `apiToken` or `client_secret` says that its value is a credential. */
export function isSecretName(name: string): boolean {
  return names.of(name);
}

const names = new TextMemo(saysSecret);

function saysSecret(name: string): boolean {
  const folded = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (whole.has(folded)) return true;
  return endings.some((ending) => folded.endsWith(ending)) && !harmless.test(folded);
}
