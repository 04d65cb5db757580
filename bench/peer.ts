/** Loads the peers of the measurements, which only this folder has; what is loaded by name from the sources is found here as well. */

import { registerHooks } from "node:module";

const peers = /^(@dbos-inc|@langchain|@openai|@restatedev|ai|langchain)(\/|$)/;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = peers.test(specifier) && context.parentURL?.includes("/node_modules/") !== true;
    return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
  },
});

/** A module of a peer in the shape that the measurement uses. */
export async function peer<Shape>(name: string): Promise<Shape> {
  return (await import(name)) as Shape;
}
