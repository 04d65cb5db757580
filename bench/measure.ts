/** Measures subjects beside each other: in turns, so that what the machine does meanwhile meets all of them. */

export interface Subject {
  readonly name: string;
  /** Does the thing `count` times. */
  run(count: number): Promise<void>;
}

export interface Figure {
  readonly name: string;
  /** Median of the rounds, microseconds for one. */
  readonly medianUs: number;
  /** The same in time of the processor, which a busy machine changes less. */
  readonly cpuUs: number;
  /** The ratio of each round to the first subject's round: median and quartiles. */
  readonly ratio: readonly [number, number, number];
}

/** One round that is not counted, then `rounds` in which each subject runs `count` times. */
export async function measure(subjects: readonly Subject[], rounds: number, count: number): Promise<readonly Figure[]> {
  const times = subjects.map((): number[] => []);
  const cpus = subjects.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const cpuBefore = process.cpuUsage();
      const before = process.hrtime.bigint();
      await subject.run(count);
      const us = Number(process.hrtime.bigint() - before) / 1_000 / count;
      const { user, system } = process.cpuUsage(cpuBefore);
      if (round < 0) continue;
      times[index]?.push(us);
      cpus[index]?.push((user + system) / count);
    }
  }
  const [first = []] = times;
  return subjects.map(({ name }, index) => {
    const own = times[index] ?? [];
    const ratios = own.map((us, round) => us / (first[round] ?? us));
    return {
      name,
      medianUs: quantile(own, 0.5),
      cpuUs: quantile(cpus[index] ?? [], 0.5),
      ratio: [quantile(ratios, 0.25), quantile(ratios, 0.5), quantile(ratios, 0.75)],
    };
  });
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** One line a subject; ratios are to the first one. */
export function print(title: string, figures: readonly Figure[]): void {
  console.log(`${title}  (Node ${process.versions.node})`);
  for (const { name, medianUs, cpuUs, ratio } of figures) {
    const [low, middle, high] = ratio.map((value) => value.toFixed(2));
    console.log(
      `  ${name.padEnd(44)} ${medianUs.toFixed(1).padStart(9)} µs  (processor ${cpuUs.toFixed(1).padStart(8)} µs)   × ${middle ?? ""}  (${low ?? ""} to ${high ?? ""})`,
    );
  }
}
