/** Examples of a manifest: recorded exchanges that are replayed as tests. */
import type { BranchRecord } from "./ending.ts";
import type { Json, JsonObject } from "./json.ts";
import type { RequestFault } from "./manifest-classify.ts";

/** The parts of a request that an example pins; parts that are absent are not compared. */
export interface ExpectedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly query: JsonObject | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: Json | undefined;
}

/** What the stand-in provider answers: a response, or a fault (after `status` and `body` when they are given). */
export interface ExampleResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly fault: RequestFault | undefined;
}

/** One request and its answer. */
export interface ExampleExchange {
  readonly expect: ExpectedRequest | undefined;
  readonly respond: ExampleResponse;
}

/** An example: a call with its exchanges and result, or an input that the schema must refuse at `pointer`. */
export type Example =
  | {
      readonly kind: "call";
      readonly name: string;
      readonly input: Json;
      readonly exchange: readonly ExampleExchange[];
      readonly result: {
        readonly branch: string;
        /** How the call's record must stand; absent: it is not compared. */
        readonly record: BranchRecord | undefined;
        readonly output: Json | undefined;
      };
    }
  | { readonly kind: "invalid"; readonly name: string; readonly input: Json; readonly pointer: string };
