/** Each error code of Slack ends the call by its class, and its message names what to do next. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ending } from "../../../src/core/ending.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { codesByOperation, commonCodes, type ErrorClassName } from "./error-code-table.ts";
import { type ScriptedSlack, startScriptedSlack } from "./scripted-slack.ts";
import { branchOf, invoke, resend } from "./slack-run.ts";

let slack: ScriptedSlack;

beforeAll(async () => {
  slack = await startScriptedSlack();
});

afterAll(() => slack.close());

function inputOf(operation: string): JsonObject {
  const file = join(import.meta.dirname, "fixtures", `${operation}.json`);
  return (JSON.parse(readFileSync(file, "utf8")) as { input: JsonObject }).input;
}

async function refused(operation: string, code: string, more: JsonObject = {}, attempt = {}): Promise<Ending> {
  slack.answer({ body: { ok: false, error: code, ...more } });
  return invoke(slack.connection(), operation, inputOf(operation), attempt);
}

function expectClass(ending: Ending, kind: ErrorClassName, code: string): void {
  switch (kind) {
    case "transient":
      return expect(ending.kind).toBe("not_processed");
    case "unclear":
      return expect(ending.kind).toBe("ambiguous");
    case "already":
      return expect(ending).toMatchObject({ kind: "branch", record: "succeeded", output: expect.anything() });
    case "credentials":
      return expectFailure(ending, { branch: "defect", code: "not_authorized", isRetryable: false }, code);
    case "scope":
      return expectFailure(ending, { branch: "missingScope", isRetryable: false }, code);
    case "permission":
      return expectFailure(ending, { branch: "notPermitted", isRetryable: false }, code);
    case "connector":
      return expectFailure(ending, { branch: "connectorFault", isRetryable: false }, code);
    case "not found":
      return expectFailure(ending, { branch: expect.stringMatching(/^not(Found|Cancelled)$/) }, code);
    case "input":
      return expectFailure(
        ending,
        { branch: expect.stringMatching(/^(invalidInput|nameTaken)$/), isRetryable: true },
        code,
      );
  }
}

/** What to do next, as each message says it in a sentence that begins with it, or after a semicolon. */
const VERBS =
  "ask add archive call check choose correct copy create do find give install invite join leave name page post read reply " +
  "list remove report say see send share shorten split start stay tell try unpin upload use wait";
const WHO = "a person|an administrator|people";
const NEXT_STEP = new RegExp(`(?:[.;] |, or |, and )(?:${WHO}|${VERBS.replaceAll(" ", "|")})\\b`, "i");

function expectFailure(ending: Ending, expected: object, code: string): void {
  const { message = "", record } = branchOf(ending);
  expect(ending).toMatchObject(expected);
  expect(record).toBe("failed");
  expect(message.startsWith(`Slack answered ${code}. `)).toBe(true);
  expect(message).toMatch(NEXT_STEP);
}

describe("a code that any method may answer", () => {
  test.each(commonCodes)("$code is of class $kind for a write and for a read", async ({ code, kind }) => {
    expectClass(await refused("postChannelMessage", code), kind, code);
    expectClass(await refused("getChannelHistory", code), kind, code);
  });
});

describe("a code of one operation", () => {
  test.each(codesByOperation)("$operation: $code is of class $kind", async ({ operation, code, kind, more = {} }) => {
    expectClass(await refused(operation, code, more), kind, code);
  });
});

describe("what is no code that is known", () => {
  test.each(["brand_new_code", "<html>Sign in</html>", "", "Not Authorized", "a".repeat(200)])(
    "%s is ambiguous",
    async (code) => {
      expect((await refused("postChannelMessage", code)).kind).toBe("ambiguous");
    },
  );

  test("no code at all is ambiguous, and the text of a page is not repeated", async () => {
    slack.answer({ body: { ok: false } });
    expect((await invoke(slack.connection(), "pinMessage", inputOf("pinMessage"))).kind).toBe("ambiguous");
    slack.answer({ body: "<html>token xoxb-111-planted-bot-secret</html>" });
    const page = await invoke(slack.connection(), "pinMessage", inputOf("pinMessage"));
    expect(page.kind).toBe("ambiguous");
    expect(JSON.stringify(page)).not.toContain("html");
  });

  test("ok without the message's timestamp is ambiguous", async () => {
    slack.answer({ body: { ok: true, channel: "C0123456789" } });
    expect((await invoke(slack.connection(), "postChannelMessage", inputOf("postChannelMessage"))).kind).toBe(
      "ambiguous",
    );
  });
});

