import { describe, expect, test } from "vitest";
import type { HostProfile } from "../../src/adapters/schema-profile/host-schema.ts";
import { toHostDescription, toHostSchema } from "../../src/adapters/schema-profile/host-schema.ts";
import { openManifest } from "../../src/cli/connector-argument.ts";
import { offeredTools } from "../../src/cli/offered-tools.ts";
import { shippedConnectorIds } from "../../src/cli/shipped-connectors.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";
import { hostFaults } from "./host-limits.ts";

const profiles: readonly HostProfile[] = ["common", "openai", "anthropic", "gemini"];
const manifests = await Promise.all(shippedConnectorIds.map(openManifest));
const tools = offeredTools(manifests).listTools();
const check = createInputChecker();

/** The inputs of the manifests' examples, by tool name. */
const inputs = manifests.flatMap(({ operations }) =>
  Object.values(operations).flatMap(({ agent, examples }) =>
    examples.flatMap((example) => (example.kind === "call" ? [{ tool: agent.toolName, input: example.input }] : [])),
  ),
);

describe.each(profiles)("every shipped tool for %s", (profile) => {
  test.each(tools.map((tool) => [tool.name, tool] as const))("%s has nothing that the host refuses", (name, tool) => {
    const { schema } = toHostSchema(tool.inputSchema, profile);
    const description = toHostDescription(tool.description, profile);
    expect(hostFaults({ name, description, schema }, profile)).toEqual([]);
  });

  test("shows the model nothing narrower than what is validated: the input of every example fits what is shown", () => {
    const unfit = inputs.filter(({ tool, input }) => {
      const own = tools.find(({ name }) => name === tool);
      if (own === undefined) return false;
      return (
        check(own.inputSchema)(input).isValid && !check(toHostSchema(own.inputSchema, profile).schema)(input).isValid
      );
    });
    expect(inputs.length).toBeGreaterThan(0);
    expect(unfit).toEqual([]);
  });

  test("arguments come back as the model gave them, since no shipped name needs another one", () => {
    for (const { tool, input } of inputs) {
      const own = tools.find(({ name }) => name === tool);
      if (own !== undefined) expect(toHostSchema(own.inputSchema, profile).toArguments(input)).toBe(input);
    }
  });
});
