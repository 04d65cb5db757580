/** Keys of calls: one text for three ids, and back. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callIdAt, callKey, parseCallKey } from "../../src/core/call.ts";

const id = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom("a", "/", "%", "2", "F", "5", ".", "é", ":"),
});
const identity = fc.record({ sessionId: id, turnId: id, callId: id });

describe("a call's key", () => {
  test("P2.1: is made of session, turn and call, with `%` and `/` escaped", () => {
    expect(callKey({ sessionId: "a/b", turnId: "50%", callId: "r.0" })).toBe("a%2Fb/50%25/r.0");
  });

  test("P2.1: gives back the ids it was made of, whatever they hold", () => {
    fc.assert(
      fc.property(identity, (ids) => {
        expect(parseCallKey(callKey(ids))).toEqual(ids);
      }),
    );
  });

  test("P2.1: differs where an id differs", () => {
    fc.assert(
      fc.property(identity, identity, (one, other) => {
        const isSame = one.sessionId === other.sessionId && one.turnId === other.turnId && one.callId === other.callId;
        expect(callKey(one) === callKey(other)).toBe(isSame);
      }),
    );
  });

  test.each(["", "s", "s/t", "s/t/c/d", "s/t/%2f", "s/t/%", "s/t/%2525x%"])("is not read from %j", (text) => {
    expect(parseCallKey(text)).toBeUndefined();
  });

  test("P2.2: of two positions or two responses are never the same call", () => {
    fc.assert(
      fc.property(id, fc.nat(300), id, fc.nat(300), (one, at, other, otherAt) => {
        expect(callIdAt(one, at) === callIdAt(other, otherAt)).toBe(one === other && at === otherAt);
      }),
    );
  });
});
