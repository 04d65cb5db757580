/** One fault, one finding: where several rules see the same text, the most specific one speaks. */
import type { RuledDraft } from "./read/read-fault.ts";
import type { Span } from "./read/tree.ts";

/** A draft with the text it marks. */
export interface PlacedDraft {
  readonly draft: RuledDraft;
  readonly span: Span;
}

/** Rules that give way to any other error on the same text. */
const givesWay: ReadonlySet<string> = new Set(["DC1011", "DC2001", "DC2003", "DC3001"]);

/** Leaves out repeats (an aliased node is judged at each use) and less specific findings on the same text. */
export function oneFaultOneFinding(placed: readonly PlacedDraft[]): readonly PlacedDraft[] {
  const bySpan = new Map<string, PlacedDraft[]>();
  const kept = new Set<PlacedDraft>();
  for (const item of placed) {
    const key = `${item.span.start} ${item.span.end}`;
    const group = bySpan.get(key) ?? [];
    const isRepeat = group.some((other) => other.draft.id === item.draft.id && sameData(other.draft, item.draft));
    if (isRepeat) continue;
    group.push(item);
    bySpan.set(key, group);
    kept.add(item);
  }
  const hidden = placed.filter(({ draft }) => draft.id === "DC1014");
  for (const group of bySpan.values()) dropWeaker(group, kept);
  for (const item of kept) if (hidden.some((other) => isInside(other, item))) kept.delete(item);
  for (const item of kept) {
    if (followsFromName(item, placed) || isMisspelled(item, kept) || isFaultyUse(item, placed)) kept.delete(item);
  }
  return [...kept];
}

/** A branch that nothing selects is often the other half of a branch name that leads nowhere. */
function followsFromName({ draft }: PlacedDraft, placed: readonly PlacedDraft[]): boolean {
  if (draft.id !== "DC5007") return false;
  const operation = draft.at.pointer.split("/").slice(0, 3).join("/");
  return placed.some(({ draft: other }) => {
    const isBranchName = other.id === "DC2007" && other.data["what"] === "branch";
    return isBranchName && other.at.pointer.startsWith(`${operation}/`);
  });
}

/** A key that is missing because it is there under a slip of the pen: the slip says it all, and stays an error. */
function isMisspelled({ draft }: PlacedDraft, kept: ReadonlySet<PlacedDraft>): boolean {
  const key = draft.id === "DC3005" ? "description" : draft.id === "DC2002" ? draft.data["key"] : undefined;
  if (key === undefined) return false;
  // Only a slip that is itself told: one that gave way to a doubt about its text would leave no error at all.
  return [...kept].some(
    ({ draft: other }) =>
      other.id === "DC2001" &&
      other.data["suggestion"] === key &&
      other.at.pointer.slice(0, other.at.pointer.lastIndexOf("/")) === draft.at.pointer,
  );
}

/** An argument that nothing uses may be what a faulty part of the request was to send. */
function isFaultyUse({ draft }: PlacedDraft, placed: readonly PlacedDraft[]): boolean {
  if (draft.id !== "DC2008" || draft.data["what"] !== "input") return false;
  const operation = draft.at.pointer.split("/").slice(0, 3).join("/");
  return placed.some(({ draft: { at } }) =>
    ["request", "lookup", "pagination"].some((part) => at.pointer.startsWith(`${operation}/${part}/`)),
  );
}

function sameData(one: RuledDraft, other: RuledDraft): boolean {
  return JSON.stringify(one.data) === JSON.stringify(other.data);
}

function dropWeaker(group: readonly PlacedDraft[], kept: Set<PlacedDraft>): void {
  for (const item of group) {
    const isOutdone = givesWay.has(item.draft.id) && group.some((other) => outdoes(other.draft.id, item.draft.id));
    if (isOutdone) kept.delete(item);
  }
}

function outdoes(other: string, id: string): boolean {
  if (other === id || other === "DC1017") return false;
  // Of two rules that both give way, only the doubt about readings yields to the fault itself.
  return !givesWay.has(other) || id === "DC1011";
}

/** A hidden character in a key makes the key unknown, too; that is the same fault. */
function isInside(hidden: PlacedDraft, item: PlacedDraft): boolean {
  const isNameFault = item.draft.id === "DC2001" || item.draft.id === "DC3001" || item.draft.id === "DC3007";
  return isNameFault && hidden.span.start >= item.span.start && hidden.span.end <= item.span.end;
}
