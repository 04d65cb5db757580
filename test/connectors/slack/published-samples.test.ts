/**
 * Answers as Slack's method pages publish them, written down by hand in fixtures/ with their source, decode for every
 * operation. They hold what the emulator does not play, too.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest } from "../../../connectors/slack/index.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type ScriptedSlack, startScriptedSlack } from "./scripted-slack.ts";
import { branchOf, invoke } from "./slack-run.ts";

interface Sample {
  readonly source: string;
  readonly input: JsonObject;
  readonly body: JsonObject | readonly (JsonObject | string)[];
  readonly branch: string;
  readonly output: JsonObject;
}

const folder = join(import.meta.dirname, "fixtures");
const samples = globSync("*.json", { cwd: folder }).map((file) => {
  const sample = JSON.parse(readFileSync(join(folder, file), "utf8")) as Sample;
  return { operation: file.replace(".json", ""), ...sample };
});

let slack: ScriptedSlack;

beforeAll(async () => {
  slack = await startScriptedSlack();
});

afterAll(() => slack.close());

test("there is a sample of every operation", () => {
  expect(samples.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(manifest.operations).toSorted());
});

test.each(samples)("the sample of $operation decodes", async ({ operation, source, input, body, branch, output }) => {
  const bodies = (Array.isArray(body) ? body : [body]) as readonly (JsonObject | string)[];
  slack.answer(...bodies.map((each) => ({ body: withOrigin(each) })));
  const ending = branchOf(await invoke(slack.connection(), operation, input));
  expect(ending).toMatchObject({ branch, record: "succeeded" });
  expect(ending.output).toEqual(output);
  // Only the marks are not in the samples: they are made up there.
  expect((ending.warnings ?? []).filter((warning) => warning.includes("schema"))).toEqual([]);
  expect(slack.sent.map(({ path }) => path)).toContain(`/api/${source.split("/").at(-1) ?? ""}`);
});

function withOrigin(body: JsonObject | string): JsonObject | string {
  return typeof body === "string"
    ? body
    : (JSON.parse(JSON.stringify(body).replaceAll("{origin}", slack.origin)) as JsonObject);
}
