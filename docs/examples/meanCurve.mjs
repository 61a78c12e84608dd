// The private mean of curves, at most two of each person.
import { axisPlaces, cryptographicWords, releaseMeanCurve, seededSource } from "curveil-core";

// 2,000 made-up daily courses of a temperature, at 60 times of 24 hours.
const random = seededSource(11);
const course = (hour) => 36.6 + 0.4 * Math.sin(((hour - 10) * Math.PI) / 12);
const curves = Array.from({ length: 2000 }, () => {
  const shift = 0.2 * random.normal();
  return Array.from({ length: 60 }, (_, i) => course((24 * i) / 59) + shift);
});

const release = releaseMeanCurve({
  records: { curves: Float64Array.from(curves.flat()), pointCount: 60 },
  curvesPerPerson: 2,
  domain: [0, 24],
  kernel: "matern52",
  range: 12, // hours
  penalty: 0.01,
  centre: [[0, 36.6]], // what a curve is without any data
  normBound: 1, // curves farther from the centre are shrunk to it
  epsilon: 1,
  delta: 1e-6,
  words: cryptographicWords(),
});

const hours = axisPlaces(release.axes[0]);
const warmest = release.values.indexOf(Math.max(...release.values));
console.log(`${hours.length} values, warmest at ${hours[warmest].toFixed(1)} h:`);
console.log(`${release.values[warmest].toFixed(2)} °C, noise of a value ${release.deviation.toFixed(3)} °C`);
console.log(`Δ = ${release.sensitivity.value.toExponential(3)}: ${release.sensitivity.formula}`);
