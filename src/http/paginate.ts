/** Pages of a query: writes the cursor that the model passed back, and reads the next one. The path of a page is always the declared one. */

import { assertNever } from "../core/assert-never.ts";
import { atPointer } from "../core/json-pointer.ts";
import type { Manifest } from "../core/manifest.ts";
import type { PagePlace, Pagination } from "../core/manifest-execution.ts";
import { headerAddition, joinAdditions, NO_ADDITIONS, type Additions } from "./additions.ts";
import { ArgumentFault, blaming, BuildFault } from "./build-fault.ts";
import { linkCursor, linkQuery, secretQueryNames, type LinkGuard } from "./link-cursor.ts";
import { evaluate, isPresent, scalarText, wireAt, type AnswerScope, type ValueScope } from "./value.ts";
import { isList, type WireJson } from "./wire-json.ts";

/** What the request needs to ask for the page that the input names. */
export function pageAdditions(pagination: Pagination | undefined, scope: ValueScope, manifest: Manifest): Additions {
  if (pagination === undefined) return NO_ADDITIONS;
  const cursor = atPointer(scope.input, pagination.input) as WireJson | undefined;
  const size = pagination.size && evaluate(pagination.size.value, scope);
  const sized = pagination.size && size !== undefined ? placed(pagination.size.place, size) : NO_ADDITIONS;
  if (!isPresent(cursor)) return sized;
  // The next link's query already holds the page size.
  if (pagination.style === "link") {
    const query = blaming(true, () => linkQuery(cursor, secretQueryNames(manifest)));
    return { ...NO_ADDITIONS, wholeQuery: query };
  }
  const { send } = pagination;
  return send === undefined
    ? sized
    : joinAdditions(
        sized,
        blaming(true, () => placed(send, cursor)),
      );
}

export interface NextPage {
  /** Absent on the last page. */
  readonly cursor: WireJson | undefined;
  readonly warning?: string | undefined;
}

/** The cursor of the next page. `flag` names a member that is true while there is more. */
export function nextPage(
  pagination: Pagination,
  scope: ValueScope,
  answer: AnswerScope,
  link: { readonly origin: string; readonly guard: LinkGuard },
): NextPage {
  const count = itemCount(pagination, answer);
  if (pagination.stop.kind === "empty" && count === 0) return { cursor: undefined };
  if (pagination.stop.kind === "flag" && wireAt(answer.body, pagination.stop.pointer) !== true)
    return { cursor: undefined };
  switch (pagination.style) {
    case "cursor":
      return { cursor: declaredNext(pagination, scope, answer) };
    case "page":
      return { cursor: count === 0 ? undefined : position(pagination, scope, 1) + 1 };
    case "offset":
      return { cursor: count === 0 ? undefined : position(pagination, scope, 0) + count };
    case "link":
      return linkCursor(declaredNext(pagination, scope, answer), link.origin, link.guard);
    default:
      return assertNever(pagination.style);
  }
}

function placed(place: PagePlace, value: WireJson): Additions {
  switch (place.in) {
    case "query":
      return { ...NO_ADDITIONS, query: [[place.name, scalarText(value, place.name)]] };
    case "header":
      return headerAddition(place.name, headerSafe(scalarText(value, place.name)));
    case "body":
      return { ...NO_ADDITIONS, body: [{ at: place.at, value }] };
    default:
      return assertNever(place);
  }
}

function headerSafe(text: string): string {
  if (!/^[\u0020-\u007e]*$/.test(text))
    throw new BuildFault("a cursor or page size in a header takes visible ASCII characters only");
  return text;
}

function declaredNext(pagination: Pagination, scope: ValueScope, answer: AnswerScope): WireJson | undefined {
  const next = pagination.next && evaluate(pagination.next, { ...scope, answer });
  return isPresent(next) ? next : undefined;
}

function itemCount(pagination: Pagination, answer: AnswerScope): number {
  const items = pagination.items === undefined ? answer.body : wireAt(answer.body, pagination.items);
  return items !== undefined && items !== null && typeof items === "object" && isList(items) ? items.length : 0;
}

function position(pagination: Pagination, scope: ValueScope, first: number): number {
  const cursor = atPointer(scope.input, pagination.input);
  const current = cursor === undefined || cursor === null || cursor === "" ? first : Number(cursor);
  if (!Number.isSafeInteger(current) || current < 0) {
    throw new ArgumentFault(`the cursor (argument ${pagination.input}) must be a whole number, 0 or more`);
  }
  return current;
}
