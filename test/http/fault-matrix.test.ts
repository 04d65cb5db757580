/** The table of attempts (promises, section 4) on a real server: each way to fail, alone and after a lost first answer, by effect class. */
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import { createFaultServer } from "../../src/testing/fault-server.ts";
import { headerOf, type ReceivedRequest } from "../../src/testing/request-reader.ts";
import type { Reply } from "../../src/testing/reply.ts";
import { callDesk, type DeskOperation } from "./desk.ts";

/** How the provider treats one request: what it does with the effect, and what goes over the wire. */
interface Situation {
  readonly reply: Reply;
  /** Whether the note is written. */
  readonly hasEffect: boolean;
}

const situations = {
  resetBeforeRequest: { reply: { kind: "reset", when: "before_request" }, hasEffect: false },
  resetHalfRequest: { reply: { kind: "reset", when: "half_request" }, hasEffect: false },
  lostAnswer: { reply: { kind: "reset", when: "after_request" }, hasEffect: true },
  silence: { reply: { kind: "silence" }, hasEffect: true },
  headersOnly: { reply: { kind: "headers_only", status: 201 }, hasEffect: true },
  cutBody: { reply: { kind: "truncated", status: 201, body: '{"id":' }, hasEffect: true },
  garbage: { reply: { kind: "garbage" }, hasEffect: true },
  garbageBody: { reply: { kind: "answer", status: 201, body: "<html>" }, hasEffect: true },
  redirect: { reply: { kind: "answer", status: 307, headers: { location: "/other" } }, hasEffect: false },
  requestTimeout: { reply: { kind: "answer", status: 408 }, hasEffect: false },
  serverError: { reply: { kind: "answer", status: 503 }, hasEffect: true },
  tooMany: { reply: { kind: "answer", status: 429 }, hasEffect: false },
  tooManyWait: { reply: { kind: "answer", status: 429, headers: { "retry-after": "1" } }, hasEffect: false },
  tooManyLong: { reply: { kind: "answer", status: 429, headers: { "retry-after": "3600" } }, hasEffect: false },
  inProgress: { reply: { kind: "answer", status: 409 }, hasEffect: false },
  refused: { reply: { kind: "answer", status: 422, body: '{"message":"no such desk"}' }, hasEffect: false },
  unauthorized: { reply: { kind: "answer", status: 401 }, hasEffect: false },
} as const satisfies Readonly<Record<string, Situation>>;

type SituationName = keyof typeof situations;

const success: Reply = { kind: "answer", status: 201, body: '{"id":"n1"}' };

interface Outcome {
  readonly record: CallRecord;
  readonly requests: readonly ReceivedRequest[];
  /** Notes that exist: equal keys are one note. */
  readonly effects: number;
}

/** Runs one call against a provider that treats the n-th request as named, and the ones behind the list well. */
async function run(operation: DeskOperation, names: readonly SituationName[]): Promise<Outcome> {
  const notes = new Set<string>();
  const server = await createFaultServer({
    early: (index) => {
      const reply = at(names, index)?.reply;
      return reply?.kind === "reset" && reply.when !== "after_request" ? reply : undefined;
    },
    script: (request, index) => {
      const early = names
        .slice(0, index + 1)
        .filter((name) => name === "resetBeforeRequest" || name === "resetHalfRequest").length;
      const situation = at(names, index + early);
      const isWritten = request.method === "POST" && (situation?.hasEffect ?? true);
      if (isWritten) notes.add(headerOf(request, "idempotency-key") ?? `note ${String(index)}`);
      return situation?.reply ?? success;
    },
  });
  try {
    const record = await callDesk(server.origin, operation, { id: "a", text: "x".repeat(100_000) });
    return { record, requests: server.requests, effects: notes.size };
  } finally {
    await server.close();
  }
}

function at(names: readonly SituationName[], index: number): Situation | undefined {
  const name = names[index];
  return name === undefined ? undefined : situations[name];
}

function ending({ record }: Outcome): string {
  const code = record.error === undefined ? "" : ` ${record.error.code}`;
  return `${record.status}${code}${record.error?.didNotRun === true ? " did-not-run" : ""}`;
}

const ambiguous: readonly SituationName[] = [
  "resetBeforeRequest",
  "resetHalfRequest",
  "lostAnswer",
  "silence",
  "headersOnly",
  "cutBody",
  "garbage",
  "garbageBody",
  "redirect",
  "requestTimeout",
  "serverError",
];

