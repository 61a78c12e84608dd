import { aldaFigure2Table } from "../../src/core/figures/aldaFigures.ts";

const notes = `Aldà & Rubinstein 2017, Figure 2: a private support vector machine, C = σ = 1, 1500 points of each class.
What differs from print: k, h, ε and the rule for points outside the unit square are not printed; those outside are moved to its edge.
The noise is twice what the paper's constant gives, which is false (errata A1). The figure shows one draw, the table means of many:
the share of the square on which release and original decide alike, and in brackets max |release − f| relative to max |f|.`;

/** @param options the number of draws, 20 by default */
export function reproduce([draws = "20"]) {
  console.log(notes);
  for (const calibration of ["valueByValue", "lattice"]) {
    const { entries } = finish(aldaFigure2Table({ calibration, draws: Number(draws) }));
    const title = calibration === "lattice" ? "of the whole lattice, ours" : "value by value, as printed";
    console.log(`\nSensitivity ${title}, ${draws} draws`);
    const epsilons = [...new Set(entries.map(({ epsilon }) => epsilon))];
    console.log(["k  h   ", ...epsilons.map((epsilon) => `ε = ${epsilon}`.padStart(16))].join(""));
    for (const size of new Set(entries.map(({ degree, iterations }) => `${degree}  ${iterations}   `))) {
      const row = entries.filter(({ degree, iterations }) => `${degree}  ${iterations}   ` === size);
      const cells = row.map(({ agreement, largestError }) =>
        `${(100 * agreement).toFixed(1)} % (${largestError.toPrecision(2)})`.padStart(16),
      );
      console.log([size, ...cells].join(""));
    }
  }
}

function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
