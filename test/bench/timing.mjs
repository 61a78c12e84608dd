let sink = 0;

/** Medians (and our 95th percentile) of two computations run in turn, after a warm-up. */
export function alternating(ours, theirs, samples = 15) {
  const times = { ours: [], theirs: [] };
  for (let i = -3; i < samples; i++) {
    for (const [name, run] of [["ours", ours], ["theirs", theirs]]) {
      if (!run) continue;
      const start = performance.now();
      sink += run();
      if (i >= 0) times[name].push(performance.now() - start);
    }
  }
  if (Number.isNaN(sink)) throw new Error("a computation gave NaN");
  return {
    ours: quantile(times.ours, 0.5),
    high: quantile(times.ours, 0.95),
    ...(theirs ? { theirs: quantile(times.theirs, 0.5) } : {}),
  };
}

export function quantile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
}
