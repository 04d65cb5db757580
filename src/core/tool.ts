/** Tools and where they come from: what an agent sees of an operation, and what the runner calls. */

import type { Clock } from "./clock.ts";
import type { EffectClass } from "./effect.ts";
import type { Ending, Reconciliation } from "./ending.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { RetryPolicy } from "./retry.ts";
import type { Secret } from "./secret.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/** Names a connection: the connector's id and the connection's own name. */
export interface ConnectionReference {
  readonly connector: string;
  readonly name: string;
}

/** Whether both name the same connection; two absent ones are the same. */
export function isSameConnection(
  left: ConnectionReference | undefined,
  right: ConnectionReference | undefined,
): boolean {
  return left?.connector === right?.connector && left?.name === right?.name;
}

/** Hints in the words of the Model Context Protocol; always all written out. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The call that an approval predicate looks at. */
export interface ApprovalCall {
  readonly key: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly tool: string;
}

/** Decides whether a call is put to a person. Only the literal `false` (or a promise of it) skips the question; anything else, a throw and 5 s of silence ask. */
export type ApprovalPredicate = (args: JsonObject, call: ApprovalCall) => boolean | Promise<boolean>;

export type ApprovalRule = boolean | ApprovalPredicate;

/** What an application may say of a tool. `effect` is ignored, with a warning, for connector tools. */
export interface ToolPolicy {
  readonly effect?: EffectClass;
  readonly requiresApproval?: ApprovalRule;
}

/** How long and how often a tool is tried. */
export interface ToolExecution {
  /** One attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  /** Whether time in which no process ran counts against `retry.total`. */
  readonly downtimeCounts: boolean;
}

/** What makes a tool a connector tool: where it comes from, and what a recovery compares. */
export interface ConnectorFacts {
  readonly connection: ConnectionReference;
  readonly operation: string;
  readonly version: string;
  /** What makes a repeat safe, if anything. */
  readonly mechanism: "none" | "natural" | "key" | "lookup";
  /** Equal exactly when a re-send carries the same proof: canonical text of the idempotency declaration. */
  readonly mechanismText: string;
  /** How long the provider remembers a key, in milliseconds from the first dispatch. */
  readonly keyWindowMs?: number | undefined;
  /** Whether `reconcile` can find out how a call ended. */
  readonly hasLookup: boolean;
  /** The least wait from the last dispatch before a lookup may settle, in milliseconds. */
  readonly lookupWaitMs?: number | undefined;
  /** The branches an operation may end in. */
  readonly branches: readonly string[];
  /** One line for the person who is asked, rendered beside the raw arguments. */
  readonly previewTemplate?: string | undefined;
}

/** One tool as a source lists it. */
export interface Tool {
  /** `^[a-z][a-z0-9_]{0,63}$` for connector tools. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  /** Connector tools: from the manifest. Others: what their policy or a trusted server says; undefined leaves it to the runner's default. */
  readonly effect?: EffectClass | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly requiresApproval?: ApprovalRule | undefined;
  /** Present exactly on connector tools. */
  readonly connector?: ConnectorFacts | undefined;
  /** Accepts or refuses arguments after the schema did; its output is not used. */
  readonly inputValidator?: StandardSchemaV1 | undefined;
  /** Switches the equal-call rule of one turn off. */
  readonly allowRepeat?: boolean | undefined;
  readonly execution?: ToolExecution | undefined;
  /** The largest result the model is given, in bytes of UTF-8 of its JSON text; more is cut at a value boundary. Default 4,096. */
  readonly maxResultBytes?: number | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** For whom tools are listed. */
export interface ToolContext {
  readonly sessionId?: string | undefined;
}

/** One attempt as a tool source sees it. */
export interface ToolAttempt {
  /** `sessionId/turnId/callId`, equal in every attempt. */
  readonly key: string;
  /** 1 for the first. */
  readonly number: number;
  /** Whether an earlier attempt may have reached the provider. */
  readonly isResend: boolean;
  /** When bytes may first have left, in an earlier attempt or this one; wall time in milliseconds. */
  readonly firstDispatchAt: number | undefined;
  /** When bytes may last have left in an earlier attempt; a lookup's `waitBefore` counts from it. Unknown: `firstDispatchAt` stands for it. */
  readonly lastDispatchAt?: number | undefined;
  readonly signal: AbortSignal;
  /** When the attempt's time is over; wall time in milliseconds. */
  readonly deadline: number;
  readonly keyNamespace: string;
  readonly clock: Clock;
  /** To be called right before bytes may leave; take it back only when it is proven that none did. */
  beginDispatch(): Dispatch;
}

export interface Dispatch {
  /** The client proved that nothing left (name not resolved, connection refused, TLS refused). */
  provenNotSent(): void;
}

/** Where tools come from. Implementations must not retry, and must not run anything before `callTool`. */
export interface ToolSource {
  listTools(context: ToolContext): readonly Tool[] | Promise<readonly Tool[]>;
  /** Runs one attempt. A throw counts as ambiguous. */
  callTool(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending>;
  /** Asks the provider how an earlier call ended; sends no write. Only for tools with `hasLookup`. */
  reconcile?(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Reconciliation>;
  /** Secrets that must not appear in arguments, results or messages. */
  knownSecrets?(): Iterable<Secret>;
}

/** One fault of a call's arguments. */
export interface InputFault {
  /** JSON pointer into the arguments; empty for the whole. */
  readonly pointer: string;
  readonly expected: string;
  /** What was given, bounded and without known secrets. */
  readonly given?: string | undefined;
  /** The closest valid name for an unknown key or enum value. */
  readonly closest?: string | undefined;
}

export type InputCheck =
  | { readonly isValid: true; readonly value: JsonObject }
  | { readonly isValid: false; readonly faults: readonly InputFault[] };

/** Compiles a schema to a check that fills in defaults on a copy and reports every fault; coerces nothing. */
export type InputChecker = (schema: JsonSchema) => (value: Json) => InputCheck;
