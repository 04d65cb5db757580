/** The tools of a runner with its policies applied: by name, with effect and approval rule decided, and checks compiled when needed. */

import type { EffectClass } from "../core/effect.ts";
import { isDeclaredWrite, isSingleAttempt } from "../core/effect.ts";
import { allOf } from "../core/all-of.ts";
import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { defaultRetryPolicy } from "../core/retry.ts";
import type {
  ApprovalRule,
  InputCheck,
  InputChecker,
  Tool,
  ToolContext,
  ToolExecution,
  ToolPolicy,
  ToolSource,
} from "../core/tool.ts";

/** A tool as the runner runs it. */
export interface ResolvedTool {
  readonly tool: Tool;
  readonly source: ToolSource;
  readonly effect: EffectClass;
  readonly approval: ApprovalRule;
  /** A write of a connector: it has a place in the order of its response. */
  readonly isOrdered: boolean;
  /** Whether equal calls stand for each other. */
  readonly hasEquality: boolean;
  readonly execution: ToolExecution;
  readonly warnings: readonly string[];
  check(value: Json): InputCheck;
}

export type Toolbox = ReadonlyMap<string, ResolvedTool>;

export interface ToolboxOptions {
  readonly sources: readonly ToolSource[];
  readonly policies: Readonly<Record<string, ToolPolicy>>;
  readonly defaultEffect: EffectClass;
  readonly checker: InputChecker;
  /** Says a warning once for the process. */
  warn(message: string): void;
}

/** Lists the tools of all sources; the same lists give the same toolbox, so that a call pays for a look-up only. */
export interface ToolboxLoader {
  (context: ToolContext): Toolbox | Promise<Toolbox>;
  /** A tool without waiting: as a source lists it that answers at once, else as it was listed last. */
  toolNow(name: string, context: ToolContext): Tool | undefined;
}

/** The tools, or none where they cannot be listed now: for those who can do without, because an attempt compares again. */
export async function toolsIfListed(load: ToolboxLoader, context: ToolContext): Promise<Toolbox> {
  try {
    return await load(context);
  } catch {
    return new Map();
  }
}

export function createToolboxLoader(options: ToolboxOptions): ToolboxLoader {
  const { sources } = options;
  const warned = new Set<string>();
  const warnOnce = (message: string): void => {
    if (warned.has(message)) return;
    warned.add(message);
    options.warn(message);
  };
  /** Sources that were seen to answer later; asking them costs a request. */
  const slow = new Set<ToolSource>();
  /** The first look is the runner's definition: what is known then is refused, what shows later is warned of. */
  let isLoaded = false;
  let last: { readonly lists: readonly (readonly Tool[])[]; readonly toolbox: Toolbox } | undefined;
  const list = (source: ToolSource, context: ToolContext): ReturnType<ToolSource["listTools"]> => {
    const listed = source.listTools(context);
    if (listed instanceof Promise) slow.add(source);
    return listed;
  };
  const build = (lists: readonly (readonly Tool[])[], onUnused: (message: string) => void): Toolbox => {
    const known = last;
    if (known !== undefined && lists.every((each, index) => each === known.lists[index])) return known.toolbox;
    const toolbox = toToolbox(lists, options, warnOnce);
    for (const message of unusedPolicies(toolbox, options)) onUnused(message);
    last = { lists, toolbox };
    return toolbox;
  };
  const load = (context: ToolContext): Toolbox | Promise<Toolbox> => {
    const isFirst = !isLoaded;
    isLoaded = true;
    const lists = sources.map((source) => list(source, context));
    const listed = allOf(lists);
    if (listed instanceof Promise) return listed.then((late) => build(late, warnOnce));
    return build(listed, isFirst ? refuse : warnOnce);
  };
  const toolNow = (name: string, context: ToolContext): Tool | undefined => {
    for (const [index, source] of sources.entries()) {
      const listed = slow.has(source) ? last?.lists[index] : list(source, context);
      const now = listed instanceof Promise ? last?.lists[index] : listed;
      if (listed instanceof Promise) listed.catch(() => undefined);
      // The list that the last toolbox was made of is looked up, not searched.
      const tool = now !== undefined && now === last?.lists[index] ? last.toolbox.get(name)?.tool : findIn(now, name);
      if (tool !== undefined) return tool;
    }
    return undefined;
  };
  return Object.assign(load, { toolNow });
}

