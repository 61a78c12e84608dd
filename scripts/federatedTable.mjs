import { digitAccuracy, fabricatedDistances } from "../src/core/affineHull/digits/digitDistances.ts";
import { keptParts } from "./kept.mjs";
import { digitsOfRows, finish, mnist, wordsAndSettings } from "./mnist.mjs";
import { digitPart } from "./reproduce/kumar-table-5.mjs";

const taken = `Machines are of fabricated digits, n = 20, L = 5, ⌈N/1000⌉ branches of a class of a party. What is not printed, and taken here:
d = 1, δ = 0, three smoothing steps in place of the r that the paper reads off the records. ε is of one pixel, as in the paper.`;

/**
 * A table of federated learning, with all digits in one place for comparison. Digits are shared among parties; each
 * adds its own noise and fabricates its digits, and the nearest machine of any party decides.
 *
 * @param table its number
 * @param rows each with its ε, the parties of each digit, and the paper's numbers
 */
export async function federatedTable({ table, title, rows, partiesOf, options, heading }) {
  const { words, settings } = wordsAndSettings(options);
  const digits = mnist(settings);
  if (!digits) return;
  const { train, test } = digits;
  const steps = Number(settings.get("steps") ?? 3);
  const parts = keptParts(settings);
  console.log(`${title}\n${taken}`);
  console.log(`\n${train.classOf.length} training digits, ${test.classOf.length} test digits, ${steps} steps\n`);
  console.log(
    `${heading.padEnd(8)}  distributed  central   change     printed: distributed, central, change   seconds`,
  );
  const timed = new Set();
  for (const row of rows.filter(({ name }) => words.length === 0 || words.includes(name))) {
    const { epsilon, experiments = 1 } = row;
    const central = (digit) => {
      // Table 5 measured the same digits with the same noise, if its row is stored.
      const measured = digitPart({ train, test, epsilon, steps, digit });
      if (parts.isKept(measured)) return [measured];
      const partyOf = new Float64Array(train.classOf.length);
      return [`central-${measured}`, () => leastDistances({ train, test, partyOf, epsilon, steps, seed: 1, digit })];
    };
    const shared = Array.from({ length: experiments }, (_, k) => {
      const partyOf = partiesOf(train, row, k);
      return (digit) => [
        `table-${table}-${row.name}-sharing-${k}-${digitPart({ train, test, epsilon, steps, digit })}`,
        () => leastDistances({ train, test, partyOf, epsilon, steps, seed: 2 + 1000 * k, digit }),
      ];
    });
    const jobs = [central, ...shared].flatMap((job) => Array.from({ length: 10 }, (_, digit) => job(digit)));
    const made = await parts.all(jobs);
    if (!made) continue;
    const [whole, ...accuracies] = [central, ...shared].map((_, i) =>
      digitAccuracy(
        made.slice(10 * i, 10 * i + 10).map(({ value }) => value.ofFabricated?.test ?? value),
        test.classOf,
      ),
    );
    const found = accuracies.reduce((sum, each) => sum + each, 0) / experiments;
    const fresh = jobs.flatMap(([name, make], i) => (make && !timed.has(name) ? made[i].seconds : []));
    const seconds = fresh.reduce((sum, each) => sum + each, 0);
    jobs.forEach(([name]) => timed.add(name));
    const ours = [found.toFixed(4).padEnd(11), whole.toFixed(4).padEnd(8), (found - whole).toFixed(4).padStart(7)];
    console.log(
      `${row.name.padEnd(8)}  ${ours.join("  ")}    ${row.printed.join("  ").padEnd(36)} ${seconds.toFixed(0)}`,
    );
  }
  console.log(
    `\nMemory of a process at most ${parts.memory()} MB. Seconds are of the processor; a central row is measured once.`,
  );
}

/** For one class, the least distance over the parties that have digits of it (Remark 5). */
function leastDistances({ train, test, partyOf, epsilon, steps, seed, digit }) {
  const parties = 1 + partyOf.reduce((a, b) => Math.max(a, b), 0);
  const least = new Float64Array(test.classOf.length).fill(Infinity);
  for (let party = 0; party < parties; party++) {
    const rows = [];
    partyOf.forEach((own, i) => own === party && train.classOf[i] === digit && rows.push(i));
    if (rows.length === 0) continue;
    const model = { protection: "entry", epsilon, delta: 0, adjacency: 1, subspaceDimension: 20, depth: 5, steps };
    const asked = { ...model, seed: seed + 20_000 * party, digit };
    const what = `ε = ${epsilon}, digit ${digit}, party ${party + 1} of ${parties}`;
    const distances = finish(fabricatedDistances(digitsOfRows(train, rows), asked, test), what);
    distances.forEach((d, q) => (least[q] = Math.min(least[q], d)));
  }
  return least;
}
