/** Holds the handlers of a connector against its manifest: each operation is performed by exactly one of code and declaration. */

import { ToolkitError } from "../core/error.ts";
import type { Manifest } from "../core/manifest.ts";
import type { OperationHandler } from "../core/operation.ts";

/** Throws `invalid_definition`, naming every operation at fault. */
export function checkHandlers(manifest: Manifest, handlers: Readonly<Record<string, OperationHandler>>): void {
  const wanted = Object.values(manifest.operations)
    .filter((operation) => operation.implementation.kind === "handler")
    .map((operation) => operation.name);
  const given = Object.keys(handlers);
  const faults = [
    faultOf(
      "no handler is given for",
      wanted.filter((name) => !given.includes(name)),
    ),
    faultOf(
      "the manifest declares a request, so no handler is taken, for",
      given.filter((name) => isDeclared(manifest, name)),
    ),
    faultOf(
      "the manifest has no operation",
      given.filter((name) => !Object.hasOwn(manifest.operations, name)),
    ),
    faultOf(
      "the handler is no function of",
      given.filter((name) => typeof handlers[name] !== "function"),
    ),
  ].filter((fault) => fault !== undefined);
  if (faults.length === 0) return;
  throw new ToolkitError("invalid_definition", `connector ${manifest.connector.id}: ${faults.join("; ")}`);
}

function isDeclared(manifest: Manifest, name: string): boolean {
  return Object.hasOwn(manifest.operations, name) && manifest.operations[name]?.implementation.kind === "request";
}

function faultOf(words: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${words} ${names.join(", ")}`;
}
