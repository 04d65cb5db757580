/** Takes a connection's token and checks by its beginning that it is of the kind that an operation needs. */
import type { HandlerAttempt } from "../../src/connector.ts";

/** Whose token an operation uses. */
export type TokenKind = "bot" | "user";

export type TokenChoice =
  | { readonly isUsable: true; readonly token: string }
  | { readonly isUsable: false; readonly reason: string };

const CREDENTIAL = { bot: "botToken", user: "userToken" } as const;
const WANTED = { bot: "a bot token (xoxb-…)", user: "a user token (xoxp-…)" } as const;

/** The beginnings of Slack's kinds of tokens; an unknown beginning is left to Slack to judge. */
const KINDS: readonly (readonly [beginning: RegExp, kind: TokenKind | "other", name: string])[] = [
  [/^xoxb-|^xoxe\.xoxb-/, "bot", "a bot token"],
  [/^xoxp-|^xoxe\.xoxp-/, "user", "a user token"],
  [/^xapp-/, "other", "an app-level token"],
  [/^xoxe-/, "other", "a refresh token"],
  [/^xox[acdsr]-/, "other", "a token of another kind"],
  [/^https?:/, "other", "an address, perhaps of a webhook"],
];

/** The token of the kind, or why there is none; the reason never holds any part of the token. */
export function chooseToken(attempt: HandlerAttempt, kind: TokenKind): TokenChoice {
  const token = attempt.credentials[CREDENTIAL[kind]]?.reveal();
  const refuse = (what: string): TokenChoice => ({
    isUsable: false,
    reason: `The connection's credential ${CREDENTIAL[kind]} ${what}; it must be ${WANTED[kind]}. A person must set it.`,
  });
  if (token === undefined || token === "") return refuse("is missing");
  if (/\s/.test(token)) return refuse("holds white space");
  const found = KINDS.find(([beginning]) => beginning.test(token));
  if (found !== undefined && found[1] !== kind) return refuse(`is ${found[2]}`);
  return { isUsable: true, token };
}
