import { tabledKernels, tableOnePenalties } from "../../../core/figures/mirshaniTables.ts";
import {
  simulationGrid,
  simulationNormBound,
  standardSimulation,
  type SimulationScale,
} from "../../../core/examples/meanCurveSimulation.ts";
import { scaleSuffix, simulationVariants, type SimulationVariant } from "../../../core/examples/meanCurveVariants.ts";
import { tractGrid } from "../../../core/examples/tractProfiles.ts";
import type { MeanCurveDefaults, MeanCurveExample, MeanCurveVariation } from "./example.ts";

const simulationOf = (scale: SimulationScale): MeanCurveDefaults => ({
  layout: { shape: "wide", times: Array.from(simulationGrid, String) },
  domain: [0, 1],
  gridCount: simulationGrid.length,
  rule: "uniform",
  kernel: "gaussian",
  range: 0.001,
  penalty: 0.01,
  power: 1,
  normBound: simulationNormBound({ ...standardSimulation, scale }),
  epsilon: 1,
  delta: 0.1,
  curvesPerPerson: 1,
});

const scaleNotes: Readonly<Record<SimulationScale, string>> = {
  meanSquare:
    "Eigenfunctions have root mean square 1, as eq. (4) reads. The paper takes τ from the curves, which is not " +
    "private; here it is the public bound ‖μ‖ + 0.4 √(Σ j⁻ᵖ), known from how the curves are drawn.",
  euclidean:
    "Eigenfunctions have Euclidean norm 1 on the 100 points, as in the package of the paper: curves vary a tenth " +
    "as much, and the sweet spot of the figures shows. τ is the public bound ‖μ‖ + 0.04 √(Σ j⁻ᵖ), not taken from " +
    "the curves as in the paper.",
};

/** Figures 2, 11, 12 and 3, with the settings of Tables 1 and 2. */
export function figuresOfData(): MeanCurveExample[] {
  const profiles: MeanCurveDefaults = {
    layout: { shape: "wide", times: Array.from(tractGrid, String) },
    domain: [0, 1],
    gridCount: tractGrid.length,
    rule: "uniform",
    kernel: "gaussian",
    range: 0.03,
    penalty: 0.01,
    power: 1,
    normBound: 0.7,
    epsilon: 1,
    delta: 0.1,
    curvesPerPerson: 1,
  };
  const source =
    "382 curves at 93 positions, a seeded imitation of the diffusion tensor images of Mirshani 2019, section 6, " +
    "which do not come with this page. As in the paper each curve counts as a person, ε = 1 and δ = 0.1. τ = 0.7 " +
    "is the end of the declared range of values, not the largest norm of the curves.";
  const byTableOne = [
    { figure: 2, name: "C1" },
    { figure: 11, name: "C3" },
    { figure: 12, name: "C4" },
  ].map(({ figure, name }): MeanCurveExample => {
    const { kernel, printedRanges } = tabledKernels.find((tabled) => tabled.name === name)!;
    const settings = (row: number) => ({ penalty: tableOnePenalties[row]!, range: printedRanges[row]! });
    return {
      id: `mirshani-figure-${figure}`,
      title: `Tract profiles, figure ${figure}: ${name}, cross-validation`,
      description: `Four φ, each with the ρ of Table 1. ${source}`,
      defaults: { ...profiles, kernel, ...settings(2) },
      variations: tableOnePenalties.map((penalty, row) => ({ label: `φ = ${penalty}`, override: settings(row) })),
    };
  });
  const figure3: MeanCurveExample = {
    id: "mirshani-figure-3",
    title: "Tract profiles, figure 3: private cross-validation",
    description: `Three kernels, each with the φ and ρ of Table 2. ${source}`,
    defaults: { ...profiles, penalty: 0.005, range: 0.03 },
    variations: tabledKernels.toReversed().map(({ kernel, name, printedOptimum }) => ({
      label: `${name}: φ = ${printedOptimum.penalty}, ρ = ${printedOptimum.range}`,
      override: { kernel, ...printedOptimum },
    })),
  };
  return [byTableOne[0]!, figure3, ...byTableOne.slice(1)];
}

