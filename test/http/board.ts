/** A board of cards on a real server: one query, and one write whose effect can be looked up. */
import { parse } from "yaml";
import { defineConnector } from "../../src/connector.ts";
import type { Ending, Reconciliation } from "../../src/core/ending.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { ToolAttempt } from "../../src/core/tool.ts";
import { providerKey } from "../../src/http/provider-key.ts";
import { trustManifest } from "../../src/manifest/load-manifest.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import type { Reply } from "../../src/testing/reply.ts";
import type { ReceivedRequest } from "../../src/testing/request-reader.ts";
import { attemptOf, skippingClock } from "./attempt.ts";

const cleanups: (() => Promise<unknown>)[] = [];

export async function closeBoards(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

interface Declared {
  readonly idempotency?: string;
  readonly consistency?: string;
  readonly waitBefore?: string;
  readonly absent?: string;
  readonly marker?: boolean;
  readonly equals?: string;
  readonly bind?: string;
  /** The lookup asks by a request of its own instead of the query. */
  readonly inline?: boolean;
}

function manifestOf({
  idempotency = "{lookup: {}}",
  consistency = "strong",
  waitBefore = "1s",
  absent = "retry",
  marker = true,
  equals = "{$key: uuid}",
  bind = "{board: {$input: /board}}",
  inline = false,
}: Declared): JsonObject {
  return parse(`
manifestVersion: 1
connector: {id: board, title: Board, description: Holds cards., version: 1.0.0}
hosts: [{config: baseUrl}]
config: {baseUrl: {type: url, required: true}}
operations:
  listCards:
    kind: query
    description: Lists the cards of one board.
    input: {type: object, additionalProperties: false, required: [board], properties: {board: {type: string, minLength: 1, maxLength: 20}, cursor: {type: string, maxLength: 20}}}
    output: {type: object, additionalProperties: false, required: [cards], properties: {cards: {type: array, maxItems: 100, items: {type: object, additionalProperties: false, properties: {id: {type: string}, mark: {type: string}, title: {type: string}}}}, nextCursor: {type: string}}}
    branches: {listed: {record: succeeded, description: The cards.}, noBoard: {record: failed, description: There is none.}}
    agent: {exposed: true}
    request: {method: GET, path: "/boards/{board}/cards"}
    pagination: {style: cursor, send: {in: query, name: after}, next: {$body: /next}, items: /cards, stop: missing, input: /cursor, output: /nextCursor}
    classify:
      - {when: {status: [200]}, then: {branch: listed, output: {cards: {$body: /cards}}}}
      - {when: {status: [404]}, then: {branch: noBoard}}
  addCard:
    kind: mutation
    impact: additive
    description: Adds one card to a board.
    input: {type: object, additionalProperties: false, required: [board, title], properties: {board: {type: string, maxLength: 20}, title: {type: string, maxLength: 20}}}
    output: {type: object, additionalProperties: false, required: [id], properties: {id: {type: string, maxLength: 20}}}
    branches: {added: {record: succeeded, description: The card is there.}, taken: {record: failed, description: There is such a card; nothing changed.}}
    idempotency: ${idempotency}
    lookup: {${inline ? 'request: {method: GET, path: "/boards/{board}/cards"}' : "operation: listCards"}, bind: ${bind}, match: {items: /cards, at: /mark, equals: ${equals}}, ${marker ? "marker: /mark, " : ""}consistency: ${consistency}, waitBefore: ${waitBefore}, found: {branch: added, output: {id: {$body: /id}}}, absent: ${absent}${inline ? "" : ", absentBranches: [noBoard]"}}
    agent: {exposed: true, retry: safe}
    request: {method: POST, path: "/boards/{board}/cards", body: {json: {title: {$input: /title}, mark: {$key: uuid}}}}
    classify:
      - {when: {status: [201]}, then: {branch: added, output: {id: {$body: /id}}}}
      - {when: {status: [409]}, then: {branch: taken}}
      - {when: {status: [500]}, then: {lookup: {}}}
      - {when: {fault: [reset]}, then: {retry: {}}}
`) as JsonObject;
}

interface Board {
  readonly requests: readonly ReceivedRequest[];
  /** The mark that a call of this connection writes. */
  readonly mark: string;
  add(attempt: ToolAttempt, input?: JsonObject): Promise<Ending>;
  reconcile(attempt: ToolAttempt, input?: JsonObject): Promise<Reconciliation | undefined>;
}

/** A board whose list is answered by `cards` (pages of it), and whose writes are answered by `write`. */
export async function board(
  declared: Declared,
  cards: (mark: string) => readonly Json[] | Reply,
  write: Reply,
): Promise<Board> {
  let mark = "";
  const server = await createFaultServer({
    script(request) {
      if (request.method === "POST") return write;
      const pages = cards(mark);
      if (!Array.isArray(pages)) return pages as Reply;
      const index = Number(new URL(request.target, "http://x").searchParams.get("after") ?? 0);
      const next = index + 1 < pages.length ? { next: String(index + 1) } : {};
      return { kind: "answer", status: 200, body: JSON.stringify({ cards: pages[index] ?? [], ...next }) };
    },
  });
  const connector = defineConnector({ manifest: trustManifest(manifestOf(declared)) });
  const connection = connector.connect({ name: "test", config: { baseUrl: server.origin }, allowLoopback: true });
  cleanups.push(
    () => connection.close(),
    () => server.close(),
  );
  const operation = connection.operation("addCard");
  const { key, keyNamespace } = attemptOf();
  mark = providerKey({ keyNamespace, key, connection: connection.reference }, "uuid", 36);
  const usual = { board: "b1", title: "Hello" };
  return {
    requests: server.requests,
    mark,
    add: (attempt, input = usual) => operation.invoke(input, attempt),
    reconcile: async (attempt, input = usual) => operation.reconcile?.(input, attempt),
  };
}

export const ok: Reply = { kind: "answer", status: 201, body: '{"id":"c9"}' };

export function resend(overrides: Partial<ToolAttempt> = {}): ReturnType<typeof attemptOf> {
  const clock = skippingClock();
  const firstDispatchAt = clock.now() - 60_000;
  return attemptOf({ number: 2, isResend: true, clock, firstDispatchAt, deadline: clock.now() + 30_000, ...overrides });
}

export function methods({ requests }: Board): string {
  return requests.map(({ method }) => method).join(" ");
}
