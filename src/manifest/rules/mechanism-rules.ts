/** The rules on what makes a write repeatable: the mechanisms, and whether they are strong enough. */
import { formatDuration } from "../../core/duration.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { findKeyPlaceFaults } from "./key-place.ts";
import type { KeyPlaceData } from "./key-place.ts";
import { defineRule } from "./rule.ts";
import type { RuleDefinition, RuleText } from "./rule.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { FindingData } from "../../core/finding.ts";
import { placedRules, reachedBy } from "./seen-answers.ts";

const repeating = { category: "repeating", since: "0.1.0", fix: "none" } as const;

/** A rule of this family. */
function mechanismRule<Data extends FindingData>(
  definition: Omit<RuleDefinition<Data>, keyof typeof repeating>,
): ReturnType<typeof defineRule> {
  return defineRule<Data>({ ...repeating, ...definition });
}

export const safeNeedsMechanism = mechanismRule<{ name: string }>({
  id: "DC6001",
  name: "safe-needs-mechanism",
  severity: "error",
  security: true,
  why: "a lost answer would make the write happen twice",
  page: {
    why: "`retry: safe` lets the toolkit send a write again when the answer was lost. Without a key, a natural reason or a lookup the provider does it a second time.",
    bad: `addNote: {kind: mutation, agent: {exposed: true, retry: safe}}`,
    good: `addNote: {kind: mutation, agent: {exposed: true, retry: safe}, idempotency: {key: {in: header, name: Idempotency-Key, format: uuid, window: 24h}}}`,
  },
  text: ({ name }) => ({
    message: `\`${name}\` says \`retry: safe\` and declares no mechanism`,
    help: "add `idempotency` with a key, a natural reason or a lookup, or write `retry: never`",
  }),
  check: ({ operations }) =>
    operations.flatMap(({ name, pointer, operation }) => {
      if (operation.effect !== "idempotent_write" || operation.idempotency !== undefined) return [];
      return [{ at: { pointer: `${pointer}/agent/retry` }, data: { name } }];
    }),
});

/** The structure check reports it. */
export const mechanismIncomplete = mechanismRule<{ key: string; where: string }>({
  id: "DC6002",
  name: "mechanism-incomplete",
  severity: "error",
  why: "a key is of use only where the provider looks, in its form, and while it is remembered",
  page: {
    why: "A key mechanism needs the place, the format and the time that the provider remembers a key. With one of them missing a re-send may be a second write.",
    bad: `idempotency: {key: {in: header}}`,
    good: `idempotency: {key: {in: header, name: Idempotency-Key, format: uuid, window: 24h}}`,
  },
  text: ({ key, where }) => ({
    message: `${where} does not say \`${key}\``,
    help: `add \`${key}\` as the provider documents it`,
    mark: `\`${key}\` is missing`,
  }),
});

export const windowTooShort = mechanismRule<{ window: string; total: string }>({
  id: "DC6003",
  name: "window-too-short",
  severity: "error",
  why: "a forgotten key makes the retry a second write",
  page: {
    why: "The provider forgets a key after its window. A re-send that is still allowed then is a new request to it.",
    bad: `idempotency: {key: {…, window: 5m}}\nexecution: {retry: {total: 10m}}`,
    good: `idempotency: {key: {…, window: 5m}}\nexecution: {retry: {total: 4m}}`,
  },
  text: ({ window, total }) => ({
    message: `the key's window of ${window} ends before the retry time of ${total}`,
    help: "shorten `execution.retry.total` below the window, or declare a lookup",
    mark: "the provider forgets the key here",
  }),
  check: (context) => context.operations.flatMap((each) => checkWindow(context, each)),
});

function checkWindow(
  { locate }: RuleContext,
  { operation, pointer }: OperationContext,
): readonly FindingDraft<{ window: string; total: string }>[] {
  const { idempotency, effect, execution, lookup } = operation;
  const { attempts, total } = execution.retry;
  if (effect !== "idempotent_write" || idempotency?.kind !== "key" || idempotency.windowMs === "forever") return [];
  // Past the window a declared lookup is asked before anything is sent again.
  if (lookup !== undefined || attempts === 1 || idempotency.windowMs >= total) return [];
  const at = locate(`${pointer}/execution/retry/total`, "/defaults/execution/retry/total");
  // A default that nobody wrote has no place.
  const isWritten = at.endsWith("/execution/retry/total");
  const related = isWritten ? [{ at: { pointer: at }, label: "a retry may still be sent here" }] : [];
  const data = { window: formatDuration(idempotency.windowMs), total: formatDuration(total) };
  return [{ at: { pointer: `${pointer}/idempotency/key/window` }, data, related }];
}

export const keyPlaceFormat = mechanismRule<KeyPlaceData>({
  id: "DC6005",
  name: "key-place-format",
  severity: "error",
  why: "a key that is cut, overwritten or not sent protects nothing",
  page: {
    why: "The toolkit writes the key by itself. A second value at that place, a field that is too short, or a body without the place means that the provider never sees it as it is.",
    bad: `idempotency: {key: {in: header, name: X-Request-Id, format: uuid, maxLength: 32, window: 24h}}`,
    good: `idempotency: {key: {in: header, name: X-Request-Id, format: hex, maxLength: 32, window: 24h}}`,
  },
  text: keyPlaceText,
  check: findKeyPlaceFaults,
});

