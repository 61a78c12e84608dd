import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { breastMeasures, breastTumours } from "../../src/core/examples/breastCancer.ts";
import { smallDigits } from "../../src/core/examples/smallDigits.ts";
import { fitAffineHullClassifier } from "../../test/support/affineHullClassifier.ts";
import { fitAffineHullMachine } from "../../src/core/affineHull/machine/affineHullMachine.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { fabricateTableRelease } from "../../src/core/affineHull/fabrication/fabrication.ts";
import { digitCurves, meanArea } from "../../src/core/affineHull/digits/digitDistances.ts";
import { lastOf } from "../../src/core/slices.ts";
import { digitsOfRows } from "../mnist.mjs";

const notes = `Kumar, Moser & Fischer 2024, Tables 3, 4, 6, 7 and 11. The data of the first four are not to be had (features of a network whose weights
are not published; heart beats that are not public), so these are the same experiments on data that come with the page. Table 11 is of random
data, and repeated as it is.`;

/** @param options some of 3, 4, 6, 7, 11 and 17, which is Figure 17, also of its series p, n or N alone; all by default */
export function reproduce(options) {
  const asked = (name) => options.length === 0 || options.includes(name);
  console.log(notes);
  if (asked("3") || asked("4")) tablesThreeAndFour();
  if (asked("6"))
    privateTable("6", digitsAsTable(), ["5,20", "8,20", "16,20", "32,20", "32,5", "32,10", "32,15", "32,25"], 64);
  if (asked("7"))
    privateTable(
      "7",
      tumours(),
      ["8,5", "16,5", "24,5", "32,5", "32,1", "32,3", "32,7", "32,10"],
      breastMeasures.length,
    );
  if (asked("11")) tableEleven();
  if (asked("17")) figureSeventeen(options);
}

/**
 * Five splits of 500 small digits, 400 to learn from: machines without noise, and nearest neighbours for comparison. The
 * area is that under the curve of class-matching scores, mean of the classes.
 */
function tablesThreeAndFour() {
  console.log(
    "\nTables 3 and 4 on 500 digits of 8 × 8 pixels, five splits into 400 and 100, no privacy: accuracy, then area",
  );
  const digits = smallDigits();
  const splits = [1, 2, 3, 4, 5].map((seed) => {
    const random = seededSource(seed);
    const order = Array.from(digits.classOf.keys(), (i) => [random.uniform(), i]).sort(([a], [b]) => a - b);
    const [train, test] = [order.slice(0, 400), order.slice(400)].map((part) =>
      digitsOfRows(
        digits,
        part.map(([, i]) => i),
      ),
    );
    const rows = ({ entries }) => ({ dimension: 64, coordinates: Float64Array.from(entries) });
    const classes = Array.from({ length: 10 }, (_, c) => {
      const own = [...train.classOf.keys()].filter((i) => train.classOf[i] === c);
      return { points: rows(digitsOfRows(train, own)), assignment: new Float64Array(own.length) };
    });
    const classifier = fitAffineHullClassifier({ classes, subspaceDimension: 20, depth: 5 });
    const right = classifier.labels(rows(test)).filter((label, q) => label - 1 === test.classOf[q]).length / 100;
    const distances = classifier.distances(rows(test));
    const ofClass = (_, c) => Float64Array.from(test.classOf, (_, q) => distances[10 * q + c]);
    const area = meanArea(digitCurves(Array.from({ length: 10 }, ofClass), test.classOf));
    return [right, nearest(train, test), area];
  });
  console.log(`affine hull machines  ${splits.map(([ours]) => ours.toFixed(2)).join("  ")}`);
  console.log(`nearest neighbour     ${splits.map(([, near]) => near.toFixed(2)).join("  ")}`);
  console.log(`area, machines        ${splits.map(([, , area]) => area.toFixed(4)).join("  ")}`);
}

function nearest(train, test) {
  const p = train.dimension;
  let right = 0;
  test.classOf.forEach((own, q) => {
    let [best, least] = [0, Infinity];
    train.classOf.forEach((label, i) => {
      let square = 0;
      for (let j = 0; j < p; j++) square += (test.entries[q * p + j] - train.entries[i * p + j]) ** 2;
      if (square < least) [best, least] = [label, square];
    });
    right += Number(best === own);
  });
  return right / test.classOf.length;
}

/**
 * Accuracy and membership-inference score of both private classifiers at (ε, n); one record in four is a test record.
 */
