/** What is wrong with a manifest, as data. Wording, formats and colors live elsewhere. */

/** How bad a finding is. */
export type Severity = "error" | "warning" | "info";

/** A place in a text: line and column from 1 (columns in UTF-16 units), the offset in bytes of UTF-8 from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A stretch of a text; `end` is the first place after it. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
}

/** A second place that belongs to a finding. */
export interface RelatedPlace {
  readonly file: string;
  readonly range: TextRange;
  /** What this place has to do with it, in a few words. */
  readonly label: string;
}

/** One replacement of text. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A way to mend it; `safe` keeps the meaning of the manifest, `maybe` wants a look. */
export interface Fix {
  readonly title: string;
  readonly applicability: "safe" | "maybe";
  readonly edits: readonly TextEdit[];
}

/** What a rule knows about a fault, for its wording and for programs. */
export type FindingData = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** One fault of one manifest. */
export interface Finding {
  /** The rule's id, such as `DC2001`; never reused. */
  readonly id: string;
  readonly severity: Severity;
  readonly data: FindingData;
  /** The file's path as it was given. */
  readonly file: string;
  readonly range: TextRange;
  /** JSON Pointer to the faulty node; `""` is the whole document. */
  readonly pointer: string;
  /** The operation it belongs to. */
  readonly operation: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
  /** The reason given where the author chose to keep it; such a finding fails nothing. */
  readonly suppressed: string | undefined;
  /** Where that reason stands: in a comment of the manifest, unless it is the configuration of the check. */
  readonly suppressedBy?: "config" | undefined;
}
