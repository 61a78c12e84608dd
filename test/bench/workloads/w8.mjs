import { bernsteinGrid } from "../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { iteratedBernstein } from "../../support/iteratedBernstein.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const numpy = "numpy, the same steps";
const axisOf = (count) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));

/** An iterated Bernstein polynomial redrawn: for a new order, a new degree, and other values on the lattice. */
export function* cases() {
  const random = seededSource(8);
  const shapes = [
    { d: 1, count: 1000, degree: 20 },
    { d: 1, count: 1000, degree: 200 },
    { d: 2, count: 200, degree: 60 },
    { d: 3, count: 40, degree: 20 },
  ];
  for (const { d, count, degree } of shapes) {
    const lattice = Float64Array.from({ length: (degree + 1) ** d }, () => random.uniform());
    const axes = new Array(d).fill(axisOf(count));
    const out = new Float64Array(count ** d);
    const middle = Math.floor(out.length / 2) + 3;
    const size = `k = ${degree}, ${count}${["", "²", "³"][d - 1]} points`;
    const grid = bernsteinGrid({ degree, axes });
    const target = d === 1 ? 1 : 1.2;
    const shared = { x: lattice, degree, count, axes: d };
    const error = () => {
      const exact = iteratedBernstein({ degree, iterations: 4, dimension: d, lattice });
      const at = Float64Array.from({ length: d }, (_, j) => axes[j][Math.floor(middle / count ** j) % count]);
      const [value] = exact.evaluate({ dimension: d, coordinates: at });
      return Math.abs(grid.iterated(4).evaluate(lattice, out)[middle] - value) / Math.abs(value);
    };

    const kept = grid.iterated(4);
    yield {
      name: "W8 Bernstein, new values",
      size,
      ours: () => kept.evaluate(lattice, out)[middle],
      python: () => ({ [numpy]: ["bernstein", { ...shared, change: "values" }] }),
      targets: [{ ratio: target }],
      error,
    };
    let order = 0;
    yield {
      name: "W8 Bernstein, new order",
      size,
      ours: () => grid.iterated(2 + (order++ % 7)).evaluate(lattice, out)[middle],
      python: () => ({ [numpy]: ["bernstein", { ...shared, change: "order" }] }),
      targets: [{ ratio: target }],
      error,
    };
    let less = 0;
    yield {
      name: "W8 Bernstein, new degree",
      size,
      ours: () => {
        const k = degree - (less++ % 3);
        return bernsteinGrid({ degree: k, axes })
          .iterated(4)
          .evaluate(lattice.subarray(0, (k + 1) ** d), out)[middle];
      },
      python: () => ({ [numpy]: ["bernstein", { ...shared, change: "degree" }] }),
      targets: [{ ratio: target }],
      error,
    };
  }
}
