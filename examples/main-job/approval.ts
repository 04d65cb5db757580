/** Who answers the questions of the main job: a person at the terminal, or one answer for all given on the command line. */
import { type Approver, createTerminalApprover } from "dex-connectors";

/**
 * The approver that the arguments ask for; `undefined` when nobody could answer. `onLeft` is called when the person
 * leaves without an answer (Ctrl-C): the question stays open, and there is nothing more to wait for here.
 */
export function approverFor(words: readonly string[], isTerminal: boolean, onLeft: () => void): Approver | undefined {
  if (words.length === 0 && isTerminal) return leavable(createTerminalApprover(), onLeft);
  const [flag, answer] = words;
  if (flag !== "--approve" || words.length !== 2) return undefined;
  if (answer === "all") return fixedAnswer("approve");
  return answer === "none" ? fixedAnswer("reject") : undefined;
}

function leavable(approver: Approver, onLeft: () => void): Approver {
  return {
    async ask(question, options) {
      try {
        return await approver.ask(question, options);
      } catch (error) {
        if (!options.signal.aborted) onLeft();
        throw error;
      }
    },
  };
}

function fixedAnswer(decision: "approve" | "reject"): Approver {
  const [word, what] = decision === "approve" ? ["all", "everything"] : ["none", "nothing"];
  // Recorded with the decision, and what the model reads of a rejection: not the word of a person.
  const comment = `the command was told to approve ${what}`;
  return { ask: async () => ({ decision, decidedBy: `--approve ${word}`, comment }) };
}
