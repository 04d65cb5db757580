/** The handler that docs/examples/every-key.connector.yaml names: the one operation there that is code. */

/** @type {import("dex-connectors/connector").OperationHandler} */
export async function mergeTickets(input, attempt) {
  const answer = await attempt.fetch("/v2/merges", { method: "POST", body: JSON.stringify(input) });
  return answer.status === 200 ? attempt.branch("merged") : attempt.ambiguous(`the desk answered ${answer.status}`);
}
