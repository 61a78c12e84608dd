import { membershipScore } from "../../src/core/affineHull/machine/membershipScore.ts";
import { digitAccuracy, measuringDigits, nearestDistances } from "../../src/core/affineHull/digits/digitDistances.ts";
import { keptParts } from "../kept.mjs";
import { finish, mnist, wordsAndSettings } from "../mnist.mjs";

const notes = `Kumar, Moser & Fischer 2024, Table 5: accuracy and membership-inference score of private classifiers of MNIST at (ε, n).
ε is of one pixel, as in the paper: a whole digit has 784 times as much (for its noise of d/ε with d = 1, δ = 0).
What is not printed, and taken here: d = 1, δ = 0, a fixed number of smoothing steps in place of the r that the paper reads off the
records, 1000 training digits and 2000 test digits for the score. L = 5 and ⌈N/1000⌉ branches of a class as in the paper.`;

/** As printed: accuracy of Definitions 15 and 12, score of both. */
const printed = {
  "1,20": [0.9491, 0.9453, 0, 0.00017],
  "1.5,20": [0.9644, 0.9645, 0.00025, 0.00035],
  "2,20": [0.9711, 0.9709, 0.00074, 0.00076],
  "3,20": [0.9779, 0.9776, 0.00299, 0.00589],
  "4,20": [0.9802, 0.9796, 0.00687, 0.01605],
  "5,20": [0.982, 0.9805, 0.01275, 0.03361],
  "8,20": [0.9833, 0.9845, 0.02968, 0.11685],
  "16,20": [0.9854, 0.9858, 0.05459, 0.30601],
  "32,20": [0.9851, 0.9858, 0.06171, 0.35388],
  "32,5": [0.968, 0.9676, 0.00503, 0.01225],
  "32,10": [0.9799, 0.981, 0.01794, 0.08117],
  "32,15": [0.9851, 0.9861, 0.03501, 0.20903],
  "32,25": [0.9845, 0.9854, 0.09111, 0.49186],
};

/** The stored name of one class in a row; other tables reuse the row of all digits. */
export function digitPart({ train, test, epsilon, subspaceDimension = 20, steps, digit }) {
  return `of-${train.classOf.length}-${test.classOf.length}-steps-${steps}-${epsilon},${subspaceDimension}-digit-${digit}`;
}

/**
 * @param options pairs such as 8,20, all of the table by default; train=N and test=N for the first N digits only;
 * steps=M, 3 by default; keep=FOLDER stores finished classes and resumes; processes=N, as many as processors by default
 */
export async function reproduce(options) {
  const { words, settings } = wordsAndSettings(options);
  const pairs = words.length > 0 ? words : Object.keys(printed);
  const digits = mnist(settings);
  if (!digits) return;
  const { train, test } = digits;
  const steps = Number(settings.get("steps") ?? 3);
  console.log(notes);
  console.log(`\n${train.classOf.length} training digits, ${test.classOf.length} test digits, ${steps} steps\n`);
  console.log("(ε, n)      accuracy (15)  (12)     mis (15)  (12)      printed                              seconds");
  const parts = keptParts(settings);
  for (const pair of pairs) {
    const [epsilon, subspaceDimension] = pair.split(",").map(Number);
    const model = { protection: "entry", epsilon, delta: 0, adjacency: 1, subspaceDimension, steps, seed: 1 };
    const ofDigit = (digit) => [
      digitPart({ train, test, epsilon, subspaceDimension, steps, digit }),
      () =>
        finish(
          measuringDigits(train, { ...model, depth: Math.min(5, subspaceDimension), digit }, test),
          `(${pair}) digit ${digit}`,
        ),
    ];
    const made = await parts.all(Array.from({ length: 10 }, (_, digit) => ofDigit(digit)));
    if (!made) continue;
    const classes = made.map(({ value }) => value);
    const seconds = made.reduce((sum, each) => sum + each.seconds, 0);
    const row = ["ofFabricated", "ofNoisy"].map((of) => measuredOf(classes.map((each) => each[of])));
    function measuredOf(each) {
      const tests = each.map((distances) => distances.test);
      const members = nearestDistances(each.map((distances) => distances.members));
      const others = nearestDistances(tests).slice(0, 2000);
      return [digitAccuracy(tests, classes[0].testLabels), membershipScore({ members, others })];
    }
    const [[a15, m15], [a12, m12]] = row;
    const shown = [a15.toFixed(4), a12.toFixed(4), m15.toFixed(5), m12.toFixed(5)].map((text) => text.padEnd(10));
    const paper = printed[pair]?.join("  ") ?? "not in the table";
    console.log(`${`(${pair})`.padEnd(12)}${shown.join("")}    ${paper.padEnd(36)} ${seconds.toFixed(0)}`);
  }
  console.log(
    `\nMemory of a process at most ${parts.memory()} MB. One class at a time: N_c × 784 in single precision, and one branch of about 1000 rows.
Seconds are of the processor.`,
  );
}
