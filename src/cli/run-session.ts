/** Opens a runner over the connectors a command names, ends it whole on an interrupt, and closes what was opened. */

import type { Question } from "../core/approval.ts";
import type { Connection } from "../connector.ts";
import { parseCallKey } from "../core/call.ts";
import type { ResponseReference, ToolRunner } from "../run/runner.ts";
import type { CommandContext, FlagValues } from "./command.ts";
import { answeringOf, approveFlag, type ApproveMode } from "./approve-flag.ts";
import { connectionFlags, openConnections } from "./connection-flags.ts";
import { openConnector } from "./connector-argument.ts";
import { exposedNames } from "./exposed-names.ts";
import { journalFlag, openEngine } from "./journal-flag.ts";

export const runFlags = { ...connectionFlags, ...journalFlag, ...approveFlag } as const;

type RunFlagValues = FlagValues<typeof runFlags>;

/** How long calls under way may take to end after an interrupt; a second interrupt ends the process at once. */
const graceAfterInterruptMs = 30_000;

export interface RunSession {
  readonly runner: ToolRunner;
  readonly connections: readonly Connection[];
  readonly whenApprovalNeeded: "wait" | "return";
  /** Set once the session was left before its end: by an interrupt, or because the input ended at a question. */
  left(): LeftSession | undefined;
}

interface LeftSession {
  readonly why: "interrupted" | "input_ended";
  /** Questions that were open at that moment. */
  readonly questions: readonly Question[];
}

export interface RunSetup {
  readonly connectors: readonly string[];
  readonly flags: RunFlagValues;
  /** Default of `--approve`. */
  readonly approve: ApproveMode;
  /** The response that the command is about; other ones in the journal are left as they are. Absent: it is about them all. */
  readonly response?: ResponseReference;
  /** Nothing that waits in the journal goes on because of this command. */
  readonly isPassive?: true;
  /** Refuses what the words ask of the connections, before a journal is opened: a refused command leaves none behind. */
  readonly check?: (connections: readonly Connection[]) => void;
}

/** Runs `use` with an open runner. */
export async function withRunSession<T>(
  setup: RunSetup,
  context: CommandContext,
  use: (session: RunSession) => Promise<T>,
): Promise<T> {
  const connectors = await Promise.all(setup.connectors.map(openConnector));
  const open = await openConnections(connectors, setup.flags, context.env);
  try {
    setup.check?.(open.connections);
    return await runOver(open.connections, setup, context, use);
  } finally {
    await open.close();
  }
}

async function runOver<T>(
  connections: readonly Connection[],
  setup: RunSetup,
  context: CommandContext,
  use: (session: RunSession) => Promise<T>,
): Promise<T> {
  const { createToolRunner } = await import("../index.ts");
  let left: LeftSession | undefined;
  let leaving: Promise<void> | undefined;
  const leave = (why: LeftSession["why"]): void => {
    leaving ??= (async () => {
      left = { why, questions: await runner.approvals.list() };
      await runner.close({ graceMs: graceAfterInterruptMs });
    })();
    // Awaited below; until then its failure belongs to nobody else.
    leaving.catch(() => undefined);
  };
  const { response } = setup;
  const answering = answeringOf(setup.flags.approve ?? setup.approve, context, {
    isOwn: (question) => response === undefined || isOf(response, question),
    onLeft: (error) => {
      leave(error.why);
    },
  });
  const runner = createToolRunner({
    toolSources: connections.map((connection) => connection.tools({ only: exposedNames(connection) })),
    engine: await openEngine(setup.flags.journal),
    ...(answering.approver === undefined ? {} : { approver: answering.approver }),
    ...(response === undefined && setup.isPassive !== true ? {} : { resumeWithinMs: 0 }),
  });
  const onInterrupt = (): void => {
    leave("interrupted");
  };
  context.signal.addEventListener("abort", onInterrupt, { once: true });
  try {
    await runner.ready();
    return await use({ runner, connections, whenApprovalNeeded: answering.whenApprovalNeeded, left: () => left });
  } finally {
    context.signal.removeEventListener("abort", onInterrupt);
    await leaving;
    await runner.close();
  }
}

/** A call's id is that of its response and a position. */
function isOf({ sessionId, turnId, responseId }: ResponseReference, question: Question): boolean {
  const call = parseCallKey(question.key);
  const isSame = call?.sessionId === sessionId && call.turnId === turnId;
  return isSame && call.callId.slice(0, call.callId.lastIndexOf(".")) === responseId;
}
