/** What those who follow a session see: small numbered facts, the values themselves stay in the records. */

import type { CallStatus } from "../core/call.ts";

/** One committed event; `at` is wall time in milliseconds. */
export type SessionEvent =
  | {
      readonly kind: "response_accepted";
      readonly at: number;
      readonly turnId: string;
      readonly responseId: string;
      readonly calls: number;
    }
  | { readonly kind: "call_started"; readonly at: number; readonly key: string; readonly tool: string }
  | {
      readonly kind: "call_ended";
      readonly at: number;
      readonly key: string;
      readonly tool: string;
      readonly status: CallStatus;
    }
  | { readonly kind: "asked"; readonly at: number; readonly key: string; readonly questionId: string }
  | {
      readonly kind: "decided";
      readonly at: number;
      readonly key: string;
      readonly questionId: string;
      readonly decision: string;
      readonly by: string;
    }
  | {
      readonly kind: "withdrawn";
      readonly at: number;
      readonly key: string;
      readonly questionId: string;
      readonly reason: string;
    }
  | {
      readonly kind: "settled";
      readonly at: number;
      readonly key: string;
      readonly status: CallStatus;
      readonly by: string;
    }
  | { readonly kind: "conflict"; readonly at: number; readonly key: string; readonly reason: string }
  | { readonly kind: "late_result"; readonly at: number; readonly key: string; readonly status: string }
  | { readonly kind: "response_held"; readonly at: number; readonly turnId: string; readonly responseId: string }
  | { readonly kind: "response_resumed"; readonly at: number; readonly turnId: string; readonly responseId: string };

/** An event with its place in the session's sequence. */
export type NumberedEvent = SessionEvent & { readonly number: number };
