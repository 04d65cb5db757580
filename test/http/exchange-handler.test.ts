import { expect, test, vi } from "vitest";
import { ExchangeHandler } from "../../src/http/exchange-handler.ts";
import { ExchangeWatch } from "../../src/http/exchange-watch.ts";
import type { HttpOutcome } from "../../src/http/exchange.ts";
import { attemptOf } from "./attempt.ts";

const request = { method: "POST", url: new URL("http://127.0.0.1:9/notes"), headers: [] };

function fakeController() {
  const abort = vi.fn<(error: Error) => void>();
  return { abort, aborted: false, paused: false, reason: null, pause() {}, resume() {} };
}

test("P4.2: a request that its client begins a second time is not written again, and stays in doubt", async () => {
  const attempt = attemptOf();
  const controller = fakeController();
  const outcome = await new Promise<HttpOutcome>((resolve, reject) => {
    const handler = new ExchangeHandler(request, 60_000, attempt, new ExchangeWatch(), { resolve, reject });
    handler.onRequestStart(controller);
    expect(controller.abort).not.toHaveBeenCalled();
    handler.onRequestStart(controller);
    expect(controller.abort).toHaveBeenCalled();
  });
  expect(outcome).toMatchObject({ kind: "fault", fault: "reset", mayHaveSent: true });
  expect(attempt.dispatches()).toBe(1);
});

test("P4.1: a request whose time was over before it could be written is not written, and was not sent", async () => {
  const attempt = attemptOf();
  const controller = fakeController();
  const outcome = await new Promise<HttpOutcome>((resolve, reject) => {
    const handler = new ExchangeHandler(request, 5, attempt, new ExchangeWatch(), { resolve, reject });
    // No timer runs meanwhile: the process is busy.
    while (performance.now() < handler.endsAt);
    handler.onRequestStart(controller);
    expect(controller.abort).toHaveBeenCalled();
  });
  expect(outcome).toMatchObject({ kind: "fault", fault: "connect", mayHaveSent: false });
  expect(attempt.dispatches()).toBe(0);
});
