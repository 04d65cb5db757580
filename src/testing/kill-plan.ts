/** Which moment each kill hits: every moment that a quiet round passed, in a seeded order, before any is hit again. */

import type { KillSlot } from "./kill-orders.ts";

/** What a round without a kill passes. */
export interface RoundMoments {
  readonly points: number;
  readonly requests: number;
}

/** Numbers from 0 to below 1 that depend on the seed alone (the generator is mulberry32, which is public domain). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An endless order of slots. Slots `from: "start"` come beside the others: they hit workers while these recover. */
export function* killSlots(moments: RoundMoments, seed: number): Generator<KillSlot, never> {
  const random = seeded(seed);
  for (;;) yield* shuffled(allSlots(moments), random);
}

function allSlots({ points, requests }: RoundMoments): KillSlot[] {
  const slots: KillSlot[] = [];
  for (let number = 0; number < points; number += 1) {
    slots.push({ at: "point", number, from: "round" });
    // Recovery passes fewer moments than a round.
    if (number % 3 === 0) slots.push({ at: "point", number: number / 3, from: "start" });
  }
  for (let number = 0; number < requests; number += 1)
    slots.push({ at: "received", number }, { at: "answered", number });
  return slots;
}

function shuffled(slots: KillSlot[], random: () => number): readonly KillSlot[] {
  for (let last = slots.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [slots[last], slots[other]];
    if (one !== undefined && two !== undefined) [slots[last], slots[other]] = [two, one];
  }
  return slots;
}