describe("P4.1: a write that nothing makes safe", () => {
  test.each(ambiguous)("is sent once and its outcome is unknown after %s", async (name) => {
    const outcome = await run("addNote", [name]);
    expect(ending(outcome)).toBe("outcome_unknown outcome_unknown");
    expect(outcome.record.attempts).toBe(1);
    expect(outcome.effects).toBe(situations[name].hasEffect ? 1 : 0);
  });

  test.each(["tooMany", "tooManyWait"] as const)("is sent again inside its one attempt after %s", async (name) => {
    const outcome = await run("addNote", [name]);
    expect([ending(outcome), outcome.record.attempts, outcome.requests.length, outcome.effects]).toEqual([
      "succeeded",
      1,
      2,
      1,
    ]);
  });

  test("is sent three times at most, and did not run when each was refused", async () => {
    const outcome = await run("addNote", ["tooMany", "tooMany", "tooMany", "tooMany"]);
    expect([ending(outcome), outcome.requests.length, outcome.effects]).toEqual([
      "failed rate_limited did-not-run",
      3,
      0,
    ]);
  });

  test("is never sent again after anything ambiguous, refused before or not", async () => {
    const outcome = await run("addNote", ["tooMany", "lostAnswer"]);
    expect([ending(outcome), outcome.requests.length, outcome.effects]).toEqual([
      "outcome_unknown outcome_unknown",
      2,
      1,
    ]);
  });

  test("P4.4: ends with the stated wait when that does not fit", async () => {
    const outcome = await run("addNote", ["tooManyLong"]);
    expect([ending(outcome), outcome.requests.length]).toEqual(["failed rate_limited did-not-run", 1]);
    expect(outcome.record.error?.retryAfterSeconds).toBe(3_600);
  });

  test("did not run when no connection was made", async () => {
    const record = await callDesk(await closedOrigin(), "addNote", { id: "a" });
    expect(ending({ record, requests: [], effects: 0 })).toBe("failed not_sent did-not-run");
    expect(record.attempts).toBe(1);
  });
});

describe("a write with a key", () => {
  test.each(ambiguous)("P2.3: is sent again with the same bytes after %s, to one effect", async (name) => {
    const outcome = await run("putNote", [name]);
    expect([ending(outcome), outcome.effects]).toEqual(["succeeded", 1]);
    expect(outcome.record.attempts).toBe(2);
    expect(new Set(outcome.requests.map((request) => request.wire.toString("latin1"))).size).toBe(1);
  });

  test.each(ambiguous)("is of unknown outcome when every attempt ends in %s", async (name) => {
    const outcome = await run("putNote", [name, name, name]);
    expect(ending(outcome)).toBe("outcome_unknown outcome_unknown");
    expect(outcome.record.attempts).toBe(3);
    expect(outcome.effects).toBeLessThanOrEqual(1);
  });

  test.each([...ambiguous, "inProgress"] as const)(
    "P2.3: keeps to one effect when its first answer is lost and the second attempt ends in %s",
    async (name) => {
      const outcome = await run("putNote", ["lostAnswer", name]);
      expect([ending(outcome), outcome.record.attempts, outcome.effects]).toEqual(["succeeded", 3, 1]);
      expect(new Set(outcome.requests.map((request) => request.wire.toString("latin1"))).size).toBe(1);
    },
  );

  test.each(["tooMany", "tooManyWait", "unauthorized"] as const)(
    "P4.6: is not said to have done nothing when its first answer was lost and then comes %s",
    async (name) => {
      const outcome = await run("putNote", ["lostAnswer", name, name]);
      expect([ending(outcome), outcome.effects]).toEqual(["outcome_unknown outcome_unknown", 1]);
    },
  );

  test("P4.6: is refused for certain when the provider, which knows the key, says so on a re-send", async () => {
    const outcome = await run("putNote", ["resetBeforeRequest", "refused"]);
    expect([ending(outcome), outcome.effects]).toEqual(["failed refused", 0]);
  });

  test("did not run when it was refused for its rate each time", async () => {
    const outcome = await run("putNote", ["tooMany", "tooMany", "tooMany"]);
    expect([ending(outcome), outcome.requests.length, outcome.effects]).toEqual([
      "failed rate_limited did-not-run",
      3,
      0,
    ]);
  });

  test("did not run when no connection was made in three attempts", async () => {
    const record = await callDesk(await closedOrigin(), "putNote", { id: "a" });
    expect([ending({ record, requests: [], effects: 0 }), record.attempts]).toEqual(["failed not_sent did-not-run", 3]);
  });
});

describe("a read", () => {
  const repeated: readonly SituationName[] = [...ambiguous, "tooMany", "tooManyWait", "inProgress"];

  test.each(repeated)("is tried again after %s", async (name) => {
    const outcome = await run("getNote", [name]);
    expect([ending(outcome), outcome.record.attempts]).toEqual(["succeeded", 2]);
  });

  test.each(repeated)("is tried a third time when the second attempt ends in %s", async (name) => {
    const outcome = await run("getNote", ["lostAnswer", name]);
    expect([ending(outcome), outcome.record.attempts]).toEqual(["succeeded", 3]);
  });

  test.each(repeated.filter((name) => name !== "tooManyWait"))("fails when every attempt ends in %s", async (name) => {
    const outcome = await run("getNote", [name, name, name]);
    expect([ending(outcome), outcome.record.attempts]).toEqual(["failed attempts_exhausted", 3]);
  });

  test("ends in its declared branch, with the provider's words", async () => {
    const outcome = await run("getNote", ["refused"]);
    expect([ending(outcome), outcome.record.attempts]).toEqual(["failed refused", 1]);
    expect(outcome.record.error?.message).toContain("no such desk");
  });

  test("is not authorized when the provider refuses the credentials", async () => {
    const outcome = await run("getNote", ["unauthorized"]);
    expect(ending(outcome)).toBe("failed not_authorized did-not-run");
  });
});

/** An origin that refuses connections: its port was free a moment ago. */
async function closedOrigin(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(typeof address === "object" && address !== null ? address.port : 0)}`;
}
