import { fitAffineHullMachine } from "../../src/core/affineHull/machine/affineHullMachine.ts";
import { fitDeepAffineHullMachine } from "../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import { fabrication } from "../../src/core/affineHull/machine/fabrication.ts";
import { branchRows, branchTable } from "../../src/core/affineHull/machine/tableFabrication.ts";
import { addEntryNoise } from "../../src/core/privacy/mechanisms/entryNoise.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { digitAccuracy } from "../../src/core/affineHull/digits/digitDistances.ts";
import { lastOf } from "../../src/core/slices.ts";
import { keptParts } from "../kept.mjs";
import { digitsOfRows, mnist, wordsAndSettings } from "../mnist.mjs";

const notes = `Kumar, Moser & Fischer 2024, Table 5: one row under several readings of what the paper leaves open or does before the noise.
**Readings with clusters=records or rule=records are not private** (errata K3, K4): they are for the comparison with the paper alone.`;

/** This project's reading, setting by setting. */
const ours = {
  epsilon: 1,
  n: 20,
  depth: 5,
  d: 1,
  delta: 0,
  /**
   * `noisy` clusters noisy rows, `records` the records before the noise as in eqs (95)–(98), `none` leaves rows in
   * order.
   */
  clusters: "noisy",
  /** `steps` is a fixed number; `records` stops at the error of the records' own machine, eqs (88), (92). */
  rule: "steps",
  steps: 3,
  /** `noisy` rows alone (Definition 12), or `both` (and Definition 15). */
  of: "noisy",
  /** Of the noise. */
  seed: 1,
};

/**
 * @param options "agreement" compares branches of noisy rows and of records; or readings such as
 * `clusters=records,d=0.5`, each one word; settings `train=N`, `test=N`, `keep=FOLDER`
 * and `processes=N` as in Table 5
 */
export async function reproduce(options) {
  const isSetting = (option) => /^(train|test|keep|processes)=[^,]*$/.test(option);
  const { settings } = wordsAndSettings(options.filter(isSetting));
  const readings = options.filter((option) => !isSetting(option));
  const digits = mnist(settings);
  if (!digits) return;
  const { train, test } = digits;
  if (readings.includes("agreement")) return agreements(train);
  const parts = keptParts(settings);
  console.log(notes);
  console.log(`\n${train.classOf.length} training digits, ${test.classOf.length} test digits\n`);
  console.log(`${"reading".padEnd(48)}(15)    (12)    smoothing steps  seconds`);
  for (const text of readings.length > 0 ? readings : ["clusters=noisy", "clusters=records"]) {
    const reading = readingOf(text);
    const ofDigit = (digit) => {
      const name = Object.entries({ ...reading, train: train.classOf.length, test: test.classOf.length, digit });
      const make = () => {
        process.stderr.write(`\r${text}: digit ${digit}   `);
        return distancesOfClass(train, test, digit, reading);
      };
      return [`reading-${name.map(([key, value]) => `${key}=${value}`).join(",")}`, make];
    };
    const made = await parts.all(Array.from({ length: 10 }, (_, digit) => ofDigit(digit)));
    if (!made) continue;
    const accuracy = (of) =>
      made[0].value[of]
        ? digitAccuracy(
            made.map(({ value }) => value[of]),
            test.classOf,
          ).toFixed(4)
        : "–";
    const counts = made.flatMap(({ value }) => value.steps);
    const steps = counts.length === 0 ? "–" : `${Math.min(...counts)} to ${Math.max(...counts)}`;
    const seconds = made.reduce((sum, each) => sum + each.seconds, 0).toFixed(0);
    console.log(
      `${text.padEnd(48)}${accuracy("fabricated").padEnd(8)}${accuracy("noisy").padEnd(8)}${steps.padEnd(17)}${seconds}`,
    );
  }
}

function readingOf(text) {
  const changed = Object.fromEntries(text.split(",").map((pair) => pair.split("=")));
  const unknown = Object.keys(changed).filter((key) => !(key in ours));
  if (unknown.length > 0) throw new Error(`${unknown[0]}: known are ${Object.keys(ours).join(", ")}`);
  const reading = { ...ours, ...changed };
  for (const [key, own] of Object.entries(ours)) if (typeof own === "number") reading[key] = Number(reading[key]);
  return reading;
}

