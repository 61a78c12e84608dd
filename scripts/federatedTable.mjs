import { performance } from "node:perf_hooks";
import { digitAccuracy, fabricatedDistances } from "../src/core/releases/digits.ts";
import { digitsOfRows, finish, mnist, wordsAndSettings } from "./mnist.mjs";

const taken = `Machines are of fabricated digits, n = 20, L = 5, ⌈N/1000⌉ branches of a class of a party. What is not printed, and taken here:
d = 1, δ = 0, three smoothing steps in place of the r that the paper reads off the records. ε is of one pixel, as in the paper.`;

/**
 * A table of federated learning: digits are shared among parties, each adds noise of its own and fabricates its digits,
 * and the nearest machine of any party decides; beside it all digits in one place.
 *
 * @param rows each with its ε, the parties of each digit, and what the paper prints
 */
export function federatedTable({ title, rows, partiesOf, options, heading }) {
  const { words, settings } = wordsAndSettings(options);
  const digits = mnist(settings);
  if (!digits) return;
  const { train, test } = digits;
  const steps = Number(settings.get("steps") ?? 3);
  console.log(`${title}\n${taken}`);
  console.log(`\n${train.classOf.length} training digits, ${test.classOf.length} test digits, ${steps} steps\n`);
  console.log(
    `${heading.padEnd(8)}  distributed  central   change     printed: distributed, central, change   seconds`,
  );
  const central = new Map();
  for (const row of rows.filter(({ name }) => words.length === 0 || words.includes(name))) {
    const begun = performance.now();
    if (!central.has(row.epsilon)) {
      const all = new Float64Array(train.classOf.length);
      central.set(row.epsilon, accuracyOf({ train, test, partyOf: all, epsilon: row.epsilon, steps, seed: 1 }));
    }
    const experiments = row.experiments ?? 1;
    let sum = 0;
    for (let k = 0; k < experiments; k++) {
      const partyOf = partiesOf(train, row, k);
      sum += accuracyOf({ train, test, partyOf, epsilon: row.epsilon, steps, seed: 2 + 1000 * k, all: row.name });
    }
    const [found, whole] = [sum / experiments, central.get(row.epsilon)];
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const ours = [found.toFixed(4).padEnd(11), whole.toFixed(4).padEnd(8), (found - whole).toFixed(4).padStart(7)];
    console.log(`${row.name.padEnd(8)}  ${ours.join("  ")}    ${row.printed.join("  ").padEnd(36)} ${seconds}`);
  }
  console.log(`\nMemory at the end ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB.`);
}

/** Accuracy where each party has its own digits: of each class the least distance over the parties. */
function accuracyOf({ train, test, partyOf, epsilon, steps, seed }) {
  const parties = 1 + partyOf.reduce((a, b) => Math.max(a, b), 0);
  const least = Array.from({ length: 10 }, () => new Float64Array(test.classOf.length).fill(Infinity));
  for (let party = 0; party < parties; party++) {
    for (let digit = 0; digit < 10; digit++) {
      const rows = [];
      partyOf.forEach((own, i) => own === party && train.classOf[i] === digit && rows.push(i));
      // A party without digits of a class is infinitely far from it (Remark 5).
      if (rows.length === 0) continue;
      const model = { protection: "entry", epsilon, delta: 0, adjacency: 1, subspaceDimension: 20, depth: 5, steps };
      const own = digitsOfRows(train, rows);
      const asked = { ...model, seed: seed + 20_000 * party, digit };
      const what = `ε = ${epsilon}, party ${party + 1} of ${parties}, digit ${digit}`;
      const distances = finish(fabricatedDistances(own, asked, test), what);
      distances.forEach((d, q) => (least[digit][q] = Math.min(least[digit][q], d)));
    }
  }
  return digitAccuracy(least, test.classOf);
}
