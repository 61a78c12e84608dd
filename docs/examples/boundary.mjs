// A private decision function of two inputs, and where its sign is certain.
import { cryptographicWords, pointsFrom, releaseBoundary, seededSource } from "curveil-core";

// 4,000 made-up persons: age and dose, and whether a treatment helped.
const random = seededSource(7);
const rows = Array.from({ length: 4000 }, () => [20 + 60 * random.uniform(), 100 * random.uniform()]);
const helped = rows.map(([age, dose]) => (dose - age + 15 * random.normal() > 0 ? 1 : -1));

const release = releaseBoundary({
  records: { points: pointsFrom(rows), responses: Float64Array.from(helped) },
  recordsPerPerson: 1,
  domain: [
    [20, 80],
    [0, 100],
  ],
  kernel: "gaussian",
  lengthScale: 0.5, // of each side of the domain
  loss: "logistic",
  penalty: 0.01,
  epsilon: 1,
  delta: 1e-6,
  words: cryptographicWords(),
});

const certain = release.values.filter((value) => Math.abs(value) > release.simultaneousHalfWidth);
const helps = certain.filter((value) => value > 0).length;
console.log(`${release.values.length} points, sign certain at ${certain.length}: helps at ${helps}`);
console.log(`noise within ±${release.simultaneousHalfWidth.toFixed(3)} everywhere, in 95 of 100 releases`);