function findIn(tools: readonly Tool[] | undefined, name: string): Tool | undefined {
  return tools?.find((each) => each.name === name);
}

function toToolbox(
  lists: readonly (readonly Tool[])[],
  options: ToolboxOptions,
  warn: (message: string) => void,
): Toolbox {
  const toolbox = new Map<string, ResolvedTool>();
  for (const [index, list] of lists.entries()) {
    const source = options.sources[index];
    if (source === undefined) continue;
    for (const tool of list) {
      const other = toolbox.get(tool.name);
      if (other !== undefined) throw twoOfOneName(tool, other.tool);
      toolbox.set(tool.name, resolveTool(tool, source, options, warn));
    }
  }
  return toolbox;
}

/** A policy under a mistyped name would leave its tool without the approval that somebody asked for. */
function unusedPolicies(toolbox: Toolbox, { policies }: ToolboxOptions): readonly string[] {
  const unused = Object.keys(policies).filter((name) => !toolbox.has(name));
  return unused.map((name) => {
    const closest = closestName(name, toolbox.keys());
    const hint = closest === undefined ? "" : `; did you mean ${closest}?`;
    return `toolPolicies.${name}: no source lists a tool of that name, so this policy does nothing${hint}`;
  });
}

function refuse(message: string): never {
  throw new ToolkitError("invalid_definition", message);
}

function twoOfOneName(tool: Tool, other: Tool): ToolkitError {
  const message = `two tools are named ${tool.name}: one of ${originOf(other)}, one of ${originOf(tool)}; rename one with connectorTool(…, { name })`;
  return new ToolkitError("invalid_definition", message);
}

function originOf(tool: Tool): string {
  const connection = tool.connector?.connection;
  return connection === undefined ? "a tool source" : `connection ${connection.connector}/${connection.name}`;
}

function resolveTool(
  tool: Tool,
  source: ToolSource,
  options: ToolboxOptions,
  warn: (message: string) => void,
): ResolvedTool {
  const policy = Object.hasOwn(options.policies, tool.name) ? options.policies[tool.name] : undefined;
  const { effect, warnings } = effectOf(tool, policy, options.defaultEffect);
  for (const warning of warnings) warn(warning);
  const isConnector = tool.connector !== undefined;
  const approvalByDefault = isConnector ? false : isSingleAttempt(effect);
  let check: ((value: Json) => InputCheck) | undefined;
  return {
    tool,
    source,
    effect,
    approval: policy?.requiresApproval ?? tool.requiresApproval ?? approvalByDefault,
    isOrdered: isConnector && effect !== "read",
    hasEquality: isConnector ? effect !== "read" : isDeclaredWrite(effect),
    execution: tool.execution ?? defaultExecution,
    warnings: [...(tool.warnings ?? []), ...warnings],
    check: (value) => (check ??= options.checker(tool.inputSchema))(value),
  };
}

const defaultExecution: ToolExecution = { timeoutMs: 30_000, retry: defaultRetryPolicy, downtimeCounts: false };

/** For connector tools the manifest alone decides; elsewhere the policy, then what the source says, then the runner's default. */
function effectOf(
  tool: Tool,
  policy: ToolPolicy | undefined,
  defaultEffect: EffectClass,
): { readonly effect: EffectClass; readonly warnings: readonly string[] } {
  if (tool.connector === undefined) {
    return { effect: policy?.effect ?? tool.effect ?? defaultEffect, warnings: [] };
  }
  const effect = tool.effect ?? "non_idempotent_write";
  if (policy?.effect === undefined) return { effect, warnings: [] };
  const warning = `the effect "${policy.effect}" in the policy of ${tool.name} is ignored: the manifest of ${tool.connector.connection.connector} decides that it is "${effect}"`;
  return { effect, warnings: [warning] };
}
