/** The GitHub connector against a third-party emulator of GitHub's REST API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emulated, type Emulated } from "./emulator.ts";

const token = "test_token_octocat";
const place = { owner: "octocat", repo: "hello-world" };
let github: Emulated;

beforeAll(async () => {
  github = await emulated({
    service: "github",
    seed: {
      tokens: { [token]: { login: "octocat", scopes: ["repo", "user"] } },
      github: {
        users: [{ login: "octocat", name: "The Octocat" }],
        repos: [{ owner: "octocat", name: "hello-world", auto_init: true }],
      },
    },
    credentials: { token },
  });
});
afterAll(() => github.close());

/** Asks the emulator itself, past the connector. */
async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${github.emulator.url}/repos/octocat/hello-world${path}`, { headers, ...init });
  return response.json();
}

describe("the GitHub connector on an emulator", () => {
  test("opens an issue, reads it back and comments on it", async () => {
    const created = await github.call("createIssue", {
      ...place,
      title: "It is broken",
      body: "Look",
      labels: ["bug"],
    });
    expect(created).toMatchObject({
      status: "succeeded",
      branch: "created",
      output: { title: "It is broken", state: "open", author: "octocat" },
    });
    const { number } = created.output as { readonly number: number };
    const read = await github.call("getIssue", { ...place, number });
    expect(read).toMatchObject({ status: "succeeded", output: { number, body: "Look", labels: [{ name: "bug" }] } });
    const commented = await github.call("addIssueComment", { ...place, number, body: "Thanks" });
    expect(commented).toMatchObject({ status: "succeeded", branch: "commented" });
    expect(await ask(`/issues/${String(number)}/comments`)).toMatchObject([{ body: "Thanks" }]);
  });

  test("adds labels twice and leaves one effect", async () => {
    const { output } = await github.call("createIssue", { ...place, title: "Labels" });
    const { number } = output as { readonly number: number };
    const first = await github.call("addLabels", { ...place, number, labels: ["help"] });
    const second = await github.call("addLabels", { ...place, number, labels: ["help"] });
    expect([first.status, second.status]).toEqual(["succeeded", "succeeded"]);
    expect(await ask(`/issues/${String(number)}/labels`)).toHaveLength(1);
  });

  test("lists issues page by page by the emulator's own links", async () => {
    for (const title of ["One", "Two", "Three"]) await github.call("createIssue", { ...place, title });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await github.call("listIssues", {
        ...place,
        pageSize: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.status).toBe("succeeded");
      const output = page.output as {
        readonly issues: readonly { readonly number: number }[];
        readonly nextCursor?: string;
      };
      expect(output.issues.length).toBeLessThanOrEqual(2);
      seen.push(...output.issues.map(({ number }) => number));
      cursor = output.nextCursor;
    } while (cursor !== undefined);
    const all = (await ask("/issues?per_page=100")) as readonly { readonly number: number }[];
    const byNumber = (a: number, b: number): number => a - b;
    expect(seen.toSorted(byNumber)).toEqual(all.map(({ number }) => number).toSorted(byNumber));
  });

  test("writes a new file, replaces it at its version, and refuses a stale version", async () => {
    const path = "docs/a page.md";
    const created = await github.call("putFile", { ...place, path, text: "one\n", message: "Add" });
    expect(created).toMatchObject({ status: "succeeded", branch: "written" });
    const version = await github.call("getFileVersion", { ...place, path });
    const { sha } = version.output as { readonly sha: string };
    const replaced = await github.call("putFile", { ...place, path, text: "two\n", message: "Change", baseSha: sha });
    expect(replaced.branch).toBe("written");
    expect((await github.call("readFile", { ...place, path })).output).toEqual({ text: "two\n" });
    const stale = await github.call("putFile", { ...place, path, text: "three\n", message: "Change", baseSha: sha });
    expect(stale).toMatchObject({ status: "failed", branch: "conflict", error: { code: "conflict", retryable: true } });
  });

  test("a repeated write of a file finds what the first one wrote", async () => {
    const write = { ...place, path: "again.md", text: "same\n", message: "Add" };
    const { output } = await github.call("putFile", write);
    const { sha } = output as { readonly sha: string };
    await github.call("putFile", { ...write, text: "changed\n", baseSha: sha });
    const repeated = await github.call("putFile", { ...write, text: "changed\n", baseSha: sha });
    expect(repeated).toMatchObject({ status: "succeeded", branch: "alreadyWritten" });
    expect(repeated.warnings.join()).toContain("nothing proves that this call did it");
  });

  test("reviews a pull request once", async () => {
    const commits = (await ask("/commits")) as readonly { readonly sha: string }[];
    const sha = commits[0]?.sha ?? "";
    await ask("/git/refs", { method: "POST", body: JSON.stringify({ ref: "refs/heads/topic", sha }) });
    await ask("/contents/topic.md", {
      method: "PUT",
      body: JSON.stringify({ message: "Add", content: "eA==", branch: "topic" }),
    });
    const pull = (await ask("/pulls", {
      method: "POST",
      body: JSON.stringify({ title: "Topic", head: "topic", base: "main" }),
    })) as {
      readonly number: number;
    };
    const review = await github.call("createReview", { ...place, number: pull.number, event: "COMMENT", body: "Hm." });
    expect(review).toMatchObject({ status: "succeeded", branch: "reviewed" });
    expect(await ask(`/pulls/${String(pull.number)}/reviews`)).toHaveLength(1);
  });

  test("says what the emulator refuses, and that nothing happened", async () => {
    const missing = await github.call("getIssue", { ...place, number: 9_999 });
    expect(missing).toMatchObject({ status: "failed", branch: "notFound", error: { retryable: false } });
    const nowhere = await github.call("addIssueComment", { ...place, number: 9_999, body: "Hello" });
    expect(nowhere).toMatchObject({ status: "failed", branch: "notFound" });
  });
});
