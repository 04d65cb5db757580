/** Compares the list of promises with the tests that cite them. A citation is a test name such as "P6.3: …". */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROMISES, type PromiseEntry } from "./promises.ts";

// Several numbers may share a test: "P6.1, P6.3: …".
const CITATION = /["'`](P\d+\.\d+(?:, P\d+\.\d+)*): /g;

function citedIn(source: string): readonly string[] {
  return [...source.matchAll(CITATION)].flatMap((match) => (match[1] ?? "").split(", "));
}

function faultsOf(promises: readonly PromiseEntry[], cited: ReadonlySet<string>): readonly string[] {
  const known = new Set(promises.map((promise) => promise.id));
  const uncited = promises.filter((promise) => promise.status === "held" && !cited.has(promise.id));
  return [
    ...uncited.map((promise) => `${promise.id} is called held, but no test name begins with it`),
    ...[...cited].filter((id) => !known.has(id)).map((id) => `${id} is cited, but no promise has that number`),
  ];
}

function citedInRepository(): ReadonlySet<string> {
  const names = globSync("**/*.ts", { cwd: import.meta.dirname, exclude: ["**/node_modules/**", "promises*.ts"] });
  return new Set(names.flatMap((name) => citedIn(readFileSync(join(import.meta.dirname, name), "utf8"))));
}

describe("the promises", () => {
  test("that are called held are cited by a test, and every cited number exists", () => {
    const open = PROMISES.filter((promise) => promise.status === "open").map((promise) => promise.id);
    if (open.length > 0) console.info(`open promises (${open.length}): ${open.join(", ")}`);
    expect(faultsOf(PROMISES, citedInRepository())).toEqual([]);
  });

  test("are marked on their page exactly where they are open", () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/promises.md"), "utf8");
    const marks = [...page.matchAll(/^- \*\*(P\d+\.\d+)\*\* (\*\(not held yet\)\*)?/gm)];
    expect(marks.map(([, id, mark]) => [id, mark === undefined ? "held" : "open"])).toEqual(
      PROMISES.map(({ id, status }) => [id, status]),
    );
  });

  test("have each number once", () => {
    expect(new Set(PROMISES.map((promise) => promise.id)).size).toBe(PROMISES.length);
  });
});

describe("the comparison", () => {
  const promise = (id: string, status: PromiseEntry["status"]): PromiseEntry => ({ id, status, claim: "a claim" });

  test("fails for a held promise without a test, and not for an open one", () => {
    const faults = faultsOf([promise("P1.1", "held"), promise("P1.2", "open")], new Set());
    expect(faults).toEqual(["P1.1 is called held, but no test name begins with it"]);
  });

  test("fails for a number that no promise has", () => {
    expect(faultsOf([], new Set(["P99.1"]))).toHaveLength(1);
  });

  test("takes names of tests for citations, several numbers in one too, and no comments", () => {
    const source = `test("P1.1: a", …); // P2.1: not a name\ntest('P3.1, P3.2: b', …); it("about P4.1", …)`;
    expect(citedIn(source)).toEqual(["P1.1", "P3.1", "P3.2"]);
  });
});
