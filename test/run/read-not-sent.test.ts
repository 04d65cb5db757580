/** What a read is told when nothing of it reached the service: the reason, and not to wait for the service. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../src/run/outcome.ts";
import { refused } from "./task-ends.ts";

const reason = "the connection lacks the credential apiToken (set ACME_TOKEN)";

describe("a read that was not sent", () => {
  it("in its one attempt says that nothing reached the service, and why", () => {
    const { status, error } = outcomeOf(true, { kind: "refused", error: { kind: "not_sent", reason }, attempts: 1 });
    expect({ status, code: error?.code }).toEqual({ status: "failed", code: "attempts_exhausted" });
    expect(error?.message).toBe(
      `Nothing reached the service: ${reason}. Call again once that is mended, or go on without it.`,
    );
  });

  it("in the last of several attempts claims nothing of the earlier ones", () => {
    expect(outcomeOf(true, refused).error?.message).toContain("gave no usable answer in 3 attempts");
  });
});
