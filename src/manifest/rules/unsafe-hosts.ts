/** Finds hosts that are no plain name of a server behind https. */
import { TextMemo } from "../read/text-memo.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

/** What is wrong with the spelling of a host or of a base URL. */
export type HostData = {
  readonly host: string;
  readonly problem: "scheme" | "user" | "port" | "path" | "address" | "spelling" | "local" | "wide";
};

/** A host as it is written. */
interface WrittenHost {
  readonly host: string;
  readonly pointer: string;
}

export function findUnsafeHosts(context: RuleContext): readonly FindingDraft<HostData>[] {
  const listed = listedHosts(context).flatMap(({ host, pointer }) => {
    const problem = hosts.of(host);
    return problem === undefined ? [] : [{ at: { pointer }, data: { host, problem } }];
  });
  const bases = Object.entries(context.source.config ?? {}).flatMap(([name, field]) => {
    const host = field.type === "url" && typeof field.default === "string" ? field.default : undefined;
    const problem = host === undefined || isTemplate(host) ? undefined : baseProblem(host);
    if (host === undefined || problem === undefined) return [];
    return [{ at: { pointer: `${childPointer("/config", name)}/default` }, data: { host, problem } }];
  });
  return [...listed, ...bases];
}

const hosts = new TextMemo((host) => (isTemplate(host) ? undefined : hostProblem(host)));

function listedHosts({ source }: RuleContext): readonly WrittenHost[] {
  return (source.hosts ?? []).flatMap((host, index) =>
    typeof host === "string" ? [{ host, pointer: childPointer("/hosts", index) }] : [],
  );
}

function hostProblem(host: string): HostData["problem"] | undefined {
  if (host.includes("://")) return "scheme";
  if (host.includes("@")) return "user";
  if (/[/\\?#]/.test(host)) return "path";
  const name = host.startsWith("*.") ? host.slice(2) : host;
  if (name.includes(":")) return name.split(":").length > 2 ? "address" : "port";
  const parsed = URL.parse(`https://${name}/`)?.hostname;
  // 127.1, 0x7f.1 and 2130706433 are addresses to every parser of URLs.
  if (parsed !== undefined && /^\[|^[0-9]+(?:\.[0-9]+){3}$/.test(parsed)) return "address";
  if (parsed !== name.toLowerCase() || name.endsWith(".") || !/^[a-z0-9.-]+$/.test(parsed)) return "spelling";
  const labels = name.split(".");
  if (labels.length > 1 && !/^(?:local|localhost|internal|localdomain)$/.test(labels.at(-1) ?? "")) return undefined;
  return host.startsWith("*.") ? "wide" : "local";
}

/** A base URL that a connection has by default. A port and a path are part of it. */
function baseProblem(text: string): HostData["problem"] | undefined {
  const url = URL.parse(text);
  // The rule on defaults says that it is no address.
  if (url === null) return undefined;
  if (url.protocol !== "https:") return "scheme";
  if (url.username !== "" || url.password !== "") return "user";
  return url.search === "" && url.hash === "" ? hostProblem(url.hostname) : "path";
}

function isTemplate(host: string): boolean {
  return /[{}$]/.test(host);
}

/** Hosts that would be put together from arguments. */
export function findHostsFromInput(context: RuleContext): readonly FindingDraft<{ host: string }>[] {
  const requested = context.operations.flatMap(({ pointer, source }): readonly WrittenHost[] => {
    const own = { host: source.request?.host, pointer: `${pointer}/request/host` };
    const lookup = { host: source.lookup?.request?.host, pointer: `${pointer}/lookup/request/host` };
    return [own, lookup].flatMap(({ host, pointer: at }) => (typeof host === "string" ? [{ host, pointer: at }] : []));
  });
  const settings = Object.entries(context.source.config ?? {}).flatMap(([name, field]) => {
    const host = field.type === "url" ? field.default : undefined;
    return typeof host === "string" ? [{ host, pointer: `${childPointer("/config", name)}/default` }] : [];
  });
  return [...listedHosts(context), ...requested, ...settings]
    .filter(({ host }) => isTemplate(host))
    .map(({ host, pointer }) => ({ at: { pointer }, data: { host } }));
}
