/**
 * Pages by links: the cursor is the query of the next link, without what the toolkit itself writes into each request.
 * Such a link often repeats the address that was asked, secrets included.
 */

import type { Manifest } from "../core/manifest.ts";
import { ArgumentFault } from "./build-fault.ts";
import { nextTarget } from "./link-header.ts";
import { scalarText } from "./value.ts";
import type { WireJson } from "./wire-json.ts";

/** What must not be in a cursor. */
export interface LinkGuard {
  /** The query parameters that hold secrets. */
  readonly secretNames: ReadonlySet<string>;
  /** Whether a text holds a secret of the connection. */
  readonly holdsSecret: (text: string) => boolean;
}

/** The names under which a connector's auth methods write secrets into queries. */
export function secretQueryNames({ authMethods }: Manifest): ReadonlySet<string> {
  const places = Object.values(authMethods).map(({ place }) => place);
  return new Set(places.flatMap((place) => (place?.in === "query" ? [place.name] : [])));
}

/** The query that a cursor stands for. Only a query is taken from it: it can name neither a host, a path nor a secret. */
export function linkQuery(cursor: WireJson, secretNames: ReadonlySet<string>): string {
  const query = scalarText(cursor, "the cursor").replace(/^\?/, "");
  const isQuery = /^[!$&-;=?-Z_a-z~%@]*$/.test(query) && !query.includes("#");
  if (!isQuery || query.split("&").some((pair) => secretNames.has(nameOf(pair)))) {
    throw new ArgumentFault("the cursor is not one that this operation gave");
  }
  return query;
}

export interface LinkCursor {
  /** Absent on the last page. */
  readonly cursor: string | undefined;
  readonly warning?: string;
}

/** The cursor of the next link, when the link stays with the provider and holds no secret. */
export function linkCursor(next: WireJson | undefined, origin: string, guard: LinkGuard): LinkCursor {
  const target = typeof next === "string" ? nextTarget(next) : undefined;
  if (target === undefined) return { cursor: undefined };
  const url = URL.parse(target, origin);
  if (url?.origin !== origin)
    return { cursor: undefined, warning: "the next page lies on another host and is not offered" };
  const pairs = url.search.slice(1).split("&");
  const query = pairs.filter((pair) => !guard.secretNames.has(nameOf(pair))).join("&");
  if (readings(query).some(guard.holdsSecret))
    return {
      cursor: undefined,
      warning: "the next page's address holds a secret of this connection and is not offered",
    };
  return { cursor: query === "" ? undefined : query };
}

function nameOf(pair: string): string {
  const [name = ""] = new URLSearchParams(pair).keys();
  return name;
}

/** A query as it is, and decoded in both ways that servers read a plus sign. */
function readings(query: string): readonly string[] {
  return [query, decoded(query), decoded(query.replaceAll("+", " "))];
}

function decoded(text: string): string {
  // One sign that is no encoding must not hide the others.
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (coded) =>
    Buffer.from(coded.replaceAll("%", ""), "hex").toString("utf8"),
  );
}
