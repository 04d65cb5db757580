/** The command as a program of its own, from the sources; the MCP packages it loads come from this folder. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs =
      specifier.startsWith("@modelcontextprotocol/") && context.parentURL?.includes("/node_modules/") !== true;
    return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
  },
});

const { main } = await import("../../../src/cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
