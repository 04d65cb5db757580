import { connectorTool, ConnectorToolSource, createToolRunner } from "dex-connectors";
import * as slack from "dex-connectors/slack";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";

const connection = slack.connect({ name: "support", credentials: { botToken: "xoxb-planted-4" } });
afterAll(() => connection.close());

const QuietInput = z.looseObject({
  text: z.string().refine((text) => text !== text.toUpperCase(), "nobody is shouted at"),
  format: z.string().default("plain"),
});

test("P3.1: a validator of zod refuses what the schema lets pass, and its output changes nothing", async () => {
  const tool = connectorTool(connection.operations.postChannelMessage(), connection.reference, {
    inputValidator: QuietInput,
    requiresApproval: true,
  });
  const runner = createToolRunner({ toolSources: [new ConnectorToolSource([tool])] });
  const say = (text: string) => ({ name: "slack_post_channel_message", arguments: { channelId: "C000000001", text } });
  const run = async (responseId: string, text: string) =>
    runner.runResponse({ sessionId: "s", turnId: "t", responseId, calls: [say(text)], whenApprovalNeeded: "return" });
  const [loud] = await run("r1", "HELLO");
  expect(loud).toMatchObject({
    status: "failed",
    error: {
      code: "invalid_arguments",
      faults: [{ pointer: "/text", expected: expect.stringContaining("nobody is shouted at") as string }],
    },
  });
  const [quiet] = await run("r2", "Hello");
  expect(quiet).toMatchObject({ status: "awaiting_approval", arguments: { channelId: "C000000001", text: "Hello" } });
  expect(quiet?.arguments).not.toHaveProperty("format");
  await runner.close();
});
