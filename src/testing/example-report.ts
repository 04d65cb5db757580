/** What a run of a manifest's examples found, as data. Wording for people is made of it elsewhere. */

/** What an example or its absence shows. */
export type ExampleFaultKind =
  /** The call ended in another branch or record than the example says. */
  | "ending_differs"
  | "output_differs"
  | "request_differs"
  /** More or fewer requests than the example has exchanges. */
  | "exchange_count"
  /** The fault that the example declares did not happen on the wire. */
  | "fault_not_fired"
  /** The schema accepts what the example calls invalid, or refuses it elsewhere; or it refuses the input of a call. */
  | "input_judged_otherwise"
  /** Two replays of one call sent different bytes. */
  | "unstable_payload"
  | "branch_unproved"
  | "rule_unproved"
  | "fault_unproved"
  /** The operation's code is not at hand. */
  | "not_run";

/** One fault. */
export interface ExampleFault {
  readonly kind: ExampleFaultKind;
  /** The validator's rule of the same meaning, where there is one. */
  readonly rule?: "DC6004" | "DC9001" | "DC9002" | "DC9003" | "DC9004" | "DC9005";
  readonly severity: "error" | "warning";
  readonly operation: string;
  readonly example?: string | undefined;
  /** What is wrong, with both sides. */
  readonly message: string;
}

/** What the examples of one operation prove. */
export interface OperationCoverage {
  readonly operation: string;
  readonly examples: number;
  readonly branches: Proof;
  /** Rules of the classification, the manifest's defaults included, by number from 1; `otherwise` is the ending of the list. */
  readonly rules: Proof;
  /** The probe grid: each status code and each fault that an example sent. */
  readonly cells: Proof;
}

export interface Proof {
  readonly proved: readonly string[];
  readonly unproved: readonly string[];
}

/** The whole run of one connector. */
export interface ExampleReport {
  readonly connector: string;
  /** Examples that were run and held. */
  readonly passed: number;
  readonly failed: number;
  readonly faults: readonly ExampleFault[];
  readonly coverage: readonly OperationCoverage[];
}

/** Whether nothing of severity error was found. */
export function isSound(report: ExampleReport): boolean {
  return report.faults.every((fault) => fault.severity !== "error");
}
