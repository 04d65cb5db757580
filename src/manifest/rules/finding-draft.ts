/** What a check reports: a finding before its places become lines and columns. */
import type { FindingData, Severity } from "../../core/finding.ts";
import type { Span } from "../read/tree.ts";

/** A place in a manifest: a node (or its key, which is the better place for "this entry is wrong"), or a stretch of text. */
export type Place =
  | { readonly pointer: string; readonly on?: "key" | "value" }
  | { readonly pointer: string; readonly span: Span };

/** A fix before its spans become lines and columns. */
export interface DraftFix {
  readonly title: string;
  readonly applicability: "safe" | "maybe";
  readonly edits: readonly { readonly span: Span; readonly newText: string }[];
}

/** A second place of a finding. */
export interface DraftRelated {
  readonly at: Place;
  readonly label: string;
}

/** What a check reports. A place that does not exist falls back to the nearest node above it. */
export interface FindingDraft<Data extends FindingData = FindingData> {
  readonly at: Place;
  /** Only where it differs from the rule's own. */
  readonly severity?: Severity;
  readonly data: Data;
  readonly related?: readonly DraftRelated[];
  readonly fixes?: readonly DraftFix[];
}
