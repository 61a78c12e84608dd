import { aldaFigure2 } from "../../src/core/datasets/examples/aldaFigures.ts";

const notes = `Aldà & Rubinstein 2017, Figure 2: a private support vector machine, C = σ = 1, 1500 points of each class.
k, h and ε are not printed. Share of the unit square on which release and original decide alike, the mean over draws, and
in brackets max |release − f| relative to max |f|. The noise is twice what the paper's constant gives (errata A1).`;

const epsilons = [0.1, 0.3, 1, 3, 10];

/** @param options the number of draws, 20 by default */
export function reproduce([draws = "20"]) {
  console.log(notes);
  for (const calibration of ["valueByValue", "lattice"]) {
    console.log(
      `\nSensitivity ${calibration === "lattice" ? "of the whole lattice, ours" : "value by value, as printed"}`,
    );
    console.log(["k  h   ", ...epsilons.map((epsilon) => `ε = ${epsilon}`.padStart(16))].join(""));
    for (const [degree, iterations] of [
      [1, 1],
      [2, 2],
      [3, 4],
      [5, 4],
    ]) {
      const cells = epsilons.map((epsilon) => {
        let [agreement, error] = [0, 0];
        for (let seed = 1; seed <= Number(draws); seed++) {
          const figure = aldaFigure2({ degree, iterations, epsilon, calibration, seed });
          const height = figure.original.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
          agreement += figure.agreement / Number(draws);
          error += figure.largestError / height / Number(draws);
        }
        return `${(100 * agreement).toFixed(1)} % (${error.toPrecision(2)})`.padStart(16);
      });
      console.log([`${degree}  ${iterations}   `, ...cells].join(""));
    }
  }
}
