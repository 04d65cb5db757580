/** Who answers the questions of the main job: a person at the terminal, or one answer for all given on the command line. */
import { type Approver, createTerminalApprover } from "dex-connectors";

/** The approver that the arguments ask for; `undefined` when nobody could answer. */
export function approverFor(words: readonly string[], isTerminal: boolean): Approver | undefined {
  const at = words.indexOf("--approve");
  const answer = at < 0 ? undefined : words[at + 1];
  if (at < 0 && words.length === 0 && isTerminal) return createTerminalApprover();
  if (words.length !== 2) return undefined;
  if (answer === "all") return fixedAnswer("approve");
  return answer === "none" ? fixedAnswer("reject") : undefined;
}

function fixedAnswer(decision: "approve" | "reject"): Approver {
  const decidedBy = `--approve ${decision === "approve" ? "all" : "none"}`;
  return { ask: async () => ({ decision, decidedBy, comment: "decided on the command line" }) };
}
