/** Alarms in memory, ordered by time. A replaced or dropped alarm stays in the heap until it comes up, and is then passed over. */

import type { Alarm } from "../../core/engine.ts";

export class AlarmHeap {
  readonly #heap: Alarm[] = [];
  /** The alarms that stand, by session and id. */
  readonly #standing = new Map<string, Map<string, Alarm>>();

  set(alarm: Alarm): void {
    let ofSession = this.#standing.get(alarm.session);
    if (ofSession === undefined) this.#standing.set(alarm.session, (ofSession = new Map()));
    ofSession.set(alarm.id, alarm);
    this.#push(alarm);
  }

  drop(session: string, id: string): void {
    const ofSession = this.#standing.get(session);
    if (ofSession?.delete(id) === true && ofSession.size === 0) this.#standing.delete(session);
  }

  at(session: string, id: string): number | undefined {
    return this.#standing.get(session)?.get(id)?.at;
  }

  nextAt(): number | undefined {
    this.#passOver();
    return this.#heap[0]?.at;
  }

  /** Due alarms, earliest first; they stand until they are dropped. */
  due(now: number, limit: number): readonly Alarm[] {
    const due: Alarm[] = [];
    this.#passOver();
    for (let top = this.#heap[0]; top !== undefined && top.at <= now && due.length < limit; top = this.#heap[0]) {
      this.#pop();
      due.push(top);
      this.#passOver();
    }
    for (const alarm of due) this.#push(alarm);
    return due;
  }

  #passOver(): void {
    for (let top = this.#heap[0]; top !== undefined && !this.#stands(top); top = this.#heap[0]) this.#pop();
  }

  #stands(alarm: Alarm): boolean {
    return this.#standing.get(alarm.session)?.get(alarm.id) === alarm;
  }

  #push(alarm: Alarm): void {
    const heap = this.#heap;
    let index = heap.push(alarm) - 1;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (parent === undefined || parent.at <= alarm.at) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = alarm;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const childIndex = this.#earlierChild(index);
      const child = heap[childIndex];
      if (child === undefined || child.at >= last.at) break;
      heap[index] = child;
      index = childIndex;
    }
    heap[index] = last;
  }

  #earlierChild(index: number): number {
    const left = 2 * index + 1;
    const right = left + 1;
    const leftAt = this.#heap[left]?.at ?? Number.POSITIVE_INFINITY;
    return (this.#heap[right]?.at ?? Number.POSITIVE_INFINITY) < leftAt ? right : left;
  }
}
