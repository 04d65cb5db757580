/** What each write ends in when the answer is spoiled on the way, against the emulator behind a proxy that spoils it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest } from "../../../connectors/slack/index.ts";
import type { Connection } from "../../../src/connector.ts";
import { connectTo, type EmulatedSlack, startEmulatedSlack } from "./emulated-slack.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { branchOf, invoke, newKey, resend, successOf } from "./slack-run.ts";
import { writeCases } from "./write-cases.ts";

let slack: EmulatedSlack;
let proxy: FaultProxy;
const open: Connection[] = [];

beforeAll(async () => {
  slack = await startEmulatedSlack();
  proxy = await startFaultProxy(slack.origin);
});

afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  await proxy.close();
  await slack.close();
});

function throughProxy(operation: string): Connection {
  const connection = connectTo(proxy.origin, operation);
  open.push(connection);
  return connection;
}

const ambiguous: readonly Fault[] = ["lost answer", "cut answer", "page", "error 500", "status 408", "redirect"];

test("every writing operation is among the cases", () => {
  const writes = Object.values(manifest.operations).filter(({ kind }) => kind === "mutation");
  const covered = [...writeCases.map(({ operation }) => operation), "uploadFile"];
  expect(covered.toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});

describe.each(writeCases)("$operation", ({ operation, method, input }) => {
  test.each(ambiguous)("P4.2: %s is ambiguous, and one request was on the wire", async (fault) => {
    const args = await input(slack);
    proxy.spoil(method, fault);
    const ending = await invoke(throughProxy(operation), operation, args);
    expect(ending.kind).toBe("ambiguous");
    expect(JSON.stringify(ending)).not.toMatch(/html|Sign in|oops/);
    expect(proxy.count(method)).toBe(1);
  });

  test("a limit is not processed, with the stated wait if there is one", async () => {
    const args = await input(slack);
    const connection = throughProxy(operation);
    proxy.spoil(method, "limit with a wait");
    expect(await invoke(connection, operation, args)).toMatchObject({ kind: "not_processed", retryAfterMs: 7_000 });
    expect(proxy.count(method)).toBe(1);
    proxy.spoil(method, "limit without a wait");
    const bare = await invoke(connection, operation, args);
    expect(bare.kind).toBe("not_processed");
    expect(bare).not.toHaveProperty("retryAfterMs");
  });

  test("no connection is not sent", async () => {
    const args = await input(slack);
    const connection = connectTo("http://127.0.0.1:9", operation);
    open.push(connection);
    expect((await invoke(connection, operation, args)).kind).toBe("not_sent");
  });
});

describe.each(writeCases.filter(({ again }) => again !== undefined))(
  "$operation",
  ({ operation, method, input, again }) => {
    test("a re-send after a lost answer ends in success", async () => {
      const args = await input(slack);
      const connection = throughProxy(operation);
      const key = newKey();
      const firstDispatchAt = Date.now();
      proxy.spoil(method, "lost answer");
      expect((await invoke(connection, operation, args, { key })).kind).toBe("ambiguous");
      proxy.spoil(method, "none");
      const ending = await invoke(connection, operation, args, resend({ key, firstDispatchAt }));
      expect(successOf(ending).branch).toBe(again);
    });
  },
);

describe("uploadFile", () => {
  const upload = async (method: string, fault: Fault): Promise<ReturnType<typeof branchOf>> => {
    const channelId = await slack.channelId("support");
    proxy.spoil(method, fault);
    return branchOf(
      await invoke(throughProxy("uploadFile"), "uploadFile", { channelId, filename: "a.txt", content: "abc" }),
    );
  };

  test.each(ambiguous)("%s of the last step is looked up by the file's id and found", async (fault) => {
    expect(await upload("files.completeUploadExternal", fault)).toMatchObject({
      branch: "shared",
      record: "succeeded",
    });
    expect(proxy.count("files.completeUploadExternal")).toBe(1);
    expect(proxy.count("files.info")).toBe(1);
  });

  test.each(["lost answer", "cut answer", "page", "error 500"] as const)(
    "%s before the last step shares nothing",
    async (fault) => {
      const shared = { branch: "notUploaded", record: "failed", isRetryable: true };
      expect(await upload("files.getUploadURLExternal", fault)).toMatchObject(shared);
      expect(proxy.count("files.completeUploadExternal")).toBe(0);
    },
  );

  test("a limit at the last step shares nothing", async () => {
    expect(await upload("files.completeUploadExternal", "limit with a wait")).toMatchObject({ branch: "notUploaded" });
  });

  test("the bytes go without the token", async () => {
    await upload("nothing", "none");
    expect(proxy.authorizations("/upload/")).toEqual([undefined]);
    expect(proxy.authorizations("files.completeUploadExternal")).toEqual(["Bearer xoxb-only-uploadFile"]);
  });
});
