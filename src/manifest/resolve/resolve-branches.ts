/** The endings of an operation: its own, the manifest's defaults, and the two that always exist. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { Branch } from "../../core/manifest.ts";
import type { SourceBranch, SourceMap, SourceOperation } from "../language/source-manifest.ts";
import { optionalValue } from "./resolve-classification.ts";
import type { SchemaScope } from "./resolve-schema.ts";
import { resolveSchema } from "./resolve-schema.ts";
import type { ValueScope } from "./resolve-value.ts";

const implicitDefect: SourceBranch = {
  record: "failed",
  description:
    "The connector's definition is wrong, or a value was found wrong while the request was built. Nothing was done.",
};

const implicitUncertain: SourceBranch = {
  record: "outcome_unknown",
  description: "Nobody knows whether it happened.",
};

export interface BranchScope extends ValueScope {
  readonly schemas: SchemaScope;
}

/** Every branch by id. A default branch of unknown outcome does not reach queries: they change nothing. */
export function resolveBranches(
  operation: SourceOperation,
  defaults: SourceMap<SourceBranch>,
  output: ManifestSchema | undefined,
  scope: BranchScope,
): Readonly<Record<string, Branch>> {
  const branches = Object.create(null) as Record<string, Branch>;
  const add = (id: string, source: SourceBranch, implicit: boolean): void => {
    branches[id] = resolveBranch(id, source, implicit, output, scope);
  };
  for (const [id, source] of Object.entries(operation.branches ?? {})) add(id, source, false);
  for (const [id, source] of Object.entries(defaults)) {
    const isForQueries = operation.kind === "mutation" || source.record !== "outcome_unknown";
    if (branches[id] === undefined && isForQueries) add(id, source, false);
  }
  if (branches["defect"] === undefined) add("defect", implicitDefect, true);
  if (operation.kind === "mutation" && branches["uncertain"] === undefined) add("uncertain", implicitUncertain, true);
  return branches;
}

function resolveBranch(
  id: string,
  source: SourceBranch,
  implicit: boolean,
  output: ManifestSchema | undefined,
  scope: BranchScope,
): Branch {
  const own = source.output === undefined ? undefined : resolveSchema(source.output, scope.schemas);
  return {
    id,
    record: source.record,
    description: source.description,
    message: optionalValue(source.message, scope),
    output: own ?? (source.record === "succeeded" ? output : undefined),
    retryable: source.record === "failed" && (source.retryable ?? false),
    implicit,
  };
}
