/** Runs one attempt of an operation written in code: lends it a bounded client and judges what it claims. */

import type { Ending } from "../core/ending.ts";
import { isFetchError, type FetchError } from "../core/fetch-error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Operation as ManifestOperation } from "../core/manifest.ts";
import type { HandlerAttempt, OperationHandler } from "../core/operation.ts";
import type { ConnectionReference, ToolAttempt } from "../core/tool.ts";
import type { OutputCheck } from "../http/declared.ts";
import { watchDispatches } from "../http/dispatch-log.ts";
import { providerKey } from "../http/provider-key.ts";
import type { Access } from "./access.ts";
import { defect, endingMakers, isHandlerEnding, overrule, withCheckedOutput } from "./handler-endings.ts";
import { type FetchBase, handlerFetch } from "./handler-fetch.ts";

/** One attempt of a handler: everything it is made of. */
export interface HandlerRun {
  readonly base: FetchBase;
  readonly reference: ConnectionReference;
  readonly operation: ManifestOperation;
  readonly handler: OperationHandler;
  readonly access: Extract<Access, { readonly isGranted: true }>;
  readonly attempt: ToolAttempt;
  readonly checkOutput: OutputCheck | undefined;
}

/** The ending of one attempt. Throws what the handler threw, which counts as ambiguous. */
export async function runHandler(run: HandlerRun, input: JsonObject): Promise<Ending> {
  const log = watchDispatches(run.attempt);
  let claim: unknown;
  try {
    claim = await run.handler(input, handlerAttempt(run, log.attempt));
  } catch (error) {
    if (!isFetchError(error)) throw error;
    claim = endingOfFetchError(error);
  }
  if (!isHandlerEnding(claim, run.operation)) {
    return { kind: "ambiguous", reason: `the handler of ${run.operation.name} ended without an ending of its attempt` };
  }
  const seen = { dispatches: log.count(), isResend: run.attempt.isResend };
  return withCheckedOutput(overrule(claim, run.operation, seen), run.operation, run.checkOutput);
}

function handlerAttempt(run: HandlerRun, attempt: ToolAttempt): HandlerAttempt {
  const { base, access, reference } = run;
  const { key, number, isResend, firstDispatchAt, signal, deadline, keyNamespace } = attempt;
  return {
    key,
    number,
    isResend,
    firstDispatchAt,
    signal,
    deadline,
    config: base.config,
    credentials: access.credentials,
    providerKey: ({ format, maxLength = 64 }) =>
      providerKey({ keyNamespace, connection: reference, key }, format, checkedLength(format, maxLength)),
    fetch: (url, init = {}) => handlerFetch(base, access, attempt, url, init),
    ...endingMakers(run.operation),
  };
}

/** A key that was cut too short could be another call's key. */
function checkedLength(format: "uuid" | "hex", maxLength: number): number {
  const least = format === "uuid" ? 36 : 16;
  if (Number.isInteger(maxLength) && maxLength >= least) return maxLength;
  throw new RangeError(`a ${format} key needs a maxLength of ${String(least)} or more, not ${String(maxLength)}`);
}

function endingOfFetchError(error: FetchError): Ending {
  if (error.fault === "refused") return defect(error.message);
  return error.mayHaveSent ? { kind: "ambiguous", reason: error.message } : { kind: "not_sent", reason: error.message };
}
