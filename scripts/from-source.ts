/**
 * Loaded with `node --import`: the package's own name resolves to the sources, so an example that is written as users
 * write it runs without a build.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { exportSources } from "./export-sources.ts";

const sources = exportSources();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const source = sources.get(specifier);
    return nextResolve(source === undefined ? specifier : pathToFileURL(source).href, context);
  },
});
