/** A finite combination Σ weight · section(at) of an RKHS. */
export type Combination = readonly { readonly weight: number; readonly at: readonly number[] }[];

type InnerProduct = (x: readonly number[], y: readonly number[]) => number;

/** ‖f − g‖ from the inner products of the sections. */
export function rkhsDistance(f: Combination, g: Combination, inner: InnerProduct): number {
  const difference = [...f, ...g.map(({ weight, at }) => ({ weight: -weight, at }))];
  let squared = 0;
  for (const a of difference) for (const b of difference) squared += a.weight * b.weight * inner(a.at, b.at);
  // Cancellation can leave a negative remainder of about 1e-16 for equal f and g.
  return Math.sqrt(Math.max(0, squared));
}

/** The estimate of the given records: equal weights c/n. */
export function average(records: readonly (readonly number[])[], c: number): Combination {
  return records.map((at) => ({ weight: c / records.length, at }));
}

/** A record shared out by the cubic B-spline among the nodes around it of a mesh with these steps, anchored at 0. */
export function splineBinned(record: readonly number[], steps: readonly number[]): Combination {
  let nodes = [{ weight: 1, at: [] as number[] }];
  record.forEach((x, j) => {
    const left = Math.floor(x / steps[j]!);
    const t = x / steps[j]! - left;
    const shares = [
      (1 - t) ** 3 / 6,
      (4 - 6 * t ** 2 + 3 * t ** 3) / 6,
      (1 + 3 * t + 3 * t ** 2 - 3 * t ** 3) / 6,
      t ** 3 / 6,
    ];
    nodes = nodes.flatMap(({ weight, at }) =>
      shares.map((share, k) => ({ weight: weight * share, at: [...at, (left - 1 + k) * steps[j]!] })),
    );
  });
  return nodes.filter(({ weight }) => weight > 0);
}

export function scaled(f: Combination, factor: number): Combination {
  return f.map(({ weight, at }) => ({ weight: weight * factor, at }));
}
