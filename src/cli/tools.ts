/** `tools`: what an agent would see of connectors. */

import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { openManifest } from "./connector-argument.ts";
import { formatFlag } from "./format-flag.ts";
import { offeredTools } from "./offered-tools.ts";
import { paint, writeJson, writeLine } from "./output.ts";

export const tools = defineCommand({
  name: "tools",
  summary: "Show the tools an agent would see.",
  usage: "tools <manifest...> [--format json]",
  operands: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: formatFlag,
  examples: ["tools slack", "tools ./acme/dex-connector.yaml --format json"],
  async run({ args, flags, stdout }) {
    const listed = offeredTools(await Promise.all(args.map(openManifest))).listTools();
    if (flags.format === "json") {
      const seen = listed.map(
        ({ name, description, inputSchema, outputSchema, effect, annotations, requiresApproval }) => ({
          name,
          description,
          inputSchema,
          outputSchema,
          effect,
          annotations,
          requiresApproval,
        }),
      );
      writeJson(stdout, seen);
      return exitCodes.fine;
    }
    for (const tool of listed) {
      const approval = tool.requiresApproval === false ? "runs at once" : "asks a person first";
      writeLine(
        stdout,
        `${paint(stdout, "bold", tool.name)}  ${paint(stdout, "dim", `${tool.effect ?? ""}, ${approval}`)}`,
      );
      writeLine(stdout, `  ${tool.description}`);
    }
    return exitCodes.fine;
  },
});
