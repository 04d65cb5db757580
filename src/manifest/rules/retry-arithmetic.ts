/** Finds times of one operation that contradict each other. */
import { formatDuration, parseDuration } from "../../core/duration.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** Two times of which the first must be shorter. */
export type ArithmeticData = {
  readonly longer: string;
  readonly longerValue: string;
  readonly shorter: string;
  readonly shorterValue: string;
};

/** A time with its name, and the places where it may be written, the operation's own first. */
interface NamedTime {
  readonly name: string;
  readonly ms: number;
  readonly places: readonly string[];
}

type Draft = FindingDraft<ArithmeticData>;

/** Time-outs longer than what they are a part of. */
export function findTimesThatDoNotFit(context: RuleContext): readonly Draft[] {
  return context.operations.flatMap((each) => [...executionTimes(context, each), ...requestTimes(context, each)]);
}

function executionTimes(context: RuleContext, each: OperationContext): readonly Draft[] {
  const { execution, effect } = each.operation;
  const { retry } = execution;
  const timeout = timeOf(each, "timeout", execution.timeoutMs);
  const total = timeOf(each, "retry/total", retry.total);
  const initial = timeOf(each, "retry/initial", retry.initial);
  const max = timeOf(each, "retry/max", retry.max);
  const isRepeated = (effect === "read" || effect === "idempotent_write") && retry.attempts > 1;
  // The defaults of a budget that is never used contradict nothing.
  const usesTotal = isRepeated || isWritten(context, total);
  return [
    ...(usesTotal && timeout.ms > total.ms ? [misfit(context, timeout, total)] : []),
    ...(isRepeated && initial.ms > max.ms ? [misfit(context, initial, max)] : []),
  ];
}

function requestTimes(context: RuleContext, each: OperationContext): readonly Draft[] {
  const { source, pointer, operation } = each;
  const timeout = timeOf(each, "timeout", operation.execution.timeoutMs);
  const requests = [
    { at: `${pointer}/request/timeout`, name: "request.timeout", written: source.request?.timeout },
    {
      at: `${pointer}/lookup/request/timeout`,
      name: "lookup.request.timeout",
      written: source.lookup?.request?.timeout,
    },
  ];
  return requests.flatMap(({ at, name, written }) => {
    const ms = written === undefined ? undefined : parseDuration(written);
    if (ms === undefined || ms < timeout.ms) return [];
    return [misfit(context, { name, ms, places: [at] }, timeout)];
  });
}

function timeOf({ pointer }: OperationContext, path: string, ms: number): NamedTime {
  const name = `execution.${path.replace("/", ".")}`;
  return { name, ms, places: [`${pointer}/execution/${path}`, `/defaults/execution/${path}`] };
}

function isWritten({ nodeAt }: RuleContext, { places }: NamedTime): boolean {
  return places.some((place) => nodeAt(place) !== undefined);
}

/** Marks the one that is written; a default that nobody wrote is only named. */
function misfit(context: RuleContext, longer: NamedTime, shorter: NamedTime): Draft {
  const [marked, other] = isWritten(context, longer) ? [longer, shorter] : [shorter, longer];
  const related = isWritten(context, other)
    ? [{ at: { pointer: context.locate(...other.places) }, label: `\`${other.name}\` is ${formatDuration(other.ms)}` }]
    : [];
  return {
    at: { pointer: context.locate(...marked.places) },
    data: {
      longer: longer.name,
      longerValue: formatDuration(longer.ms),
      shorter: shorter.name,
      shorterValue: formatDuration(shorter.ms),
    },
    related,
  };
}
