import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createToolRunner, createWebhookApprover, functionTools } from "../../src/index.ts";
import { checkSignature, signedHeaders } from "../../src/approvers/webhook/signature.ts";
import type { Question } from "../../src/core/approval.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Delivered {
  readonly url: string;
  readonly questions: Promise<Question>;
}

/** A receiver on loopback that refuses the first delivery and keeps the next question. */
async function receiver(refusals = 0): Promise<Delivered> {
  const { promise, resolve } = Promise.withResolvers<Question>();
  let left = refusals;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      response.statusCode = left > 0 ? 503 : 204;
      response.end();
      left -= 1;
      if (left >= 0) return;
      const headers = request.headers as Record<string, string>;
      const checked = checkSignature(secret, headers, body, Date.now());
      if (checked.isValid) resolve((JSON.parse(body) as { question: Question }).question);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/asked`, questions: promise };
}

function runnerWith(url: string) {
  const approver = createWebhookApprover({ url, secret });
  let runs = 0;
  const tools = functionTools([
    {
      name: "pay",
      description: "Pays an amount.",
      inputSchema: {
        type: "object",
        properties: { amount: { type: "integer" } },
        required: ["amount"],
        additionalProperties: false,
      },
      policy: { effect: "non_idempotent_write" },
      execute: async () => {
        runs += 1;
        return { paid: true };
      },
    },
  ]);
  const runner = createToolRunner({ toolSources: [tools], approver });
  const records = runner.runResponse({
    sessionId: "s",
    turnId: "t",
    responseId: "r",
    calls: [{ id: "a", name: "pay", arguments: { amount: 5 } }],
  });
  return { approver, runner, records, runs: () => runs };
}

function signed(body: object, id: string = crypto.randomUUID(), at = Date.now()) {
  const text = JSON.stringify(body);
  return { headers: { ...signedHeaders(secret, id, at, text) }, body: text };
}

describe("the webhook approver", () => {
  it("P5.4: sends a signed question and makes the signed decision that comes back, once", async () => {
    const { url, questions } = await receiver();
    const { approver, runner, records, runs } = runnerWith(url);
    const question = await questions;
    expect(question).toMatchObject({ tool: "pay", arguments: { amount: 5 } });
    const decision = signed({ questionId: question.questionId, decision: "approve", decidedBy: "Ada" });
    expect(await approver.receive(decision, runner.approvals)).toEqual({ status: 200, body: '{"accepted":true}' });
    expect((await records)[0]?.status).toBe("succeeded");
    expect((await approver.receive(decision, runner.approvals)).status).toBe(409);
    expect(runs()).toBe(1);
    await runner.close();
  });

  it("P12.3: refuses a decision that is unsigned, changed, signed by another or old", async () => {
    const { url, questions } = await receiver();
    const { approver, runner, records, runs } = runnerWith(url);
    const { questionId } = await questions;
    const body = { questionId, decision: "approve", decidedBy: "Mallory" };
    const good = signed(body);
    const forged = [
      { headers: {}, body: good.body },
      { headers: good.headers, body: good.body.replace("Mallory", "Ada") },
      { headers: { ...good.headers, "webhook-id": "other" }, body: good.body },
      { headers: { ...signedHeaders("another secret of length", "x", Date.now(), good.body) }, body: good.body },
      signed(body, "old", Date.now() - 301_000),
      signed(body, "early", Date.now() + 301_000),
    ];
    for (const request of forged) {
      expect((await approver.receive(request, runner.approvals)).status).toBe(401);
    }
    expect(runs()).toBe(0);
    expect((await approver.receive(signed({ ...body, decision: "reject" }), runner.approvals)).status).toBe(200);
    expect((await records)[0]?.status).toBe("rejected");
    await runner.close();
  });

  it("answers what is no decision with what it should be, and an unknown question with why", async () => {
    const { url, questions } = await receiver();
    const { approver, runner } = runnerWith(url);
    const { questionId } = await questions;
    const bad = await approver.receive(signed({ questionId, decision: "yes", decidedBy: "Ada" }), runner.approvals);
    expect(bad).toEqual({ status: 400, body: '{"message":"decision: expected \\"approve\\" or \\"reject\\""}' });
    const other = await approver.receive(
      signed({ questionId: "s/t/x:q1", decision: "approve", decidedBy: "Ada" }),
      runner.approvals,
    );
    expect(other.status).toBe(409);
    expect(other.body).toContain("unknown_question");
    await runner.close({ graceMs: 0 });
  });

  it("delivers again after a refusal, under the same id", async () => {
    const { url, questions } = await receiver(1);
    const { runner } = runnerWith(url);
    expect((await questions).questionId).toBe("s/t/r.0:q1");
    await runner.close({ graceMs: 0 });
  });

  it("refuses a plain http address, and a secret of 23 characters but not of 24", () => {
    expect(() => createWebhookApprover({ url: "http://example.com/x", secret })).toThrow("https");
    expect(() => createWebhookApprover({ url: "https://example.com/x", secret: "x".repeat(23) })).toThrow("24");
    expect(() => createWebhookApprover({ url: "https://example.com/x", secret: "x".repeat(24) })).not.toThrow();
  });

  it("P5.4: refuses a whsec_ secret of 23 bytes but not of 24, and one that is no base64: its key would be empty", () => {
    const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
    const make = (given: string) => () => createWebhookApprover({ url: "https://example.com/x", secret: given });
    expect(make(whsec(23))).toThrow("24 bytes");
    expect(make(whsec(24))).not.toThrow();
    expect(make(`whsec_${"!".repeat(40)}`)).toThrow("base64");
    expect(make(`${whsec(24)} `)).toThrow("base64");
    expect(make(undefined as unknown as string)).toThrow("secret");
  });

  it("P12.3: answers headers that came twice, and a body that is no text, without a throw", async () => {
    const approver = createWebhookApprover({ url: "https://example.com/x", secret });
    const nobody = { decide: () => Promise.reject(new Error("nothing may be decided")) };
    const { headers, body } = signed({ questionId: "q", decision: "approve", decidedBy: "Ada" });
    for (const name of Object.keys(headers) as (keyof typeof headers)[]) {
      const twice = { ...headers, [name]: [headers[name], headers[name]] };
      expect((await approver.receive({ headers: twice, body }, nobody)).status).toBe(401);
    }
    const bytes = Buffer.from(body) as unknown as string;
    expect((await approver.receive({ headers, body: bytes }, nobody)).status).toBe(400);
  });

  it("P5.4: of two that come at once under one id one is made, and a journal that fails gives the id back", async () => {
    const approver = createWebhookApprover({ url: "https://example.com/x", secret });
    const request = signed({ questionId: "q", decision: "approve", decidedBy: "Ada" });
    const failing = { decide: () => Promise.reject(new Error("the disk is full")) };
    await expect(approver.receive(request, failing)).rejects.toThrow("the disk is full");
    let made = 0;
    const approvals = {
      decide: async () => {
        made += 1;
        return { accepted: true } as const;
      },
    };
    const answers = await Promise.all([approver.receive(request, approvals), approver.receive(request, approvals)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(made).toBe(1);
  });
});
