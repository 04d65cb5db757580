/** A policy under a name that no tool has: a misspelled `requiresApproval` would let a write run unasked. */

import { describe, expect, test } from "vitest";
import type { ToolSource } from "../../src/core/tool.ts";
import { createToolRunner } from "../../src/index.ts";
import { createToolboxLoader } from "../../src/run/toolbox.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";
import { added, connectorToolOf, ScriptedSource } from "./scripted-source.ts";

describe("a policy", () => {
  test("P12.4: of a tool that no source lists is told by a runner that learns its tools later", async () => {
    const said: string[] = [];
    const late: ToolSource = {
      listTools: () => Promise.resolve([connectorToolOf("tool", "read", added).tool]),
      callTool: async () => ({ kind: "returned", output: null }),
    };
    const loader = createToolboxLoader({
      sources: [late],
      policies: { tol: { requiresApproval: true } },
      defaultEffect: "unclassified",
      checker: createInputChecker(),
      warn: (message) => said.push(message),
    });
    await loader({});
    expect(said).toEqual([expect.stringMatching(/toolPolicies\.tol: no source lists .*did you mean tool\?/)]);
  });

  test("P12.4: of a tool that no source lists is refused where all tools are known at once", () => {
    const source = new ScriptedSource(connectorToolOf("tool", "non_idempotent_write", added));
    const misspelled = (): unknown =>
      createToolRunner({ toolSources: [source], toolPolicies: { tol: { requiresApproval: true } } });
    expect(misspelled).toThrow(/toolPolicies\.tol: no source lists .*did you mean tool\?/);
    expect(misspelled).toThrow(expect.objectContaining({ code: "invalid_definition" }) as Error);
  });
});
