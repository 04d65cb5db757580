/** The name of the tool that an operation becomes, where the manifest does not give one. */
import { TextMemo } from "../read/text-memo.ts";

/**
 * `<connector id, - to _>_<snake case of the operation>`.
 *
 * A break stands before an upper-case letter that follows a lower-case letter or a digit, and before the last capital
 * of a run that a lower-case letter follows; digits stay with what precedes them: `createACHCheckoutSession` gives
 * `create_ach_checkout_session`.
 */
export function deriveToolName(connectorId: string, operation: string): string {
  return `${connectorId.replaceAll("-", "_")}_${snakeCases.of(operation)}`;
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

const snakeCases = new TextMemo(snakeCase);