describe("facts for a repair", () => {
  test("Slack's own explanation of a bad argument rides along", async () => {
    const explanation = "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]";
    const ending = await refused("postRichMessage", "invalid_blocks", {
      response_metadata: { messages: [explanation] },
    });
    expect(ending).toMatchObject({ facts: { slackError: "invalid_blocks", slackMessages: [explanation] } });
  });

  test("the scopes that are needed and given ride along, alternatives too", async () => {
    const ending = await refused("joinChannel", "missing_scope", {
      needed: "channels:join|channels:write",
      provided: "chat:write,users:read",
    });
    expect(ending).toMatchObject({
      facts: { neededScopes: ["channels:join", "channels:write"], providedScopes: ["chat:write", "users:read"] },
    });
  });

  test("a wait that Slack states inside the answer is kept, and slow trouble states a long one", async () => {
    slack.answer({ body: { ok: false, error: "ratelimited" }, headers: { "retry-after": "30" } });
    const limited = await invoke(slack.connection(), "pinMessage", inputOf("pinMessage"));
    expect(limited).toMatchObject({ kind: "not_processed", retryAfterMs: 30_000 });
    expect(await refused("postChannelMessage", "message_limit_exceeded")).toMatchObject({ retryAfterMs: 600_000 });
  });
});

describe("P4.6: a failure that is told apart on a re-send", () => {
  test.each([
    ["deleteMessage", "message_not_found", "deleted"],
    ["removeBookmark", "not_found", "removed"],
  ])("%s: %s means that the first attempt did it", async (operation, code, branch) => {
    expect(branchOf(await refused(operation, code)).record).toBe("failed");
    expect(branchOf(await refused(operation, code, {}, resend()))).toMatchObject({ branch, record: "succeeded" });
  });

  const channel = { id: "C0EAQDV4Z", name: "endeavor", creator: "U0123456" };
  const now = Math.floor(Date.now() / 1_000);
  const taken = { body: { ok: false, error: "name_taken" } };

  test.each([
    ["its own and fresh", { ...channel, created: now }, { branch: "created", record: "succeeded" }],
    ["its own and old", { ...channel, created: now - 86_400 }, { branch: "nameTaken", isForResend: true }],
    ["somebody else's", { ...channel, created: now, creator: "U9999999" }, { branch: "nameTaken", isForResend: true }],
  ])("createChannel: a taken name is settled by the channel that has it: %s", async (_, found, expected) => {
    slack.answer(taken, { body: { ok: true, channels: [found] } }, { body: { ok: true, user_id: "U0123456" } });
    const ending = await invoke(slack.connection(), "createChannel", inputOf("createChannel"), resend());
    expect(ending).toMatchObject(expected);
  });

  test("createChannel: a taken name whose channel is not seen stays unknown", async () => {
    slack.answer(taken, { body: { ok: true, channels: [] } });
    const ending = await invoke(slack.connection(), "createChannel", inputOf("createChannel"), resend());
    expect(ending.kind).toBe("ambiguous");
  });

  test("cancelScheduledMessage: one that is still listed was not cancelled", async () => {
    const listed = { ok: true, scheduled_messages: [{ id: "Q1234567890" }] };
    slack.answer({ body: { ok: false, error: "invalid_scheduled_message_id" } }, { body: listed });
    const ending = await invoke(
      slack.connection(),
      "cancelScheduledMessage",
      inputOf("cancelScheduledMessage"),
      resend(),
    );
    expect(ending).toMatchObject({ branch: "notCancelled", isForResend: true });
  });

  test.each([
    [
      "shows it in the channel",
      { id: "F123ABC456", channels: ["C0123456789"] },
      { branch: "shared", record: "succeeded" },
    ],
    ["shows it elsewhere only", { id: "F123ABC456", channels: ["C9999999999"] }, { kind: "ambiguous" }],
    ["does not show it shared yet", { id: "F123ABC456", channels: [] }, { kind: "ambiguous" }],
  ])("uploadFile: an unclear last step is success only when Slack %s", async (_, file, expected) => {
    const ticket = { ok: true, file_id: "F123ABC456", upload_url: `${slack.origin}/upload/v1/F` };
    const unclear = { ok: false, error: "internal_error" };
    slack.answer({ body: ticket }, { body: "OK" }, { body: unclear }, { body: { ok: true, file } });
    expect(await invoke(slack.connection(), "uploadFile", inputOf("uploadFile"))).toMatchObject(expected);
  });

  test("inviteUsersToChannel: people who are in already are success only when all of them are", async () => {
    const errors = [{ user: "U012AB3CDE", error: "already_in_channel", ok: false }];
    expect(await refused("inviteUsersToChannel", "already_in_channel", { errors })).toMatchObject({
      branch: "alreadyMembers",
    });
    slack.answer({ body: { ok: false, error: "already_in_channel", errors } });
    const input = { channelId: "C0123456789", userIds: ["U012AB3CDE", "U012AB3CDF"] };
    expect(await invoke(slack.connection(), "inviteUsersToChannel", input)).toMatchObject({ branch: "invalidInput" });
  });
});
