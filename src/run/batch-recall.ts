/**
 * Finds the recorded call that a host means by what the model said of it: its id, its tool and its arguments. Ids alone do
 * not do, because models repeat them.
 */

import type { CallRecord } from "../core/call.ts";
import type { Json } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import type { RequestedCall } from "./request.ts";

/** The record of the call, or `undefined` when none fits. Of several equal ones the first that has not ended. */
export function recordOf(call: RequestedCall, records: readonly CallRecord[]): CallRecord | undefined {
  const fitting = records.filter((record) => isOf(record, call));
  return fitting.find((record) => record.finishedAt === undefined) ?? fitting[0];
}

/** Whether all calls are of one recorded response, in its order: a part of a response that was handed over before. */
export function isPartOfOne(calls: readonly RequestedCall[], records: readonly CallRecord[]): boolean {
  const found = calls.map((call) => recordOf(call, records));
  const responseId = found[0]?.responseId;
  return responseId !== undefined && found.every((record) => record?.responseId === responseId);
}

function isOf(record: CallRecord, call: RequestedCall): boolean {
  if (record.modelCallId !== call.id || record.tool !== call.name) return false;
  return isFilledFrom(record.proposedArguments ?? record.arguments, call.arguments);
}

/** Whether a value was made of the given one by filling in defaults. */
function isFilledFrom(recorded: Json, given: Json): boolean {
  if (Array.isArray(given)) {
    const items = given as readonly Json[];
    return (
      Array.isArray(recorded) &&
      recorded.length === items.length &&
      items.every((item, index) => isFilledFrom(recorded[index] as Json, item))
    );
  }
  if (!isJsonObject(given)) return recorded === given;
  if (!isJsonObject(recorded)) return false;
  return Object.entries(given).every(([key, value]) => {
    const own = recorded[key];
    return value === undefined || (own !== undefined && isFilledFrom(own, value));
  });
}
