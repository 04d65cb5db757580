import { expect, test, vi } from "vitest";
import { ExchangeHandler } from "../../src/http/exchange-handler.ts";
import { ExchangeWatch } from "../../src/http/exchange-watch.ts";
import type { HttpOutcome } from "../../src/http/exchange.ts";
import { attemptOf } from "./attempt.ts";

test("P4.2: a request that its client begins a second time is not written again, and stays in doubt", async () => {
  const attempt = attemptOf();
  const abort = vi.fn<(error: Error) => void>();
  const controller = { abort, aborted: false, paused: false, reason: null, pause() {}, resume() {} };
  const outcome = await new Promise<HttpOutcome>((resolve, reject) => {
    const request = { method: "POST", url: new URL("http://127.0.0.1:9/notes"), headers: [] };
    const handler = new ExchangeHandler(request, 60_000, attempt, new ExchangeWatch(), { resolve, reject });
    handler.onRequestStart(controller);
    expect(abort).not.toHaveBeenCalled();
    handler.onRequestStart(controller);
    expect(abort).toHaveBeenCalled();
  });
  expect(outcome).toMatchObject({ kind: "fault", fault: "reset", mayHaveSent: true });
  expect(attempt.dispatches()).toBe(1);
});