/** Scenarios of section 5 and the supplement, with eigenfunctions of one scale (errata M14). */
export function simulatedScenarios(scale: SimulationScale): MeanCurveExample[] {
  const simulation = simulationOf(scale);
  const titled = scale === "euclidean" ? ", Euclidean scale" : "";
  const bounded = scaleNotes[scale];
  return [
    {
      id: `mirshani-1${scaleSuffix[scale]}`,
      title: `Scenario 1${titled}: penalty`,
      description:
        "25 simulated curves of Mirshani 2019, section 5, Figure 1: φ from 10⁻⁶ to 1. More penalty means less " +
        `noise and a flatter curve. ${bounded}`,
      defaults: simulation,
      variations: [-6, -4, -3, -2, -1, 0].map((exponent) => ({
        label: `φ = ${exponent === 0 ? "1" : `10${superscript(exponent)}`}`,
        override: { penalty: Number(`1e${exponent}`) },
      })),
    },
    {
      id: `mirshani-2${scaleSuffix[scale]}`,
      title: `Scenario 2${titled}: range of the kernel`,
      description:
        "The curves of scenario 1 with ρ from 0.002 to 2, as in Figure 4 of the supplement; φ = 0.01, as the paper " +
        `prints no standard value. ${bounded}`,
      defaults: { ...simulation, range: 0.02 },
      variations: [0.002, 0.01, 0.05, 0.2, 0.5, 2].map((range) => ({ label: `ρ = ${range}`, override: { range } })),
    },
    {
      id: `mirshani-3${scaleSuffix[scale]}`,
      title: `Scenario 3${titled}: kernel`,
      description:
        "The curves of scenario 1 with each of the four kernels, as in Figure 5 of the supplement. At ρ = 0.001 " +
        "three of them would be white noise on this grid; they get ρ = 0.0224, the length scale of the first. " +
        bounded,
      defaults: simulation,
      variations: [
        { label: "C1, Gaussian", override: { kernel: "gaussian" } },
        { label: "C2, Matérn 5/2", override: { kernel: "matern52", range: 0.0224 } },
        { label: "C3, Matérn 3/2", override: { kernel: "matern32", range: 0.0224 } },
        { label: "C4, exponential", override: { kernel: "exponential", range: 0.0224 } },
      ],
    },
    {
      id: `mirshani-4${scaleSuffix[scale]}`,
      title: `Scenario 4${titled}: smoothness of the curves`,
      description:
        "Simulated curves with p from 1.1 to 4, as in Figure 6 of the supplement: rougher curves have larger " +
        `norms, so τ and the noise grow. ${bounded}`,
      defaults: simulation,
      variations: [...variantsOf("decay", scale), { label: "p = 4", override: {} }],
    },
    {
      id: `mirshani-5${scaleSuffix[scale]}`,
      title: `Scenario 5${titled}: privacy`,
      description:
        "The curves of scenario 1 with ε from 5 to 0.1 and δ from 0.1 to 10⁻⁶, as in Figures 7 and 8 of the " +
        "supplement. The caption of Figure 7 misprints δ = 1, and for ε > 1 the exact calibration is needed. " +
        bounded,
      defaults: simulation,
      variations: [
        ...[5, 1, 0.5, 0.1].map((epsilon) => ({ label: `ε = ${epsilon}`, override: { epsilon } })),
        ...[2, 4, 6].map((digits) => ({
          label: `δ = 10${superscript(-digits)}`,
          override: { delta: Number(`1e-${digits}`) },
        })),
      ],
    },
    {
      id: `mirshani-6${scaleSuffix[scale]}`,
      title: `Scenario 6${titled}: number of curves`,
      description: `5 to 100 simulated curves, as in Figure 9 of the supplement: the noise falls as 1/N. ${bounded}`,
      defaults: simulation,
      variations: variantsOf("curveCount", scale).toSpliced(2, 0, { label: "N = 25", override: {} }),
    },
    {
      id: `mirshani-7${scaleSuffix[scale]}`,
      title: `Scenario 7${titled}: mean function`,
      description:
        "Simulated curves around four mean functions, as in Figure 10 of the supplement. The paper does not print " +
        "its three others, so these are ours, with the norm of the first. Noise and norm bound are then the same, " +
        `and μ does not matter. ${bounded}`,
      defaults: simulation,
      variations: [{ label: "μ = 0.1 sin πt", override: {} }, ...variantsOf("mean", scale)],
    },
  ];
}

function variantsOf(varied: SimulationVariant["varied"], scale: SimulationScale): MeanCurveVariation[] {
  return simulationVariants
    .filter((variant) => variant.varied === varied && variant.scale === scale)
    .map((variant) => ({
      label: variant.label,
      data: variant.id,
      override: { normBound: simulationNormBound(variant) },
    }));
}

function superscript(exponent: number): string {
  return String(exponent)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
}