/** Similarity of the branches of noisy rows and of records, compared with two clusterings of the records. */
function agreements(train) {
  console.log("Adjusted Rand index with the branches of the records, mean of the ten classes");
  for (const epsilon of [1, 2, 4, 8, 16, undefined]) {
    const found = Array.from({ length: 10 }, (_, digit) => {
      const { dimension, entries } = recordsOfClass(train, digit);
      const branches = (own, seed) =>
        lastOf(branchTable({ table: { dimension, entries: own }, random: seededSource(seed) }));
      if (epsilon === undefined) return agreement(branches(entries, 1 + digit), branches(entries, 50 + digit));
      const noisy = entries.slice();
      const noise = { random: seededSource(1 + 100 * digit), epsilon, delta: 0, adjacency: 1 };
      lastOf(addEntryNoise({ entries: noisy, ...noise }));
      return agreement(branches(entries, 1 + digit), branches(noisy, 1 + digit));
    });
    const name = epsilon === undefined ? "the records from another start" : `ε = ${epsilon}`;
    console.log(`${name.padEnd(32)}${(found.reduce((sum, one) => sum + one, 0) / found.length).toFixed(3)}`);
  }
}

/** The adjusted Rand index of two clusterings: 1 if equal, 0 on average by chance (Hubert & Arabie 1985). */
function agreement(one, other) {
  const counts = Array.from({ length: one.branchCount }, () => new Float64Array(other.branchCount));
  one.assignment.forEach((branch, row) => counts[branch][other.assignment[row]]++);
  const pairs = (sizes) => sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
  const [rows, columns] = [counts.map(total), Array.from(counts[0], (_, j) => total(counts.map((row) => row[j])))];
  const [first, second] = [pairs(rows), pairs(columns)];
  const chance = (first * second) / pairs([one.assignment.length]);
  return (pairs(counts.flatMap((row) => [...row])) - chance) / ((first + second) / 2 - chance);
}

function recordsOfClass(train, digit) {
  const rows = [...train.classOf.keys()].filter((i) => train.classOf[i] === digit);
  const { dimension, entries } = digitsOfRows(train, rows);
  return { dimension, entries };
}

function distancesOfClass(train, test, digit, { epsilon, n, depth, d, delta, clusters, rule, steps, of, seed }) {
  const records = recordsOfClass(train, digit);
  const { dimension, entries } = records;
  const noisy = { dimension, entries: entries.slice() };
  const random = seededSource(seed + 100 * digit);
  lastOf(addEntryNoise({ entries: noisy.entries, random, epsilon, delta, adjacency: d }));
  const branchesOf = (table) => lastOf(branchTable({ table, random: seededSource(1 + digit) }));
  const branching =
    clusters === "none" ? inOrder(entries.length / dimension) : branchesOf(clusters === "records" ? records : noisy);
  const queries = { dimension, coordinates: Float64Array.from(test.entries) };
  const least = { noisy: new Float64Array(test.classOf.length).fill(Infinity), steps: [] };
  if (of === "both") least.fabricated = least.noisy.slice();
  const nearer = (own, points) => {
    const machine = fitDeepAffineHullMachine({ points, subspaceDimension: n, depth, precision: "single" });
    for (let first = 0; first < own.length; first += 500) {
      const end = Math.min(own.length, first + 500);
      const some = { dimension, coordinates: queries.coordinates.subarray(first * dimension, end * dimension) };
      machine.distance(some).forEach((distance, k) => (own[first + k] = Math.min(own[first + k], distance)));
    }
    return machine;
  };
  for (let s = 0; s < branching.branchCount; s++) {
    const points = branchRows(noisy, branching.assignment, s);
    if (points.coordinates.length === 0) continue;
    const { layers } = nearer(least.noisy, points);
    if (of !== "both") continue;
    const smoothing = { points, subspaceDimension: n, mostSteps: steps, first: layers[0] };
    if (rule === "records") smoothing.tolerance = errorOf(branchRows(records, branching.assignment, s), n);
    const made = lastOf(fabrication(smoothing));
    least.steps.push(made.steps - 1);
    nearer(least.fabricated, made.fabricated);
  }
  return least;
}

/** r of eq. (88), which reads the records. */
function errorOf(points, subspaceDimension) {
  return fitAffineHullMachine({ points, subspaceDimension })
    .distance(points)
    .reduce((sum, own) => sum + own, 0);
}

function inOrder(count) {
  const branchCount = Math.ceil(count / 1000);
  return { assignment: Float64Array.from({ length: count }, (_, i) => i % branchCount), branchCount };
}
