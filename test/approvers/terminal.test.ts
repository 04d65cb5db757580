import { describe, expect, test } from "vitest";
import { createTerminalApprover } from "dex-connectors";
import { QuestionLeftOpenError } from "../../src/approvers/terminal/question-left-open.ts";
import { person, question } from "./person.ts";

const open = (): AbortSignal => new AbortController().signal;

async function answerTo(typed: string, asked = question()): Promise<unknown> {
  const { approver, input } = person();
  input.end(typed);
  return approver.ask(asked, { signal: open() });
}

describe("an answer", () => {
  test.each([
    ["a\n", { decision: "approve", decidedBy: "ada" }],
    ["YES\r\n", { decision: "approve", decidedBy: "ada" }],
    ["approve looks right\n", { decision: "approve", decidedBy: "ada", comment: "looks right" }],
    ["r too early\n", { decision: "reject", decidedBy: "ada", comment: "too early" }],
    ["n\nnot now\n", { decision: "reject", decidedBy: "ada", comment: "not now" }],
    ["n\n\n", { decision: "reject", decidedBy: "ada" }],
    ["a", { decision: "approve", decidedBy: "ada" }],
  ])("P5.5: %j is understood", async (typed, answer) => {
    expect(await answerTo(typed)).toEqual(answer);
  });

  test.each(["", " ", "ok", "approved", "1", "constructor", "yess", "a\u0000"])(
    "P5.3: %j approves nothing and is asked again",
    async (typed) => {
      expect(await answerTo(`${typed}\nr no\n`)).toEqual({ decision: "reject", decidedBy: "ada", comment: "no" });
    },
  );

  test("P5.5: an edit is shown as it would run and needs a yes", async () => {
    const { approver, input, shown } = person();
    input.end('e\n{"text":"Hi\\u202e"}\ny\n');
    expect(await approver.ask(question(), { signal: open() })).toEqual({
      decision: "approve",
      decidedBy: "ada",
      arguments: { text: "Hi\u202e" },
    });
    expect(shown()).toContain(String.raw`text: "Hi\u{202e}"`);
  });

  test("P5.5: an edit that is no JSON object is asked for again with what is wrong", async () => {
    const { approver, input, shown } = person();
    input.end('e\n{"text":\n[1]\n{"a":1,"a":2}\n{"text":"Hi"}\ny\n');
    expect(await approver.ask(question(), { signal: open() })).toMatchObject({ arguments: { text: "Hi" } });
    expect(shown().match(/That cannot be used/g)).toHaveLength(3);
  });

  test("P5.5: an empty edit, or a no after it, goes back to the question", async () => {
    expect(await answerTo('e\n\ne\n{"text":"Hi"}\nn\nr\nno\n')).toEqual({
      decision: "reject",
      decidedBy: "ada",
      comment: "no",
    });
  });

  test("P5.5: after a refused edit the reason is shown with the question", async () => {
    const { approver, input, shown } = person();
    input.end("a\n");
    await approver.ask(question(), { signal: open(), refusal: "/text: a string" });
    expect(shown()).toContain("Your last answer was refused: /text: a string");
  });
});

