/**
 * What every tool call may rely on, one line a promise. `held` means that a test whose name begins with the number
 * shows it; `open` means that nothing is shown yet. promises.test.ts compares the list with the names of the tests.
 */

export interface PromiseEntry {
  readonly id: string;
  readonly status: "held" | "open";
  readonly claim: string;
}

type Status = PromiseEntry["status"];

const promise = (id: string, status: Status, claim: string): PromiseEntry => ({ id, status, claim });

// One line a promise, so that a change of status is a change of one line.
// oxfmt-ignore
export const PROMISES: readonly PromiseEntry[] = [
  // Effect class and policy
  promise("P1.1", "held", "a connector's manifest alone decides the effect class of its tools; a policy changes approval only"),
  promise("P1.2", "held", "other tools take their effect from the policy, then trusted metadata, then the runner's default"),
  promise("P1.3", "held", "a record keeps the effect and approval rule that applied when the call was made"),
  promise("P1.4", "held", "a deploy can make recovery stricter but never send something else"),
  // Identity and keys
  promise("P2.1", "held", "a call's key is the same in every attempt and what a provider receives derives from it"),
  promise("P2.2", "held", "call ids come from the response and position; a changed response is refused, an equal one joins"),
  promise("P2.3", "held", "a retry sends byte-identical requests"),
  promise("P2.4", "held", "past a declared key window nothing is sent blindly"),
  // Input
  promise("P3.1", "held", "all calls of a response are validated before anything is asked or runs, and again after an edit"),
  promise("P3.2", "held", "invalid arguments end the call at once with one entry for each fault, and nothing is coerced"),
  promise("P3.3", "held", "an invalid ordered write and an unknown tool stop later writes"),
  // Attempts
  promise("P4.1", "held", "a single-attempt operation is entered once, ever"),
  promise("P4.2", "held", "there is one retry layer: one send is one request on the wire"),
  promise("P4.3", "held", "trouble on our side after dispatch never becomes failed"),
  promise("P4.4", "held", "attempts, waits and total time stay inside the budget, attempts cut off by a crash included"),
  promise("P4.5", "held", "cancel ends what has not started and waits for what has; a late end is evidence"),
  promise("P4.6", "held", "after a possible dispatch no later ending makes the call did-not-run"),
  promise("P4.7", "held", "a handler's claim weaker than what its client saw is overruled"),
  // Approval
  promise("P5.1", "held", "a connector call waits for approval when its manifest recommends it; the application may override"),
  promise("P5.2", "held", "other tools wait for approval when told so, else when they are single-attempt"),
  promise("P5.3", "held", "only the literal false skips the question; every other answer of the predicate asks"),
  promise("P5.4", "held", "a decision is bound to its question, and what runs is exactly what was approved"),
  promise("P5.5", "held", "a person approves, rejects or edits before a deadline, and waiting survives a restart"),
  promise("P5.6", "held", "a person is shown every argument that will run, with hidden characters made visible"),
  promise("P5.7", "held", "the model reads that a rejected call did not run, and after an edit what ran"),
  // Order inside one response
  promise("P6.1", "held", "ordered writes run one by one in the model's order, each after the record before it is durable"),
  promise("P6.2", "held", "a write is asked about only when its turn comes"),
  promise("P6.3", "held", "after a bad ordered write every later one of the response is skipped, and told why"),
  promise("P6.4", "held", "a failed read or other tool skips nothing, and nothing carries over to the next response"),
  promise("P6.5", "held", "every call gets exactly one result, in the model's order"),
  promise("P6.6", "held", "responses are independent orders; the inputs of one session are handled one at a time"),
  // Crash and recovery
  promise("P7.1", "held", "the claim of a write is durable before dispatch; a journal that vanished stops writes"),
  promise("P7.2", "held", "two workers never both run one call"),
  promise("P7.3", "held", "calls with an unknown outcome are listed until they are settled"),
  promise("P7.4", "held", "recovery ends what was in flight and goes on by itself only with young responses"),
  // Settling an unknown outcome
  promise("P8.1", "held", "a lookup settles only where its match or its absence is proof"),
  promise("P8.2", "held", "an unknown outcome is never retried; the first settlement stands and contrary evidence is kept"),
  promise("P8.3", "held", "the session learns the settled truth as a marked application message, at least once"),
  // What the model reads
  promise("P9.1", "held", "the model's text says what happened and what to do next, and never shows internals"),
  promise("P9.2", "held", "the codes are closed, and retryable means that a corrected new call may succeed"),
  promise("P9.3", "held", "the safe words begin the message exactly where the call did not run and may be repeated"),
  promise("P9.4", "held", "an unknown outcome tells the model not to call again and that the truth will follow"),
  promise("P9.5", "held", "a long result is cut at a value boundary, with a signed cursor for this session only"),
  promise("P9.6", "held", "one versioned fixture holds the text of every kind of record"),
  // Guards of a run
  promise("P10.1", "open", "guards are off unless asked for and end a run with an honest partial answer"),
  promise("P10.2", "held", "an equal write in one turn runs once, and never beside an unknown outcome of its like"),
  // Permits and receipts
  promise("P11.1", "open", "parallel calls never exceed a permit's cap, and re-sends charge once"),
  promise("P11.2", "open", "each refusal of a permit has its own fixed consequence, and an unknown one counts as uncertain"),
  promise("P11.3", "open", "each refusal and each dispatch has a signed receipt that can be checked offline"),
  // Safety
  promise("P12.1", "held", "secrets never appear in results, records, errors, logs or inspection"),
  promise("P12.2", "held", "a connector talks only to its manifest's hosts, follows no redirect and reads bounded answers"),
  promise("P12.3", "held", "provider text cannot forge an approval, a record, a cursor or an application message"),
  promise("P12.4", "held", "unknown configuration keys are errors, and credential files must be private"),
];
