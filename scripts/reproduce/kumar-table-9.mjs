import { federatedTable } from "../federatedTable.mjs";

const title = "Kumar, Moser & Fischer 2024, Table 9: twenty parties, two of which share each class (Scenario 2).";
const printed = {
  1: [0.9384, 0.9478, -0.0094],
  1.5: [0.9603, 0.9629, -0.0026],
  2: [0.967, 0.9707, -0.0037],
  3: [0.9733, 0.9779, -0.0046],
  4: [0.9758, 0.9798, -0.004],
  5: [0.9778, 0.9819, -0.0041],
  8: [0.9803, 0.9837, -0.0034],
  16: [0.9813, 0.9851, -0.0038],
};

/**
 * @param options some ε, all by default; train=N and test=N for the first N digits only; steps=M, 3 by default;
 * keep=FOLDER stores finished parts and resumes
 */
export function reproduce(options) {
  const rows = Object.entries(printed).map(([name, numbers]) => ({ name, epsilon: Number(name), printed: numbers }));
  const partiesOf = ({ classOf }) => {
    const met = new Float64Array(10);
    return classOf.map((own) => 2 * own + (met[own]++ % 2));
  };
  return federatedTable({ table: 9, title, rows, options, heading: "ε", partiesOf });
}
