/** What a runner takes for a response, with the limits from both sides. */

import { describe, expect, test } from "vitest";
import { isToolkitError } from "../../src/core/error.ts";
import type { RequestedCall, ResponseRequest, ResumeRequest } from "../../src/run/request.ts";
import { checkRequest, maxCallsInResponse, maxIdLength, requestDigest } from "../../src/run/request.ts";
import type { EventsRequest } from "../../src/run/session-events.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

function faultOf(request: unknown): unknown {
  try {
    checkRequest(request as ResponseRequest);
  } catch (error) {
    if (isToolkitError(error) && error.code === "invalid_request") return error.details["place"];
    throw error;
  }
  return undefined;
}

const fine = requestOf([callOf("note")]);

describe("a request", () => {
  test("is taken with no calls, with calls without an id, and with empty and repeated ids", () => {
    expect(faultOf(requestOf([]))).toBeUndefined();
    const calls = [
      { name: "a", arguments: {} },
      { id: "", name: "a", arguments: "" },
      { id: "", name: "", arguments: "[" },
    ];
    expect(faultOf(requestOf(calls))).toBeUndefined();
  });

  test.each([
    ["nothing", undefined, "the request"],
    ["an unknown key", { ...fine, response: "r" }, "response"],
    ["an empty session", { ...fine, sessionId: "" }, "sessionId"],
    ["a number for a turn", { ...fine, turnId: 7 }, "turnId"],
    ["a control character", { ...fine, responseId: "a\u0000b" }, "responseId"],
    ["half a character", { ...fine, sessionId: "a\ud800" }, "sessionId"],
    ["no list of calls", { ...fine, calls: {} }, "calls"],
    ["a call without a name", { ...fine, calls: [{ arguments: {} }] }, "calls[0].name"],
    [
      "a call with a list of arguments",
      { ...fine, calls: [callOf("a"), { name: "b", arguments: [] }] },
      "calls[1].arguments",
    ],
    ["a call with an unknown key", { ...fine, calls: [{ ...callOf("a"), input: {} }] }, "calls[0].input"],
    ["a call whose id is a number", { ...fine, calls: [{ ...callOf("a"), id: 1 }] }, "calls[0].id"],
    ["a word it does not know", { ...fine, whenApprovalNeeded: "later" }, "whenApprovalNeeded"],
    ["a signal that cannot be heard", { ...fine, signal: {} }, "signal"],
    ["null for a signal", { ...fine, signal: null }, "signal"],
  ])("with %s is refused with the place", (_, request, place) => {
    expect(faultOf(request)).toBe(place);
  });

  test("takes ids of the longest length and refuses longer ones", () => {
    expect(faultOf({ ...fine, sessionId: "x".repeat(maxIdLength) })).toBeUndefined();
    expect(faultOf({ ...fine, sessionId: "x".repeat(maxIdLength + 1) })).toBe("sessionId");
  });

  test("takes the largest number of calls and refuses one more", () => {
    const calls = (count: number): readonly RequestedCall[] => Array.from({ length: count }, () => callOf("note"));
    expect(faultOf(requestOf(calls(maxCallsInResponse)))).toBeUndefined();
    expect(faultOf(requestOf(calls(maxCallsInResponse + 1)))).toBe("calls");
  });
});

describe("what names a response or a session", () => {
  test.each([
    ["no session", { turnId: "t", responseId: "r" }, "sessionId"],
    ["a word it does not know", { sessionId: "s", turnId: "t", responseId: "r", whenApprovalNeeded: "no" }, "whenApp"],
    ["nothing", undefined, "the request"],
  ])("is checked when a response is resumed: %s", async (_, request, place) => {
    const runner = runnerOf([]);
    const resuming = runner.resumeResponse(request as unknown as ResumeRequest);
    await expect(resuming).rejects.toMatchObject({ code: "invalid_request", message: expect.stringContaining(place) });
    await runner.close();
  });

  test("P12.3: is checked for events: without a session they would be those of all", async () => {
    const runner = runnerOf([]);
    const events = runner.events({} as EventsRequest)[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({ code: "invalid_request" });
    await runner.close();
  });
});

describe("the digest of a response's calls", () => {
  test("P2.2: is of names, ids, arguments and order", () => {
    const base = requestDigest([callOf("a"), callOf("b")]);
    expect(requestDigest([callOf("a"), callOf("b")])).toBe(base);
    expect(requestDigest([callOf("b"), callOf("a")])).not.toBe(base);
    expect(requestDigest([callOf("a")])).not.toBe(base);
    expect(requestDigest([{ ...callOf("a"), id: "other" }, callOf("b")])).not.toBe(base);
    expect(requestDigest([callOf("a", { text: "other" }), callOf("b")])).not.toBe(base);
  });

  test("P2.2: of argument objects does not depend on the order of their keys", () => {
    expect(requestDigest([callOf("a", { x: 1, y: 2 })])).toBe(requestDigest([callOf("a", { y: 2, x: 1 })]));
  });
});
