import { federatedTable } from "../federatedTable.mjs";

const title = "Kumar, Moser & Fischer 2024, Table 8: ten parties, each with all digits of one class (Scenario 1).";
const printed = {
  1: [0.946, 0.9478, -0.0018],
  1.5: [0.9633, 0.9629, 0.0004],
  2: [0.971, 0.9707, 0.0003],
  3: [0.9783, 0.9779, 0.0004],
  4: [0.979, 0.9798, -0.0008],
  5: [0.9813, 0.9819, -0.0006],
  8: [0.9829, 0.9837, -0.0008],
  16: [0.9847, 0.9851, -0.0004],
};

/**
 * @param options some ε, all by default; train=N and test=N for the first N digits only; steps=M, 3 by default;
 * keep=FOLDER stores finished parts and resumes
 */
export function reproduce(options) {
  const rows = Object.entries(printed).map(([name, numbers]) => ({ name, epsilon: Number(name), printed: numbers }));
  return federatedTable({ table: 8, title, rows, options, heading: "ε", partiesOf: ({ classOf }) => classOf });
}
