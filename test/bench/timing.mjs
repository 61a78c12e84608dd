let sink = 0;

/** Samples of each function in milliseconds, taken in turn after a warm-up; short computations are repeated within a sample. */
export function interleaved(functions, samples) {
  const repeats = Object.entries(functions).map(([name, run]) => [name, run, repeatsOf(run)]);
  const times = Object.fromEntries(repeats.map(([name]) => [name, []]));
  for (let i = 0; i < samples; i++) {
    for (const [name, run, count] of repeats) {
      const start = performance.now();
      for (let k = 0; k < count; k++) sink += run();
      times[name].push((performance.now() - start) / count);
    }
  }
  if (Number.isNaN(sink)) throw new Error("a computation gave NaN");
  return times;
}

/** Milliseconds; until then a browser compiles anew what it runs. */
const warmUp = 200;
const sampleLength = 5;

/** Warms up, and returns how many calls make a sample that the browser's clock can measure. */
function repeatsOf(run) {
  const end = performance.now() + warmUp;
  for (let repeats = 1; ; repeats *= 2) {
    const start = performance.now();
    for (let k = 0; k < repeats; k++) sink += run();
    const now = performance.now();
    if (now >= end) return Math.max(1, Math.ceil((repeats * sampleLength) / (now - start)));
  }
}

/** Medians (and our 95th percentile) of two computations run in turn, after a warm-up. */
export function alternating(ours, theirs, samples = 15) {
  const times = { ours: [], theirs: [] };
  for (let i = -3; i < samples; i++) {
    for (const [name, run] of [
      ["ours", ours],
      ["theirs", theirs],
    ]) {
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
