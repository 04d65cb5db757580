/** `run`: the calls of one response of a model, from a file. */

import { isJsonObject } from "../core/json.ts";
import type { CallRecord } from "../core/call.ts";
import type { ResponseRequest } from "../run/request.ts";
import { checkRequest } from "../run/request.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { conclude } from "./conclusion.ts";
import { formatFlag } from "./format-flag.ts";
import { jsonFile } from "./json-input.ts";
import { writeJson } from "./output.ts";
import { writeRecords } from "./record-view.ts";
import { runFlags, type RunSession, withRunSession } from "./run-session.ts";

export const run = defineCommand({
  name: "run",
  summary: "Run the calls of a model's response.",
  usage: "run <file> --connector <manifest> [flags]",
  operands: { min: 1, max: 1 },
  flags: {
    connector: { type: "string", multiple: true, value: "MANIFEST", description: "Whose operations may be called." },
    "dry-run": { type: "boolean", description: "Shows what would run, ask and be refused; sends nothing." },
    ...runFlags,
    ...formatFlag,
  },
  examples: [
    "run response.json --connector slack --connection support-slack --journal calls.db",
    "run response.json --connector slack --dry-run",
  ],
  async run(context) {
    const {
      args: [file = ""],
      flags,
      stdout,
    } = context;
    if (flags.connector.length === 0)
      throw misuse("run needs to know whose operations may be called: --connector MANIFEST");
    const request = await readRequest(file);
    if (flags["dry-run"]) {
      const { planResponse, writePlan } = await import("./dry-run.ts");
      const plan = await planResponse(request, flags.connector);
      if (flags.format === "json") writeJson(stdout, plan);
      else writePlan(stdout, plan);
      return plan.some(({ would }) => would === "be refused") ? exitCodes.findings : exitCodes.fine;
    }
    const setup = { connectors: flags.connector, flags, approve: "ask", response: request } as const;
    return withRunSession(setup, context, async (session) => {
      const records = await runOrGoOn(session, request);
      if (flags.format === "json") writeJson(stdout, records);
      else writeRecords(stdout, records);
      return conclude(records, session, flags.journal, context);
    });
  },
});

/** A response that an earlier command left in the journal goes on; its calls must be the same. */
async function runOrGoOn(
  { runner, whenApprovalNeeded }: RunSession,
  request: ResponseRequest,
): Promise<readonly CallRecord[]> {
  const { sessionId, turnId, responseId } = request;
  const { held } = await runner.recover();
  const isHeld = held.some(
    (other) => other.sessionId === sessionId && other.turnId === turnId && other.responseId === responseId,
  );
  if (!isHeld) return runner.runResponse({ ...request, whenApprovalNeeded });
  // Refuses other calls under this id, and comes back at once because a held response stands still.
  await runner.runResponse({ ...request, whenApprovalNeeded: "return" });
  return runner.resumeResponse({ sessionId, turnId, responseId, whenApprovalNeeded });
}

/** The file's response, of the form that `runResponse` takes. */
async function readRequest(file: string): Promise<ResponseRequest> {
  const value = await jsonFile(file);
  if (!isJsonObject(value)) throw misuse(`${file} must hold an object with sessionId, turnId, responseId and calls`);
  const request = value as unknown as ResponseRequest;
  if ("whenApprovalNeeded" in value || "signal" in value)
    throw misuse(`${file}: it may hold sessionId, turnId, responseId and calls; who is asked is a matter of --approve`);
  checkRequest(request);
  return request;
}
