/** From a channel's name to its id over many pages, within bounds. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BranchEnding } from "../../../src/core/ending.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type ScriptedSlack, startScriptedSlack } from "./scripted-slack.ts";
import { branchOf, invoke } from "./slack-run.ts";

let slack: ScriptedSlack;

beforeAll(async () => {
  slack = await startScriptedSlack();
});

afterAll(() => slack.close());

const page = (names: readonly string[], cursor: string): { readonly body: JsonObject } => ({
  body: {
    ok: true,
    channels: names.map((name, index) => ({ id: `C00000000${String(index)}`, name })),
    response_metadata: { next_cursor: cursor },
  },
});

async function find(input: JsonObject): Promise<BranchEnding> {
  return branchOf(await invoke(slack.connection(), "findChannelByName", input));
}

test("reads on behind short and empty pages until the name is there, and no further", async () => {
  slack.answer(page(["a"], "1"), page([], "2"), page(["b", "wanted"], "3"), page(["never"], ""));
  expect(await find({ name: "wanted" })).toMatchObject({
    branch: "found",
    output: { channel: { channelId: "C000000001" } },
  });
  expect(slack.sent.map(({ args }) => args["cursor"])).toEqual([undefined, "1", "2"]);
});

test("takes only the exact name", async () => {
  slack.answer(page(["wanted-too", "unwanted", "other"], ""));
  const ending = await find({ name: "wanted" });
  expect(ending).toMatchObject({ branch: "notFound", facts: { availableValues: ["wanted-too", "unwanted"] } });
});

test("ends at a cursor that comes back", async () => {
  slack.answer(page(["a"], "same"), page(["b"], "same"));
  expect((await find({ name: "wanted" })).branch).toBe("notFound");
  expect(slack.sent).toHaveLength(2);
});

test("stops after ten pages and says how to go on", async () => {
  slack.answer(...Array.from({ length: 20 }, (_, index) => page(["a"], String(index))));
  const ending = await find({ name: "wanted" });
  expect(ending).toMatchObject({ branch: "searchIncomplete", record: "failed" });
  expect(ending.message).toContain("slack_list_channels");
  expect(slack.sent).toHaveLength(10);
});

test("asks for the kinds of channels that the call names, and for Slack's default otherwise", async () => {
  slack.answer(page([], ""));
  await find({ name: "wanted", types: ["private_channel", "public_channel"] });
  await find({ name: "wanted" });
  expect(slack.sent.map(({ args }) => args["types"])).toEqual(["private_channel,public_channel", undefined]);
});

test("ends as the page that failed does", async () => {
  slack.answer(page(["a"], "1"), {
    body: { ok: false, error: "missing_scope", needed: "channels:read", provided: "" },
  });
  expect(await find({ name: "wanted" })).toMatchObject({
    branch: "missingScope",
    facts: { neededScopes: ["channels:read"] },
  });
});
