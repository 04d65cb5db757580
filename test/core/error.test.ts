/** The one error the toolkit throws. */

import { describe, expect, test } from "vitest";
import { isToolkitError, ToolkitError } from "../../src/core/error.ts";

describe("a toolkit error", () => {
  test("is recognized by its brand, which copies of the package share", () => {
    const ofAnotherCopy = { [Symbol.for("dex-connectors.ToolkitError")]: true };
    expect(isToolkitError(new ToolkitError("closed", "it was closed"))).toBe(true);
    expect(isToolkitError(ofAnotherCopy)).toBe(true);
    expect(isToolkitError(new Error("closed"))).toBe(false);
    expect(isToolkitError(null)).toBe(false);
  });

  test("carries code, cause and details, and is not retryable unless it says so", () => {
    const cause = new Error("why");
    const error = new ToolkitError("too_large", "over the limit", { cause, details: { bytes: 9 } });
    expect(error).toMatchObject({ code: "too_large", retryable: false, details: { bytes: 9 }, cause });
    expect(error.retryAfterMs).toBeUndefined();
    expect(new ToolkitError("journal_locked", "x", { retryable: true, retryAfterMs: 5 })).toMatchObject({
      retryable: true,
      retryAfterMs: 5,
    });
  });
});
