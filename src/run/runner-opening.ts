/** Opens a runner's engine once: hands it the program, follows what it commits, and picks up the questions that waited. */

import type { Approver } from "../core/approval.ts";
import { parseCallKey } from "../core/call.ts";
import type { EngineListener, Program } from "../core/engine.ts";
import type { RunnerApprovals } from "./approvals.ts";
import { reaskIfChanged } from "./approvals.ts";
import { claimOf } from "./claim.ts";
import { createFold } from "./fold.ts";
import { mayForget } from "./may-forget.ts";
import { closedError, orClosed } from "./or-closed.ts";
import { performTask } from "./perform-task.ts";
import type { QuestionDesk } from "./question-desk.ts";
import { createQuestionDesk } from "./question-desk.ts";
import { findAll } from "./recovery.ts";
import type { ResponseWatch } from "./response-watch.ts";
import type { RunnerContext } from "./runner-context.ts";
import type { ToolRunnerOptions } from "./runner-options.ts";
import { foldRulesOf } from "./runner-options.ts";
import { secretEdit, withoutSecrets } from "./said-input.ts";
import type { QuestionDocument, RunTaskInput } from "./session.ts";
import { toolsIfListed } from "./toolbox.ts";

export interface RunnerOpening {
  /** Resolves when the engine is open; opens it at the first call, and again after an opening that was refused. */
  readonly ready: () => Promise<void>;
  /** Calls questions back and closes the engine, if it is this runner's. */
  close(graceMs: number): Promise<void>;
}

export function createRunnerOpening(
  options: ToolRunnerOptions,
  context: RunnerContext,
  watch: ResponseWatch,
  approvals: () => RunnerApprovals,
): RunnerOpening {
  return new Opening(options, context, watch, deskOf(options, context, approvals));
}

class Opening implements RunnerOpening {
  readonly #options: ToolRunnerOptions;
  readonly #context: RunnerContext;
  readonly #watch: ResponseWatch;
  readonly #desk: QuestionDesk;
  /** Set as long as the engine is this runner's, or may become so. */
  #taking: Promise<void> | undefined;
  #isTaken = false;
  #opening: Promise<void> | undefined;
  #isOpen = false;

  constructor(options: ToolRunnerOptions, context: RunnerContext, watch: ResponseWatch, desk: QuestionDesk) {
    this.#options = options;
    this.#context = context;
    this.#watch = watch;
    this.#desk = desk;
  }

  readonly ready = (): Promise<void> => {
    const { closed } = this.#context;
    if (closed.aborted) return Promise.reject(closedError());
    const opening = (this.#opening ??= this.#open());
    return this.#isOpen ? opening : orClosed(opening, closed);
  };

  async close(graceMs: number): Promise<void> {
    this.#desk.close();
    if (this.#taking === undefined) return;
    // What still waits for another owner's lock is told at once, and gives the journal back when it gets it.
    if (this.#isTaken) await this.#opening?.catch(() => undefined);
    await this.#context.engine.close(graceMs);
  }

  async #open(): Promise<void> {
    try {
      await (this.#taking ??= this.#take());
      for (const { value } of await findAll(this.#context.engine, "question", "open")) {
        await reopen(value as unknown as QuestionDocument, this.#context, this.#desk);
      }
      this.#isOpen = true;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #take(): Promise<void> {
    const { engine, clock } = this.#context;
    const unsubscribe = engine.subscribe(undefined, listenerOf(this.#watch, this.#desk));
    try {
      await engine.open(programOf(this.#options, this.#context), { clock });
      this.#isTaken = true;
    } catch (error) {
      // It is somebody else's: what is committed there concerns nobody here.
      unsubscribe();
      this.#taking = undefined;
      throw error;
    }
  }
}

function deskOf(options: ToolRunnerOptions, context: RunnerContext, approvals: () => RunnerApprovals): QuestionDesk {
  return createQuestionDesk({
    approvers: approversOf(options.approver),
    decide: async (decision) => approvals().decide(decision),
    trouble: (question, reason) => {
      const message = `the question ${question.questionId} stays open: ${context.redactor().text(reason).value}`;
      process.emitWarning(message, { code: "DEX_CONNECTORS_APPROVER" });
    },
  });
}

function approversOf(approver: ToolRunnerOptions["approver"]): readonly Approver[] {
  if (approver === undefined) return [];
  return Array.isArray(approver) ? (approver as readonly Approver[]) : [approver as Approver];
}

function listenerOf(watch: ResponseWatch, desk: QuestionDesk): EngineListener {
  return {
    committed(change) {
      watch.committed(change);
      for (const item of change.items) {
        if (item.kind === "question") desk.see(item.value as unknown as QuestionDocument);
      }
    },
    unrecorded(trouble) {
      watch.unrecorded(trouble);
    },
  };
}

function programOf(options: ToolRunnerOptions, context: RunnerContext): Program {
  const { clock, toolbox, redactor, engine } = context;
  const attemptContext = {
    clock,
    redactor,
    checked: context.checked,
    toolbox: (sessionId: string) => toolbox({ sessionId }),
    keyNamespace: () => engine.keyNamespace(),
    isAborted: (key: string) => context.aborted.has(key),
  };
  const fold = createFold(foldRulesOf(options, clock.now()));
  return {
    fold(view, input, now) {
      const refusal = secretEdit(input, redactor);
      return refusal === undefined ? fold(view, withoutSecrets(input, redactor), now) : { reply: refusal };
    },
    prepare: (task) => {
      const call = task.input as unknown as RunTaskInput;
      if (call.kind === "lookup") return null;
      const tool = toolbox.toolNow(call.tool, { sessionId: call.sessionId });
      return tool === undefined ? null : claimOf(call, tool);
    },
    perform: (task, attempt) => performTask(task, attempt, attemptContext),
    mayForget,
  };
}

/** A question that waited for this start: asked anew when its tool changed meanwhile, else carried again. */
async function reopen(document: QuestionDocument, context: RunnerContext, desk: QuestionDesk): Promise<void> {
  const { question } = document;
  // Tools that cannot be listed now change no question; its call is compared again when its turn comes.
  const tools = await toolsIfListed(context.toolbox, { sessionId: parseCallKey(question.key)?.sessionId });
  const change = await reaskIfChanged(question, tools.get(question.tool), context.post);
  if (change === undefined) desk.see(document);
}
