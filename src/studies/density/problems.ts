import type { Interval } from "../../core/grids.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import { calibrate } from "../../state/calibrate.ts";
import { isDomain, rounded } from "../../state/linkFields.ts";
import { hidesSeed } from "../../state/sharedFields.ts";
import { bandwidthLimits, densityLimits } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

/** What is wrong with a scenario, by the scenario itself, its calibration, or the worker that answered it. */
export function problemsOf(scenario: DensityScenario, failure: EngineFailure | undefined): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  const refused = calibrate(scenario);
  if (typeof refused !== "number") problems.set("calibration", refused.message);
  for (const { parameter, sentence } of scenarioProblems(scenario)) problems.set(parameter, sentence);
  return problems;
}

/** A sentence to be shown beside the control of `parameter`. */
export interface ScenarioProblem {
  readonly parameter: keyof DensityScenario;
  readonly sentence: string;
  /** Whether the worker cannot be asked before this is mended. */
  readonly blocks: boolean;
}

/** What is wrong with a scenario, or must be known about it, control by control. Empty when all is well. */
export function scenarioProblems(scenario: DensityScenario): readonly ScenarioProblem[] {
  const { x, y, domainX, domainY, h, hy, correlation, route, relativeRate } = scenario;
  const { epsilon, delta, calibration, seed, draws } = scenario;
  const problems: ScenarioProblem[] = [];
  const report = (parameter: keyof DensityScenario, sentence: string, blocks: boolean) =>
    problems.push({ parameter, sentence, blocks });
  const mustHold = (holds: boolean, parameter: keyof DensityScenario, sentence: string) => {
    if (!holds) report(parameter, sentence, true);
  };
  const plane = y !== "";
  const sobolev = route === "sobolev";
  const limits = densityLimits;

  mustHold(x !== "", "x", "Choose the column to draw.");
  mustHold(!plane || x !== y, "y", "Choose a second column other than the first.");
  mustHold(isDomain(domainX), "domainX", domainSentence(domainX));
  if (isDomain(domainX)) mustHold(isBandwidth(h, domainX), "h", bandwidthSentence("h", h, domainX));
  if (plane) {
    mustHold(isDomain(domainY), "domainY", domainSentence(domainY));
    if (isDomain(domainY)) mustHold(isBandwidth(hy, domainY), "hy", bandwidthSentence("The second h", hy, domainY));
  }
  if (plane && !sobolev) {
    const sentence = rangeSentence("The correlation", limits.correlation, correlation);
    mustHold(isWithin(correlation, limits.correlation), "correlation", sentence);
  }
  if (sobolev) {
    const sentence = rangeSentence("The rate", limits.relativeRate, relativeRate);
    mustHold(isWithin(relativeRate, limits.relativeRate), "relativeRate", sentence);
  }
  mustHold(
    seed === "secure" || (Number.isSafeInteger(seed) && seed >= 0),
    "seed",
    `The seed must be a whole number from 0 to ${limits.seed.max}; got ${seed}.`,
  );
  mustHold(
    Number.isSafeInteger(draws) && isWithin(draws, limits.draws),
    "draws",
    `The number of draws must be a whole number from ${limits.draws.min} to ${limits.draws.max}; got ${draws}.`,
  );

  if (!isWithin(epsilon, limits.epsilon)) report("epsilon", rangeSentence("ε", limits.epsilon, epsilon), false);
  if (!isWithin(delta, limits.delta)) report("delta", rangeSentence("δ", limits.delta, delta), false);
  if (calibration === "classical" && epsilon > 1) {
    const sentence = `The classical calibration is proved for ε up to 1 only, and ε is ${rounded(epsilon)}`;
    report("calibration", `${sentence}: choose the exact one, or a smaller ε.`, false);
  }
  if (plane && sobolev && correlation !== 0) {
    const sentence = "The Sobolev route has a kernel without correlation (Hall 2013, section 4.2): drawn with 0.";
    report("correlation", sentence, false);
  }
  if (hidesSeed(scenario) && seed !== "secure") {
    const sentence = "This draw has a known seed: whoever has the seed can subtract the noise.";
    report("seed", `${sentence} Use the secure source before you pass the curve on.`, false);
  }
  return problems;
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

function isWithin(value: number, { min, max }: Limits): boolean {
  return value >= min && value <= max;
}

// A slider on a log scale may miss its ends in the last digits.
function isBandwidth(h: number, domain: Interval): boolean {
  const { min, max } = bandwidthLimits(domain);
  return isWithin(h, { min: min * (1 - 1e-9), max: max * (1 + 1e-9) });
}

function rangeSentence(name: string, { min, max }: Limits, value: number): string {
  return `${name} must be between ${rounded(min)} and ${rounded(max)}; got ${rounded(value)}.`;
}

function bandwidthSentence(name: string, h: number, domain: Interval): string {
  const { min, max } = bandwidthLimits(domain);
  const range = `between ${rounded(min)} (a 500th of the domain) and ${rounded(max)} (all of it)`;
  return `${name} must be ${range}; got ${rounded(h)}.`;
}

function domainSentence([lower, upper]: Interval): string {
  return lower >= upper
    ? `The domain must end above where it begins; got ${rounded(lower)} to ${rounded(upper)}.`
    : `The domain needs two distinct ends within ±1e15; got ${rounded(lower)} to ${rounded(upper)}.`;
}
