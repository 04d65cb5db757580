/** What a person typed at a question, understood or not. */

export type AnswerWord =
  | { readonly kind: "approve" | "reject" | "edit"; readonly comment: string }
  | { readonly kind: "more" }
  | { readonly kind: "unclear" };

const words: Readonly<Record<string, "approve" | "reject" | "edit" | "more">> = {
  a: "approve",
  approve: "approve",
  y: "approve",
  yes: "approve",
  r: "reject",
  reject: "reject",
  n: "reject",
  no: "reject",
  e: "edit",
  edit: "edit",
  m: "more",
  more: "more",
};

/** The first word decides, what follows it is the comment. Anything else is unclear: nothing is ever approved by guessing. */
export function parseAnswer(line: string): AnswerWord {
  const [, first = "", comment = ""] = /^\s*(\S*)\s*(.*)$/su.exec(line) ?? [];
  const key = first.toLowerCase();
  const kind = Object.hasOwn(words, key) ? words[key] : undefined;
  if (kind === undefined) return { kind: "unclear" };
  if (kind === "more") return comment === "" ? { kind } : { kind: "unclear" };
  return { kind, comment: comment.trim() };
}
