import { exponentialSum } from "../src/core/kernels/exponentialSum.ts";
import { wordsOf } from "../src/core/random/randomWords.ts";
import { seededSource } from "../src/core/random/seededSource.ts";
import { openOnline } from "../src/core/release/onlineFunction.ts";

const questions = 15_000;

let isDone = false;

/** Asks an online release of a made-up function once, so that the engine compiles beforehand. */
export function rehearseOnline(): void {
  if (isDone) return;
  isDone = true;
  const random = seededSource(1);
  const places = Float64Array.from({ length: 100 }, (_, i) => i / 99);
  const sum = exponentialSum(
    places,
    places.map(() => 0.1),
    0.05,
  );
  const target = {
    estimate: ({ coordinates }: { readonly coordinates: Float64Array }) => coordinates.map(sum),
    ...{ roundingError: 1e-12, peak: 10, sensitivity: 0.1, kernel: { rate: 20 } },
    domain: [[0, 1] as const],
  };
  const { release } = openOnline(target, { epsilon: 1, delta: 1e-5, calibration: "analytic" }, wordsOf(random));
  for (let k = 0; k < questions; k++) release.query({ dimension: 1, coordinates: Float64Array.of(random.uniform()) });
}
