/** The suite that every engine passes: what the port promises, engine by engine in the same words. */

import type { EngineTraits } from "../core/engine.ts";
import { attemptFamily } from "./engine-suite-attempts.ts";
import { inputFamily } from "./engine-suite-inputs.ts";
import { readingFamily } from "./engine-suite-reading.ts";
import { restartFamily } from "./engine-suite-restart.ts";
import { retryFamily } from "./engine-suite-retries.ts";
import { timeFamily } from "./engine-suite-time.ts";
import type { EngineTests } from "./engine-tests.ts";
import { type EnginePlace, type EngineSubject, World } from "./engine-world.ts";
import type { TestApi } from "./test-api.ts";

/** What other tests show, or what only engines with several workers can show. */
const ELSEWHERE: readonly (readonly [name: string, reason: string])[] = [
  ["E9: with bytes between engine and worker frozen, nothing is sent", "the engine is in the worker's process"],
  ["E11: the engine restarts during a call, the worker lives", "the engine is in the worker's process"],
  ["E20: a cut network in place of a pause", "there is no network between engine and worker"],
  ["E21: another worker takes over within the stated time", "one owner; its successor takes over at the next opening"],
  ["E22: a worker that starts or stops disturbs nobody", "one owner"],
];

/**
 * Declares the tests of an engine with the runner's own functions.
 *
 * Numbers (`E1` to `E30`) are those of the conformance list in docs/engines.md. What needs killed processes is in the
 * crash tests of the engine.
 */
export function engineSuite(api: TestApi, subject: EngineSubject): void {
  const testPlace: EngineTests["testPlace"] = (name, body) => {
    api.test(name, async () => {
      const place = subject.makePlace();
      try {
        await body(place);
      } finally {
        place.remove();
      }
    });
  };
  const test: EngineTests["test"] = (name, body) => testPlace(name, (place) => withWorld(place, body));
  const tests: EngineTests = { describe: api.describe, traits: traitsOf(subject), test, testPlace };
  api.describe(`the ${subject.name} engine`, () => {
    inputFamily(tests);
    attemptFamily(tests);
    retryFamily(tests);
    timeFamily(tests);
    readingFamily(tests);
    restartFamily(tests);
    for (const [name, reason] of ELSEWHERE) api.skip?.(`${name} (${reason})`, () => {});
  });
}

async function withWorld(place: EnginePlace, body: (world: World) => Promise<void>): Promise<void> {
  const world = await World.open(place);
  try {
    await body(world);
  } finally {
    await world.engine.close(0);
  }
}

function traitsOf(subject: EngineSubject): EngineTraits {
  const place = subject.makePlace();
  const { traits } = place.engine();
  place.remove();
  return traits;
}
