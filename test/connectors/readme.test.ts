import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { connectorReadme, declaredConnectors } from "../../scripts/connector-readme.ts";

describe("the README of a connector without code", () => {
  test.each(declaredConnectors())("of %s is what its manifest and its evidence say", (id) => {
    const file = new URL(`../../connectors/${id}/README.md`, import.meta.url);
    expect(readFileSync(file, "utf8"), "run node scripts/connector-readme.ts").toBe(connectorReadme(id));
  });
});