function privateTable(name, { records, ranges, what }, pairs, p) {
  console.log(`\nTable ${name} on ${what}`);
  console.log("(ε, n)      accuracy (15)  (12)     mis (15)  (12)");
  for (const pair of pairs) {
    const [epsilon, n] = pair.split(",").map(Number);
    const subspaceDimension = Math.min(n, p);
    const shared = {
      protection: "entry",
      epsilon,
      delta: 0,
      adjacency: 1,
      ranges,
      origin: "corner",
      parties: 1,
      branches: 1,
    };
    const sizes = {
      subspaceDimension,
      depth: Math.min(5, subspaceDimension),
      steps: 3,
      testEvery: 4,
      fieldCount: 0,
      fieldMargin: 0,
    };
    const of = (model) =>
      lastOf(fabricateTableRelease(records, { ...shared, ...sizes, frames: false, seed: 1, model }));
    const [fabricated, noisy] = [of("fabricated"), of("noisy")];
    const shown = [fabricated.accuracy, noisy.accuracy].map((x) => x.toFixed(4).padEnd(10));
    const scores = [fabricated.score.score, noisy.score.score].map((x) => x.toFixed(5).padEnd(10));
    console.log(`${`(${pair})`.padEnd(12)}${shown.join("")}    ${scores.join("")}`);
  }
}

function digitsAsTable() {
  const digits = smallDigits();
  const points = { dimension: 64, coordinates: Float64Array.from(digits.entries) };
  const ranges = Array.from({ length: 64 }, () => [0, 1]);
  return { records: { points, classOf: digits.classOf, classCount: 10 }, ranges, what: "500 digits of 8 × 8 pixels" };
}

function tumours() {
  const columns = breastMeasures.map(({ name }) => name);
  const records = classifiedRecordsFrom({ table: breastTumours(), columns, label: "diagnosis", missing: "drop" });
  const ranges = breastMeasures.map(({ domain }) => domain);
  return { records, ranges, what: `${records.classOf.length} breast tumours with ${columns.length} measures` };
}

/** Machines of N × p normal numbers, n = 20. The paper prints N × p alone; from 2.5 million on all are N × 10 N. */
function tableEleven() {
  console.log(
    "\nTable 11: time of one machine of N × p normal numbers, n = 20, in seconds of the processor. The paper's: MATLAB, 2.2 GHz Core i7",
  );
  console.log("N × p                   seconds   printed");
  const printed = [
    [100, 100, 0.0193],
    [1000, 100, 0.1077],
    [300, 1000, 0.3232],
    [1000, 1000, 1.9783],
    [500, 5000, 10.0412],
    [600, 6000, 18.1033],
    [700, 7000, 27.2175],
    [750, 7500, 37.9418],
    [800, 8000, 67.8467],
    [850, 8500, 80.105],
    [900, 9000, 101.2839],
    [950, 9500, 126.763],
    [1000, 10000, 133.0497],
  ];
  for (const [N, p, theirs] of printed) {
    const seconds = secondsOf({ N, p, n: 20 });
    console.log(`${`${N} × ${p} = ${N * p}`.padEnd(24)}${seconds.toFixed(3).padEnd(10)}${theirs}`);
  }
}

/** Seconds of the processor for one machine of N × p normal numbers. */
function secondsOf({ N, p, n }) {
  const random = seededSource(11);
  const coordinates = Float64Array.from({ length: N * p }, () => random.normal());
  const begun = process.cpuUsage();
  fitAffineHullMachine({ points: { dimension: p, coordinates }, subspaceDimension: Math.min(n, p) });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** Cost against p, n and N, one at a time, at the sizes of eqs (105) to (107); the slope is on log scales. */
function figureSeventeen(options) {
  const usual = { N: 1000, p: 1000, n: 20 };
  console.log("\nFigure 17: seconds of the processor of one machine; the others are N = 1000, p = 1000, n = 20");
  const series = {
    p: [10, 100, 500, 1000, 2500, 5000, 7500, 10000, 12500, 15000, 17500, 20000],
    n: [5, 10, 20, 50, 75, 100, 200, 300, 400, 500],
    N: [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000],
  };
  secondsOf({ ...usual, N: 100 });
  const some = Object.keys(series).filter((name) => options.includes(name));
  for (const [name, sizes] of Object.entries(series)) {
    if (some.length > 0 && !some.includes(name)) continue;
    let before;
    for (const size of sizes) {
      const seconds = secondsOf({ ...usual, [name]: size });
      const slope = before && Math.log(seconds / before.seconds) / Math.log(size / before.size);
      console.log(
        `${name} = ${String(size).padEnd(8)}${seconds.toFixed(3).padEnd(10)}${slope ? slope.toFixed(1) : ""}`,
      );
      before = { seconds, size };
    }
  }
}
