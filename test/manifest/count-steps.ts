/**
 * Counts the work of a function: how often each function and each block of the validator and of its YAML parser runs, as
 * the engine's own coverage counts it. It needs no counter in the code it measures, so nothing can pass it by; only what
 * the engine does natively (a match of a regular expression) is not in it. Modules must be loaded after it was made.
 */
import { Session } from "node:inspector";
import type { Profiler } from "node:inspector";

export interface StepCounter {
  /** The steps of one run, and what it gave. */
  count<Result>(run: () => Result): { readonly steps: number; readonly result: Result };
  stop(): void;
}

const counted = ["/src/manifest/", "/node_modules/yaml/"];

export function createStepCounter(): StepCounter {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    count: (run) => {
      takeSteps(session);
      const result = run();
      return { steps: takeSteps(session), result };
    },
    stop: () => {
      session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}

/** The steps since it was asked before. A session in its own thread answers before `post` returns. */
function takeSteps(session: Session): number {
  let scripts: readonly Profiler.ScriptCoverage[] | undefined;
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error === null) scripts = taken.result;
  });
  if (scripts === undefined) throw new Error("the engine did not say what it counted");
  return scripts
    .filter(({ url }) => counted.some((part) => url.includes(part)))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
