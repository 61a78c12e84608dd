import { aldaFigure1 } from "../../src/core/figures/aldaFigures.ts";

const notes = `Aldà & Rubinstein 2017, Figure 1: error of the private density against ε, k = 20, 5000 points.
What is not printed, and taken here: bandwidth √0.001, N(0.5, 0.02) with 0.02 the variance, points outside [0, 1] moved
to the edge, a grid of 401 points. The error is max |release − density|; the mean over repeats, and in brackets its
standard error in the last digits shown.`;

/** @param options the number of repeats, 1000 by default */
export function reproduce([repeats = "1000"]) {
  console.log(notes);
  for (const [calibration, title] of [
    ["valueByValue", "Laplace noise of scale S(k + 1)/ε, as printed"],
    ["lattice", "Laplace noise of the sensitivity of the whole lattice, ours"],
  ]) {
    const series = finish(aldaFigure1({ repeats: Number(repeats), calibration }));
    console.log(`\n${title}, ${repeats} repeats`);
    const labels = series.map(({ iterations }) => (iterations === "nearest" ? "baseline" : `h = ${iterations}`));
    console.log(["ε".padEnd(8), ...labels.map((label) => label.padStart(14)), "   best"].join(""));
    series[0].epsilons.forEach((epsilon, e) => {
      const means = series.map(({ supremum }) => supremum[e]);
      const best = means.reduce((least, { mean }, i) => (mean < means[least].mean ? i : least), 0);
      console.log([epsilon.toPrecision(3).padEnd(8), ...means.map(shown), `   ${labels[best]}`].join(""));
    });
    console.log(
      ["no noise".padEnd(8), ...series.map(({ approximation }) => approximation.toPrecision(4).padStart(14))].join(""),
    );
  }
}

function shown({ mean, standardError }) {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(standardError)));
  return `${mean.toFixed(digits)}(${Math.round(standardError * 10 ** digits)})`.padStart(14);
}

function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
