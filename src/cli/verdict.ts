/** Whether a decision or settlement took effect, also when nobody was there to take it. */

import type { Verdict } from "../core/approval.ts";
import { isToolkitError } from "../core/error.ts";
import { visibleJson } from "../core/visible-text.ts";
import type { Output } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { writeJson, writeLine } from "./output.ts";

/** A verdict, or `stored`: it lies in the journal and takes effect when somebody runs the journal's calls again. */
export type PostedVerdict = Verdict | { readonly accepted: "stored" };

/** A journal without an owner keeps what was left for it and says so by a retryable `journal_unavailable`. */
export async function postedVerdict(post: () => Promise<Verdict>): Promise<PostedVerdict> {
  try {
    return await post();
  } catch (error) {
    if (isToolkitError(error) && error.code === "journal_unavailable" && error.retryable) return { accepted: "stored" };
    throw error;
  }
}

/** Tells it and gives the exit code. */
export function writeVerdict(verdict: PostedVerdict, output: Output, isJson: boolean): number {
  if (isJson) writeJson(output, verdict);
  if (verdict.accepted === "stored") {
    if (!isJson)
      writeLine(
        output,
        "stored in the journal; nobody runs it now: dex-connectors recover --connector M --journal FILE goes on (after ten minutes: --resume)",
      );
    return exitCodes.incomplete;
  }
  if (!isJson)
    writeLine(
      output,
      verdict.accepted ? "accepted" : `not accepted (${verdict.code}): ${visibleJson(verdict.message)}`,
    );
  return verdict.accepted ? exitCodes.fine : exitCodes.findings;
}
