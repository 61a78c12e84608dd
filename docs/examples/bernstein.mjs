// A density as a Bernstein polynomial: pure ε, Laplace noise on a few numbers.
import { cryptographicWords, pointsFrom, releaseDensity, seededSource } from "curveil-core";

const random = seededSource(3);
const ages = Array.from({ length: 5000 }, () => [45 + 12 * random.normal()]);
const epsilon = 1;

const release = releaseDensity({
  records: { points: pointsFrom(ages) },
  recordsPerPerson: 1,
  domain: [[0, 100]],
  bandwidths: [8],
  // Degree and order with the least bound on the error, from public numbers alone.
  polynomial: { law: "laplace", size: { kind: "automatic", epsilon, delta: 0 } },
  epsilon,
  delta: 0,
  words: cryptographicWords(),
});

const [degree, order] = release.basis.parameters;
console.log(`${degree.name} = ${degree.value}, ${order.name} = ${order.value}: ${release.integers.length} numbers`);
console.log(`ε = ${release.epsilon}, δ = ${release.delta}; density at 50: ${release.values[500].toFixed(4)} per year`);
console.log(`noise within ±${release.simultaneousHalfWidth.toFixed(4)} everywhere, proved: ${release.isBandProved}`);
