/** `call`: one operation, run like a model's call: validated, asked about, recorded. */

import { randomUUID } from "node:crypto";
import { closestName } from "../core/closest-name.ts";
import type { Connection } from "../connector.ts";
import type { JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import type { Manifest } from "../core/manifest.ts";
import { defineCommand } from "./command.ts";
import { misuse } from "./command-error.ts";
import { conclude } from "./conclusion.ts";
import { formatFlag } from "./format-flag.ts";
import { jsonInput } from "./json-input.ts";
import { writeJson } from "./output.ts";
import { writeRecord } from "./record-view.ts";
import { runFlags, withRunSession } from "./run-session.ts";

export const call = defineCommand({
  name: "call",
  summary: "Run one operation and record it.",
  usage: "call <manifest> <operation> --input JSON|@file [flags]",
  operands: { min: 2, max: 2 },
  flags: {
    input: { type: "string", value: "JSON|@FILE", description: "The arguments, an object. Default: {}." },
    ...runFlags,
    session: { type: "string", value: "ID", description: "Default: a random one." },
    turn: { type: "string", value: "ID", description: "Default: turn-1." },
    ...formatFlag,
  },
  examples: [
    `call slack postThreadReply --connection support-slack --input '{"channelId":"C0123456789","threadTimestamp":"1710000000.000100","text":"Hello"}'`,
    "call ./acme/dex-connector.yaml addNote --input @note.json --config baseUrl=http://127.0.0.1:4010 --credential apiToken=env:ACME_TOKEN --allow-loopback --approve all",
  ],
  async run(context) {
    const {
      args: [manifest = "", operation = ""],
      flags,
    } = context;
    const input = await objectInput(flags.input ?? "{}");
    const response = {
      sessionId: flags.session ?? randomUUID(),
      turnId: flags.turn ?? "turn-1",
      responseId: randomUUID(),
    };
    const check = (connections: readonly Connection[]): void => void toolNameOf(connections, operation);
    const setup = { connectors: [manifest], flags, approve: "ask", response, check } as const;
    return withRunSession(setup, context, async (session) => {
      const name = toolNameOf(session.connections, operation);
      const records = await session.runner.runResponse({
        ...response,
        calls: [{ name, arguments: input }],
        whenApprovalNeeded: session.whenApprovalNeeded,
      });
      for (const record of records) {
        if (flags.format === "json") writeJson(context.stdout, record);
        else writeRecord(context.stdout, record);
      }
      return conclude(records, session, flags.journal, context);
    });
  },
});

async function objectInput(text: string): Promise<JsonObject> {
  const value = await jsonInput("--input", text);
  if (!isJsonObject(value)) throw misuse('--input must be a JSON object, such as {"text":"Hello"}');
  return value;
}

/** By the operation's name or its tool's name. */
function toolNameOf(connections: readonly { readonly manifest: Manifest }[], wanted: string): string {
  const exposed = connections.flatMap(({ manifest }) =>
    Object.values(manifest.operations).filter(({ agent }) => agent.exposed),
  );
  const found = exposed.find(({ name, agent }) => name === wanted || agent.toolName === wanted);
  if (found !== undefined) return found.agent.toolName;
  const names = exposed.map(({ name }) => name);
  const closest = closestName(wanted, names);
  const hint = closest === undefined ? `there are ${names.join(", ")}` : `did you mean ${closest}?`;
  throw misuse(`no operation ${JSON.stringify(wanted)} is exposed; ${hint}`);
}
