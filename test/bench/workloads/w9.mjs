import { createExponentialOnlineNoise } from "../../../src/core/privacy/mechanisms/online/exponentialOnlineNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { rehearseOnline } from "../../../workers/rehearsal.ts";
import { recordedBoundary, recordedOnline } from "../recordedOnline.mjs";

const rate = 20;

/** Online answers with exponential noise: a query each, as many as 10,000, against the dense conditional. */
export function* cases() {
  const random = seededSource(9);
  const places = (count) => Float64Array.from({ length: count }, () => random.uniform());
  for (const count of [500, 2000]) {
    const at = places(count);
    yield {
      name: "W9 online noise, one query after another",
      size: `${count} queries`,
      samples: 3,
      ours: () => {
        const noise = createExponentialOnlineNoise({ rate, capacity: 150_000, random });
        let last = 0;
        for (const x of at) last = noise.at([x]);
        return last;
      },
      python: () => ({ "numpy, dense conditional": ["online_dense", { t: at, rate }] }),
      targets: [{ ratio: 0.05, against: ["numpy, dense conditional"] }],
    };
  }
  const { release } = recordedOnline(3000, rate);
  const { release: boundary } = recordedBoundary(1000, rate);
  // As before the first question in a worker.
  rehearseOnline();
  for (const [name, { query }] of [
    ["W9 online answers, sum over 3000 records and exact dither included", release],
    ["W9 online answers of a boundary of 1000 records", boundary],
  ]) {
    yield {
      name,
      size: "10,000 queries",
      each: () =>
        Array.from(places(10_000), (x) => {
          const at = { dimension: 1, coordinates: Float64Array.of(x) };
          const start = globalThis.performance.now();
          query(at);
          return globalThis.performance.now() - start;
        }),
      most: 1,
    };
  }
  yield {
    name: "W9 a loop that computes next to nothing, for comparison",
    size: "10,000 steps",
    each: () =>
      Array.from(places(10_000), (x) => {
        const start = globalThis.performance.now();
        let root = x;
        for (let i = 0; i < 500; i++) root = Math.sqrt(root + i);
        return root > 0 ? globalThis.performance.now() - start : 0;
      }),
    most: Infinity,
  };
  const pasted = places(100_000);
  let k = 0;
  // Places that were asked for before are answered from memory, so each release is asked for each place once.
  let open = release;
  yield {
    name: "W9 online answers, pasted at once",
    size: "10,000 queries",
    samples: 3,
    ours: () => {
      if (k === pasted.length) [k, open] = [0, recordedOnline(3000, rate).release];
      return open.query({ dimension: 1, coordinates: pasted.slice(k, (k += 10_000)) })[0];
    },
    python: () => ({}),
    targets: [{ ratio: undefined, against: [] }],
  };
}