function keyPlaceText({ problem, place, length }: KeyPlaceData): RuleText {
  if (problem === "short") {
    return {
      message: `a uuid has 36 characters, but the provider takes ${length}`,
      help: "write `format: hex`, or a `maxLength` of at least 36",
    };
  }
  if (problem === "taken") {
    return { message: `\`${place}\` already has another value`, help: "bind the place once: leave it to the key" };
  }
  return {
    message: `the request's body has no place \`${place}\``,
    help: "send a JSON or form body, or put the key into a header",
  };
}

/** The structure check reports it. */
export const naturalIdentity = mechanismRule<{ key: string; where: string }>({
  id: "DC6008",
  name: "natural-identity",
  severity: "error",
  why: "only a reason and a target make the claim reviewable",
  page: {
    why: "`natural` claims that twice is the same as once. The claim needs a reason, and the inputs that name the target: without them nobody can check it.",
    bad: `idempotency: {natural: {because: labels are a set}}`,
    good: `idempotency: {natural: {because: labels are a set, identity: [/issueId]}}`,
  },
  text: ({ key, where }) => ({
    message: `${where} does not say \`${key}\``,
    help:
      key === "because"
        ? "say why sending it twice leaves the same state"
        : "list the pointers to the inputs that name the target",
    mark: `\`${key}\` is missing`,
  }),
});

export const naturalPost = mechanismRule<{ because: string }>({
  id: "DC6009",
  name: "natural-post",
  severity: "warning",
  why: "a POST usually makes a new thing each time",
  page: {
    why: 'PUT and DELETE repeat by design, POST does not. A reason that only says "idempotent" leaves it open whether anybody looked.',
    bad: `idempotency: {natural: {because: It is idempotent., identity: [/id]}}\nrequest: {method: POST, …}`,
    good: `idempotency: {natural: {because: "Labels are a set: adding one again changes nothing.", identity: [/id, /labels]}}\nrequest: {method: POST, …}`,
    suppress: "The provider documents this POST as repeatable and says no more.",
  },
  text: ({ because }) => ({
    message: `\`${because}\` does not say why this POST can be repeated`,
    help: "say what the provider does with the second request, or use a key",
  }),
  check: ({ operations }) =>
    operations.flatMap(({ pointer, operation: { idempotency, implementation } }) => {
      const isPost = implementation.kind === "request" && implementation.request.method === "POST";
      if (!isPost || idempotency?.kind !== "natural" || tells(idempotency.because)) return [];
      return [{ at: { pointer: `${pointer}/idempotency/natural/because` }, data: { because: idempotency.because } }];
    }),
});

/** Words that claim a repeat to be safe without saying why. */
const claims: ReadonlySet<string> = new Set(
  "a an and are as be by call can calls can's do done does idempotent idempotently is it its naturally natural of often once operation post posts repeat repeatable repeated repeating request requests retried retry retries retrying safe safely same so that the this to twice very we write yes again always api endpoint endpoints provider".split(
    " ",
  ),
);

function tells(because: string): boolean {
  const words = because.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => !claims.has(word)).length >= 2;
}

export const replayedFailure = mechanismRule<{ status: number }>({
  id: "DC6010",
  name: "replayed-failure",
  severity: "warning",
  why: "the provider repeats the stored failure for as long as it remembers the key",
  page: {
    why: "With `replaysFailures` the same key brings the same 5xx again, so a retry only spends the budget, and the truth stays unknown.",
    bad: `idempotency: {key: {…, replaysFailures: true}}\nclassify: [{when: {status: [5xx]}, then: {retry: {}}}]`,
    good: `idempotency: {key: {…, replaysFailures: true}}\nclassify: [{when: {status: [5xx]}, then: {lookup: {}}}]`,
    suppress: "The provider stores no failures of this status.",
  },
  text: ({ status }) => ({
    message: `status ${status} is retried with a key whose failures the provider repeats`,
    help: "look it up with `lookup`, or end in `uncertain`",
  }),
  check: ({ operations }) => operations.flatMap(checkReplayed),
});

function checkReplayed(each: OperationContext): readonly FindingDraft<{ status: number }>[] {
  const { idempotency, classification } = each.operation;
  if (idempotency?.kind !== "key" || !idempotency.replaysFailures) return [];
  const probes = Array.from({ length: 100 }, (_, index) => ({ status: 500 + index, isResend: true }));
  return placedRules(each).flatMap(({ rule, pointer }) => {
    // A test on a header or a body may be the provider's word that this failure is not stored.
    const isWord = rule.when.header !== undefined || rule.when.body !== undefined;
    if (rule.then.kind !== "retry" || rule.when.fault !== undefined || isWord) return [];
    const status = reachedBy(classification, rule, probes)?.status;
    return status === undefined
      ? []
      : [{ at: { pointer: `${pointer}/then/retry`, on: "key" as const }, data: { status } }];
  });
}
