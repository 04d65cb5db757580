/** Says which finding points outside of its text. */
import type { Finding, Position, TextRange } from "../../src/core/finding.ts";
import type { CheckedText } from "../../src/manifest/check-manifest.ts";

/** What is wrong with the places of the findings; empty when all of them lie in the text. */
export function placesOutside({ findings, source }: CheckedText): readonly string[] {
  const isInside = ({ line, column, offset }: Position): boolean =>
    line >= 1 &&
    line <= source.lineCount() &&
    column >= 1 &&
    source.lineStart(line) + column - 1 <= source.text.length &&
    offset >= 0 &&
    offset <= Buffer.byteLength(source.text) + (source.hasByteOrderMark ? 3 : 0);
  const isSound = ({ start, end }: TextRange): boolean =>
    isInside(start) && isInside(end) && start.offset <= end.offset;
  return findings.flatMap((finding) =>
    rangesOf(finding)
      .filter((range) => !isSound(range))
      .map((range) => `${finding.id} at ${JSON.stringify(range)}`),
  );
}

function rangesOf({ range, related, fixes }: Finding): readonly TextRange[] {
  return [
    range,
    ...related.map((place) => place.range),
    ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.range)),
  ];
}
