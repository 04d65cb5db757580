/** A person at a terminal approver: streams that hold what they type and what they are shown. */
import { PassThrough } from "node:stream";
import { createTerminalApprover, type Question } from "dex-connectors";

export interface Person {
  readonly approver: ReturnType<typeof createTerminalApprover>;
  readonly input: PassThrough & { isTTY?: boolean };
  /** Everything shown so far. */
  readonly shown: () => string;
  /** Resolves once the text has been shown `times` times. */
  readonly sees: (text: string, times?: number) => Promise<void>;
}

export function person(options: { readonly isTTY?: boolean; readonly decidedBy?: string } = {}): Person {
  const input: Person["input"] = new PassThrough();
  if (options.isTTY === true) input.isTTY = true;
  const output = new PassThrough();
  let shown = "";
  const watchers = new Set<() => void>();
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    for (const look of watchers) look();
  });
  const approver = createTerminalApprover({ input, output, decidedBy: options.decidedBy ?? "ada" });
  return {
    approver,
    input,
    shown: () => shown,
    sees: (text, times = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (shown.split(text).length <= times) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
}

export function question(changes: Partial<Question> = {}): Question {
  return {
    questionId: "s/t/r.0:q1",
    key: "s/t/r.0",
    tool: "slack_post_thread_reply",
    connection: { connector: "slack", name: "support" },
    arguments: { text: "Hello" },
    digest: "d",
    askedAt: 0,
    expiresAt: Date.UTC(2030, 0, 1),
    preview: 'slack_post_thread_reply on slack/support\n  text: "Hello"',
    ...changes,
  };
}
