import { breastMeasures } from "../../../core/examples/breastCancer.ts";
import { exampleUnit } from "../../../core/examples/exampleUnits.ts";
import { trialWeeks } from "../../../core/examples/trialArms.ts";
import { tractGrid } from "../../../core/examples/tractProfiles.ts";
import type { MeanCurveExample } from "./example.ts";
import { identityRange } from "./separateColumns.ts";
import { figuresOfData, simulatedScenarios } from "./paperExamples.ts";

export const meanCurveExamples: readonly MeanCurveExample[] = [
  {
    id: "chick-weight",
    title: "Growth of chicks",
    description:
      "Weights of 50 chicks in grams on the first 21 days, 578 weighings (Crowder & Hand 1990, in R as " +
      "ChickWeight). Five chicks have fewer weighings; their last weight is held. 50 curves are few and ask for an ε above 1; " +
      "τ = 200 g is a round figure, not taken from the curves.",
    defaults: {
      layout: { shape: "long", curve: "Chick", time: "Time", value: "weight" },
      units: { unitX: exampleUnit("Time"), unitY: exampleUnit("weight") },
      domain: [0, 21],
      gridCount: 85,
      rule: "trapezoid",
      kernel: "gaussian",
      range: 200,
      penalty: 0.01,
      power: 1.5,
      normBound: 200,
      epsilon: 2,
      delta: 1e-3,
      curvesPerPerson: 1,
      groups: { column: "Diet", levels: "1 = 40 %, 2, 3, 4", isShown: false },
    },
    variations: [0.5, 1, 2, 4].map((epsilon) => ({ label: `ε = ${epsilon}`, override: { epsilon } })),
  },
  {
    id: "trial-arms",
    title: "A trial: a curve for each arm",
    description:
      "Made up from a seed: the blood pressure of 1,200 people in the twelve weeks of a trial, as its difference from their first week. A third each got a placebo, a low and a high dose. A curve for each arm, all for one budget; in which arm somebody is stays private, too.",
    defaults: {
      layout: { shape: "wide", times: Array.from(trialWeeks, String) },
      units: { unitX: "week", unitY: "mmHg" },
      domain: [0, 12],
      gridCount: 49,
      rule: "trapezoid",
      kernel: "matern52",
      range: 4,
      penalty: 0.003,
      power: 1.5,
      normBound: 20,
      epsilon: 1,
      delta: 1e-4,
      curvesPerPerson: 1,
      groups: { column: "arm", levels: "placebo, low dose, high dose", isShown: true },
    },
    variations: [0.5, 1, 2, 4].map((epsilon) => ({ label: `ε = ${epsilon}`, override: { epsilon } })),
  },
  {
    id: "tract-profiles",
    title: "Tract profiles, several visits each",
    description:
      "A seeded imitation of the diffusion tensor images of Mirshani 2019, section 6: fractional anisotropy at " +
      "93 positions, 382 curves of 142 people with one to eight visits. To protect a person is to protect all of " +
      "her visits: the first four are used, and the sensitivity is four times that of one visit.",
    defaults: {
      layout: { shape: "wide", times: Array.from(tractGrid, String), person: "person" },
      domain: [0, 1],
      gridCount: tractGrid.length,
      rule: "uniform",
      kernel: "gaussian",
      range: 0.03,
      penalty: 0.005,
      power: 1.5,
      normBound: 0.6,
      epsilon: 2,
      delta: 1e-3,
      curvesPerPerson: 4,
    },
    variations: [1, 2, 4, 8].map((curvesPerPerson) => ({
      label: `${curvesPerPerson} per person`,
      override: { curvesPerPerson },
    })),
  },
  {
    id: "tumour-measures",
    title: "Ten measures of tumours: a vector of means",
    description:
      "Ten measures of 569 breast tumours, each with a declared range of its own (Wolberg et al. 1995). Hall, Rinaldo & Wasserman 2013, Remark 2: the means of all leave together, as shares of their ranges, with noise of one size in each.",
    defaults: {
      layout: { shape: "wide", times: breastMeasures.map(({ name }) => name) },
      columnRanges: breastMeasures.map(({ name, domain }) => `${name}: ${domain.join("..")}`).join("; "),
      domain: [1, breastMeasures.length],
      gridCount: breastMeasures.length,
      rule: "uniform",
      kernel: "gaussian",
      range: identityRange(breastMeasures.length),
      penalty: 1e-6,
      power: 1,
      centre: "0.5",
      normBound: 0.5,
      epsilon: 1,
      delta: 1e-4,
      curvesPerPerson: 1,
    },
    variations: [],
  },
  ...figuresOfData(),
  ...simulatedScenarios("meanSquare"),
  ...simulatedScenarios("euclidean"),
];
