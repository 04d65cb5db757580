/** What every part of a runner shares: its engine, clock, tools and secrets. Made once; of calls it only knows which were checked. */

import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { Secret } from "../core/secret.ts";
import { systemClock } from "../core/system-clock.ts";
import type { InputChecker, ToolSource } from "../core/tool.ts";
import { AbortedResponses } from "./aborted-responses.ts";
import { CheckedCalls } from "./checked-calls.ts";
import type { ClientInput } from "./client-input.ts";
import type { RecordOut } from "./handed-out.ts";
import { createRecordOut } from "./handed-out.ts";
import { ReadMore } from "./read-more.ts";
import type { Redactor } from "./redact.ts";
import { createRedactor, currentRedactor } from "./redact.ts";
import type { ToolRunnerOptions } from "./runner-options.ts";
import type { Toolbox, ToolboxLoader } from "./toolbox.ts";
import { createToolboxLoader } from "./toolbox.ts";

/** What the runner cannot bring itself: validation lives in another room. */
export interface RunnerParts {
  readonly engine: Engine;
  readonly checker: InputChecker;
}

export interface RunnerContext {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly toolbox: ToolboxLoader;
  /** Of the secrets that are known at this moment. */
  readonly redactor: () => Redactor;
  readonly checked: CheckedCalls;
  readonly post: PostInput;
  /** Aborts when the runner is closed. */
  readonly closed: AbortSignal;
  readonly aborted: AbortedResponses;
  /** How records leave the runner. */
  readonly recordOut: RecordOut;
}

/** Puts an input into a session's inbox; resolves with the fold's reply once it is durable. No id: the fold knows a repeat. */
export type PostInput = (session: string, id: string | undefined, body: ClientInput) => Promise<Json | undefined>;

export function createRunnerContext(
  options: ToolRunnerOptions,
  { engine, checker }: RunnerParts,
  closed: AbortSignal,
): RunnerContext {
  const toolbox = createToolboxLoader({
    sources: options.toolSources,
    policies: options.toolPolicies ?? {},
    defaultEffect: options.defaultEffect ?? "unclassified",
    checker,
    warn: (message) => {
      process.emitWarning(message, { code: "DEX_CONNECTORS_POLICY" });
    },
  });
  // Sources that list at once are checked at once: two tools of one name fail at definition.
  void catchLater(toolbox({}));
  const sources = options.toolSources.filter((source) => source.knownSecrets !== undefined);
  const readMore = options.toolSources.find((source) => source instanceof ReadMore);
  readMore?.attach(engine);
  return {
    engine,
    clock: options.clock ?? systemClock,
    toolbox,
    redactor: sources.length === 0 ? () => withoutSecrets : currentRedactor(() => secretsOf(sources)),
    recordOut: createRecordOut(readMore === undefined ? undefined : (record) => readMore.cursorOf(record)),
    aborted: new AbortedResponses(),
    checked: new CheckedCalls(),
    closed,
    post: (session, id, body) => engine.post(session, { id, body: body as unknown as Json }),
  };
}

const withoutSecrets = createRedactor([]);

function* secretsOf(sources: readonly ToolSource[]): Iterable<Secret> {
  for (const source of sources) if (source.knownSecrets !== undefined) yield* source.knownSecrets();
}

/** An asynchronous listing fails where it is used, not as an unhandled rejection of this early look. */
async function catchLater(listing: Toolbox | Promise<Toolbox>): Promise<void> {
  if (listing instanceof Promise) await listing.catch(() => undefined);
}
