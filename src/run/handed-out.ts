/** What leaves the runner is a copy: nobody outside can change a record, a question or what a person approved. */

import type { CallRecord } from "../core/call.ts";
import type { Json } from "../core/json.ts";
import { copyJson } from "../core/json.ts";

/** A deep copy of a document's part, which is plain JSON by construction. */
export function handedOut<T extends object>(part: T): T {
  return copyJson(part as unknown as Json) as unknown as T;
}

/** Copies of records, each with a cursor to what its result does not show where there is a tool to read it with. */
export type RecordOut = (record: CallRecord) => CallRecord;

export function createRecordOut(cursorOf: ((record: CallRecord) => string | undefined) | undefined): RecordOut {
  if (cursorOf === undefined) return (record) => handedOut(record);
  return (record) => {
    const readMore = cursorOf(record);
    return readMore === undefined ? handedOut(record) : { ...handedOut(record), readMore };
  };
}
