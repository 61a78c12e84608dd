// The private density of a column of a CSV file, one row a person.
import { readFileSync } from "node:fs";
import { axisPlaces, cryptographicWords, densityRecordsFrom, readTable, releaseDensity } from "curveil-core";

const table = readTable(readFileSync(new URL("eruptions.csv", import.meta.url)));
const records = densityRecordsFrom(table, { columns: ["waiting"], missing: "refuse" });

// Domain, bandwidth and budget are declared before anybody looks at the records.
const release = releaseDensity({
  records,
  recordsPerPerson: 1,
  domain: [[30, 110]], // minutes
  bandwidths: [5],
  epsilon: 1,
  delta: 1e-6,
  words: cryptographicWords(),
});

const minutes = axisPlaces(release.axes[0]);
const highest = release.values.indexOf(Math.max(...release.values));
console.log(
  `${release.values.length} values, ε = ${release.epsilon}, δ = ${release.delta}, μ = ${release.mu.toFixed(4)}`,
);
console.log(`highest at ${minutes[highest].toFixed(1)} minutes: ${release.values[highest].toFixed(4)} per minute`);
console.log(`noise within ±${release.simultaneousHalfWidth.toFixed(4)} everywhere, in 95 of 100 releases`);
