/** What readers and the structure check report: a draft of a finding with the number of its rule. */
import type { FindingDraft } from "../rules/finding-draft.ts";

/** A draft that names its rule, because its reporter serves many rules. */
export interface RuledDraft extends FindingDraft {
  readonly id: string;
}

/** Takes drafts as they are found. */
export type Report = (draft: RuledDraft) => void;
