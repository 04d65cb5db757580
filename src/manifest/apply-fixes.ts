/** Applies fixes to a text. Fixes that touch the same stretch wait for the next round. */
import type { Finding, Fix } from "../core/finding.ts";

/** The text after every fix of the wanted kind, with how many were applied and how many have to wait. */
export interface FixedText {
  readonly content: Buffer;
  readonly applied: number;
  readonly waiting: number;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Applies the first fix of each finding whose applicability is asked for. Suppressed findings are left alone. */
export function applyFixes(
  content: Uint8Array,
  findings: readonly Finding[],
  applicability: readonly Fix["applicability"][],
): FixedText {
  const wanted = findings.flatMap((finding) => {
    const fix =
      finding.suppressed === undefined
        ? finding.fixes.find((found) => applicability.includes(found.applicability))
        : undefined;
    return fix === undefined ? [] : [fix.edits.map(toEdit)];
  });
  const chosen: Edit[] = [];
  let applied = 0;
  for (const edits of wanted) {
    if (edits.some((edit) => chosen.some((other) => overlaps(edit, other)))) continue;
    chosen.push(...edits);
    applied += 1;
  }
  return { content: edited(Buffer.from(content), chosen), applied, waiting: wanted.length - applied };
}

function toEdit({ range, newText }: Fix["edits"][number]): Edit {
  return { start: range.start.offset, end: range.end.offset, newText };
}

function overlaps(one: Edit, other: Edit): boolean {
  return one.start < other.end && other.start < one.end;
}

function edited(content: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(content.subarray(end, edit.start), Buffer.from(edit.newText));
    end = edit.end;
  }
  return Buffer.concat([...parts, content.subarray(end)]);
}
