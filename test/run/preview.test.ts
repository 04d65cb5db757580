/** What a person is shown is what will run. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { longTextLength, previewOf } from "../../src/run/preview.ts";

const connection = { connector: "notes", name: "main" };

describe("a preview", () => {
  test("P5.6: names the tool, the connection and every argument", () => {
    const preview = previewOf("add_note", connection, { text: "hello", tags: ["a", "b"], draft: false, at: null });
    expect(preview).toBe('add_note on notes/main\n  text: "hello"\n  tags: ["a","b"]\n  draft: false\n  at: null');
  });

  test.each([
    ["a bidirectional override", "\u202e", "\\u{202e}"],
    ["a bidirectional isolate", "\u2066", "\\u{2066}"],
    ["a zero-width space", "\u200b", "\\u{200b}"],
    ["a zero-width joiner", "\u200d", "\\u{200d}"],
    ["a soft hyphen", "\u00ad", "\\u{ad}"],
    ["an escape", "\u001b", "\\u{1b}"],
    ["a carriage return", "\r", "\\u{d}"],
    ["a line separator", "\u2028", "\\u{2028}"],
    ["a no-break space", "\u00a0", "\\u{a0}"],
    ["a Hangul filler", "\u3164", "\\u{3164}"],
    ["a variation selector", "\u{e0101}", "\\u{e0101}"],
    ["a tag character", "\u{e0041}", "\\u{e0041}"],
    ["a combining grapheme joiner", "\u034f", "\\u{34f}"],
    ["half a character", "\ud800", "\\u{d800}"],
  ])("P5.6: makes %s visible in texts, in nested values, in names and in tool names", (_, hidden, written) => {
    const preview = previewOf(`to${hidden}ol`, connection, {
      [`na${hidden}me`]: `a${hidden}b`,
      nested: [`c${hidden}d`],
    });
    expect(preview).not.toContain(hidden);
    // JSON text escapes control characters and lone halves in a way of its own.
    const inJson = JSON.stringify(hidden).slice(1, -1);
    const seen = preview.split(written).length - 1 + (inJson === hidden ? 0 : preview.split(inJson).length - 1);
    expect(seen).toBe(4);
  });

  test("P5.6: a line break in a value cannot start a line of its own", () => {
    const preview = previewOf("tool", undefined, { text: 'x"\n  amount: 1' });
    expect(preview.split("\n")).toEqual(["tool", '  text: "x\\"\\n  amount: 1"']);
  });

  test("P5.6: an escape that was typed differs from a character that was hidden", () => {
    const typed = previewOf("tool", undefined, { text: "\\u{202e}" });
    const hidden = previewOf("tool", undefined, { text: "\u202e" });
    expect(typed).not.toBe(hidden);
  });

  test("P5.6: different arguments never look the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        const isSame = previewOf("tool", undefined, { text: one }) === previewOf("tool", undefined, { text: other });
        expect(isSame).toBe(one === other);
      }),
    );
  });

  test("P5.6: a long value is shown whole, with its length, and one at the limit without", () => {
    const long = `${"a".repeat(longTextLength)}!`;
    const preview = previewOf("tool", undefined, { text: long, list: [long] });
    expect(preview).toContain(`text: (${String(long.length)} characters) "${long}"`);
    expect(preview).toContain(`list: (${String(long.length + 4)} characters) ["${long}"]`);
    expect(previewOf("tool", undefined, { text: long.slice(1) })).not.toContain("characters");
  });

  test("P5.6: a connector's own line stands beside the arguments, never instead of them", () => {
    const preview = previewOf("tool", connection, { channel: "C1", text: "hi" }, "posts {text} to {channel} as {who}");
    expect(preview.split("\n")).toEqual([
      "tool on notes/main",
      'posts "hi" to "C1" as {who}',
      '  channel: "C1"',
      '  text: "hi"',
    ]);
  });
});
