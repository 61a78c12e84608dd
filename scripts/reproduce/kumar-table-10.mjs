import { seededSource } from "../../src/core/random/seededSource.ts";
import { federatedTable } from "../federatedTable.mjs";
import { wordsAndSettings } from "../mnist.mjs";

const title = "Kumar, Moser & Fischer 2024, Table 10: digits at random among Q parties, ε = 16 (Scenario 3).";
const printed = {
  2: [0.9817, 0.9847, -0.003],
  5: [0.977, 0.9847, -0.0077],
  10: [0.9752, 0.9847, -0.0095],
  20: [0.9734, 0.9847, -0.0113],
  50: [0.9728, 0.9847, -0.0119],
  100: [0.9717, 0.9847, -0.013],
};

/**
 * @param options some Q, all by default; experiments=K random sharings, 1 by default where the paper takes the mean of
 * 10; train=N and test=N for the first N digits only; steps=M, 3 by default; keep=FOLDER stores finished parts and
 * resumes
 */
export function reproduce(options) {
  const experiments = Number(wordsAndSettings(options).settings.get("experiments") ?? 1);
  const rows = Object.entries(printed).map(([name, numbers]) => ({ name, epsilon: 16, printed: numbers, experiments }));
  const partiesOf = ({ classOf }, { name }, k) => {
    const random = seededSource(10_000 + 100 * k + Number(name));
    return classOf.map(() => Math.floor(Number(name) * random.uniform()));
  };
  return federatedTable({ table: 10, title, rows, options, heading: "Q", partiesOf });
}
