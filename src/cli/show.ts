/** `show`: one call in full, with what happened to it. */

import { parseCallKey } from "../core/call.ts";
import type { HistoryEntry } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import type { JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { visible, visibleJson } from "../core/visible-text.ts";
import type { Output } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { journalFlag, observeJournal } from "./journal-flag.ts";
import { paint, writeJson, writeLine } from "./output.ts";
import { writeRecord } from "./record-view.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show one call in full.",
  usage: "show KEY --journal FILE [--timeline]",
  operands: { min: 1, max: 1 },
  flags: {
    ...journalFlag,
    timeline: { type: "boolean", description: "Adds when it was asked about, started, ended and settled." },
    ...formatFlag,
  },
  examples: ["show session-42/turn-3/response-1.0 --journal calls.db --timeline"],
  async run({ args: [key = ""], flags, stdout }) {
    const place = parseCallKey(key);
    if (place === undefined)
      throw misuse(`${JSON.stringify(key)} is no key; a key is sessionId/turnId/callId, as \`calls\` shows it`);
    return observeJournal("show", flags.journal, async ({ engine, runner }) => {
      const record = await runner.calls.get(key);
      if (record === undefined) throw misuse(`there is no call ${key} in ${flags.journal ?? ""}`);
      const events = flags.timeline ? await eventsOf(engine, place.sessionId, key) : undefined;
      const timeline = events && withHistory(events, record.history);
      if (flags.format === "json") writeJson(stdout, timeline === undefined ? record : { record, timeline });
      else {
        writeRecord(stdout, record);
        for (const entry of timeline ?? record.history) writeEntry(stdout, entry);
      }
      return exitCodes.fine;
    });
  },
});

const pageSize = 1_000;

/** The committed events of one call, oldest first. */
async function eventsOf(engine: Engine, session: string, key: string): Promise<readonly JsonObject[]> {
  const events: JsonObject[] = [];
  for (let from = 0; ;) {
    const page = await engine.history(session, from, pageSize);
    for (const { entry } of page) if (isJsonObject(entry) && entry["key"] === key) events.push(entry);
    if (page.length < pageSize) return events;
    from = (page.at(-1)?.number ?? from) + 1;
  }
}

/** Events say in short what happened; who, why and with what is in the history, which has an entry for some of their kinds. */
function withHistory(events: readonly JsonObject[], history: readonly HistoryEntry[]): readonly JsonObject[] {
  const left = [...history];
  return events.map((event) => {
    const at = left.findIndex(({ kind }) => kind === event["kind"]);
    return at < 0 ? event : { ...event, ...left.splice(at, 1)[0] };
  });
}

function writeEntry(output: Output, entry: JsonObject): void {
  const { at, kind, key: _key, ...facts } = entry;
  const time = typeof at === "number" ? new Date(at).toISOString() : "";
  const rest = Object.entries(facts)
    .map(([name, value]) => `${visible(name)}=${visibleJson(JSON.stringify(value) ?? "")}`)
    .join(" ");
  writeLine(output, `${paint(output, "dim", time)}  ${typeof kind === "string" ? kind : ""}  ${rest}`.trimEnd());
}
