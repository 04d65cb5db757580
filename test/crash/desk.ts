/** A connector with one operation of each effect class beside a function of an application, and a response that calls them. */

import { ConnectorToolSource, connectorTool, functionTools } from "../../src/index.ts";
import { loadConnector } from "../../src/http.ts";
import type { KillSubject, PlainReply } from "../../src/testing.ts";

/** The provider knows every note and takes every new one. */
export function answerOfDesk(): PlainReply {
  return {
    kind: "answer",
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: "n" }),
  };
}

export const desk: KillSubject = {
  async tools(origin) {
    const connector = await loadConnector(new URL("./desk/dex-connector.yaml", import.meta.url));
    const credentials = { apiToken: "token" };
    const connection = connector.connect({
      name: "main",
      config: { baseUrl: origin },
      credentials,
      allowLoopback: true,
    });
    const { manifest } = connector;
    const tool = (operation: string, name: string, requiresApproval = false) =>
      connectorTool(connection.operation(operation), connection.reference, { manifest, name, requiresApproval });
    const functions = functionTools([
      {
        name: "append",
        description: "Sends a note and says nothing about repeats.",
        inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        policy: { effect: "unclassified", requiresApproval: false },
        async execute({ id }) {
          const response = await fetch(`${origin}/appended`, { method: "POST", body: String(id) });
          return response.json();
        },
      },
    ]);
    const tools = [
      tool("getNote", "get_note"),
      tool("putNote", "put_note"),
      tool("addNote", "add_note"),
      tool("addNote", "ask_and_add_note", true),
    ];
    return [new ConnectorToolSource(tools), functions];
  },
  calls: (mark) =>
    ["get_note", "put_note", "add_note", "append", "ask_and_add_note", "put_note"].map((name, position) => ({
      id: `call_${String(position)}`,
      name,
      arguments: { id: mark(position) },
    })),
};