describe("a question", () => {
  test("P5.6: is shown with its preview, its call and its deadline", async () => {
    const { approver, input, shown } = person();
    input.end("a\n");
    await approver.ask(question(), { signal: open() });
    expect(shown()).toContain('slack_post_thread_reply on slack/support\n    text: "Hello"');
    expect(shown()).toContain("call s/t/r.0");
    expect(shown()).toContain("2030-01-01T00:00:00.000Z");
    expect(shown()).not.toContain("[m]ore");
  });

  test("P5.6: a long value is folded with the count of what is hidden, its end in sight, and more shows all of it", async () => {
    const middle = `${"x".repeat(480)}MIDDLE${"y".repeat(400)}`;
    const preview = `tool\n  text: (893 characters) "${middle}THE END"`;
    const { approver, input, shown, sees } = person();
    const answer = approver.ask(question({ preview }), { signal: open() });
    await sees("[m]ore shows all");
    expect(shown()).not.toContain("MIDDLE");
    expect(shown()).toContain("THE END");
    expect(shown()).toContain(
      `${String(`  text: (893 characters) "${middle}THE END"`.length - 600)} characters not shown`,
    );
    input.end("m\na\n");
    await answer;
    expect(shown()).toContain(middle);
  });

  test("P5.6: a line of 600 characters is whole, one more is folded", async () => {
    const lines = async (length: number): Promise<string> => {
      const { approver, input, shown } = person();
      input.end("a\n");
      await approver.ask(question({ preview: "z".repeat(length) }), { signal: open() });
      return shown();
    };
    expect(await lines(600)).toContain("z".repeat(600));
    expect(await lines(601)).toContain("[1 character not shown;");
  });

  test("is asked alone: the next is shown when the one before is answered", async () => {
    const { approver, input, shown, sees } = person();
    const first = approver.ask(question({ preview: "FIRST" }), { signal: open() });
    const second = approver.ask(question({ preview: "SECOND" }), { signal: open() });
    await sees("FIRST");
    expect(shown()).not.toContain("SECOND");
    input.write("a\n");
    await first;
    await sees("SECOND");
    input.write("r no\n");
    expect(await second).toMatchObject({ decision: "reject" });
  });

  test("P5.5: stays open when the input ends, and on Ctrl-C", async () => {
    await expect(answerTo("")).rejects.toThrow(new QuestionLeftOpenError("input_ended"));
    await expect(answerTo("\u0003")).rejects.toThrow(new QuestionLeftOpenError("interrupted"));
    const terminal = person({ isTTY: true });
    const asked = terminal.approver.ask(question(), { signal: open() });
    await terminal.sees("[a]pprove");
    terminal.input.write("\u0003");
    await expect(asked).rejects.toMatchObject({ why: "interrupted" });
  });

  test("goes away when it is decided elsewhere, and makes room for the next", async () => {
    const controller = new AbortController();
    const { approver, input, shown, sees } = person();
    const first = approver.ask(question({ preview: "FIRST" }), { signal: controller.signal });
    const second = approver.ask(question({ preview: "SECOND" }), { signal: open() });
    await sees("FIRST");
    controller.abort(new Error("decided elsewhere"));
    await expect(first).rejects.toThrow("decided elsewhere");
    await sees("SECOND");
    input.write("a\n");
    expect(await second).toMatchObject({ decision: "approve" });
    expect(shown()).toContain("The question is closed here");
  });

  test("that was withdrawn while it waited for its turn is never shown", async () => {
    const controller = new AbortController();
    const { approver, input, shown, sees } = person();
    const first = approver.ask(question({ preview: "FIRST" }), { signal: open() });
    const second = approver.ask(question({ preview: "SECOND" }), { signal: controller.signal });
    second.catch(() => undefined);
    await sees("FIRST");
    controller.abort(new Error("withdrawn"));
    input.write("a\n");
    await first;
    await expect(second).rejects.toThrow("withdrawn");
    expect(shown()).not.toContain("SECOND");
  });
});

describe("a terminal", () => {
  test("P5.6: what was typed before a question was shown does not answer it", async () => {
    const { approver, input, sees } = person({ isTTY: true });
    input.write("a\r");
    const asked = approver.ask(question(), { signal: open() });
    await sees("[a]pprove");
    input.write("r no\r");
    expect(await asked).toMatchObject({ decision: "reject", comment: "no" });
  });

  test("lets a person edit the arguments in place", async () => {
    const { approver, input, sees } = person({ isTTY: true });
    const asked = approver.ask(question(), { signal: open() });
    await sees("[a]pprove");
    input.write("e\r");
    await sees('{"text":"Hello"}');
    // Ctrl-A goes to the start, Ctrl-K takes the line away.
    input.write('\u0001\u000b{"text":"Hi"}\r');
    await sees("Approve these?");
    input.write("y\r");
    expect(await asked).toMatchObject({ arguments: { text: "Hi" } });
  });

  test("is left as it was between questions: nothing reads it", async () => {
    const { approver, input, sees } = person({ isTTY: true });
    const asked = approver.ask(question(), { signal: open() });
    await sees("[a]pprove");
    input.write("a\r");
    await asked;
    expect(input.isPaused()).toBe(true);
  });
});

test("the one who decides is the user of the process when nobody else is named", async () => {
  const { input } = person();
  const { PassThrough } = await import("node:stream");
  const approver = createTerminalApprover({ input, output: new PassThrough() });
  input.end("a\n");
  const { decidedBy } = await approver.ask(question(), { signal: open() });
  expect(decidedBy).not.toBe("");
});
