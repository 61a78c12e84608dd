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

/** A record shared out linearly among the nodes around it of a grid of the given step, anchored at 0. */
export function linearlyBinned(record: readonly number[], step: number): Combination {
  let nodes = [{ weight: 1, at: [] as number[] }];
  for (const x of record) {
    const left = Math.floor(x / step);
    const share = x / step - left;
    nodes = nodes.flatMap(({ weight, at }) => [
      { weight: weight * (1 - share), at: [...at, left * step] },
      { weight: weight * share, at: [...at, (left + 1) * step] },
    ]);
  }
  return nodes.filter(({ weight }) => weight > 0);
}

export function scaled(f: Combination, factor: number): Combination {
  return f.map(({ weight, at }) => ({ weight: weight * factor, at }));
}
