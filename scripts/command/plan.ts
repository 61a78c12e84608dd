import type { CurvePlanAnswer, PlanAnswer } from "../../src/core/planning/planAnswer.ts";
import { planLimits, type Plan } from "../../src/core/planning/plan.ts";
import { planDensityRelease, planMeanRelease } from "../../src/core/planning/curvePlans.ts";
import { boundaryRound } from "../../src/core/planning/boundaryRounds.ts";
import { densityRound } from "../../src/core/planning/densityRounds.ts";
import { meanRound } from "../../src/core/planning/meanRounds.ts";
import { tableRound } from "../../src/core/planning/tableRounds.ts";
import type { ErrorTarget, Limits } from "../../src/core/planning/planTarget.ts";
import { simulatedAnswer, type RoundsTarget } from "../../src/core/planning/simulatedAnswer.ts";
import type { SimulatedRound } from "../../src/core/planning/simulatedPlan.ts";
import { countText, numberText } from "../../src/core/numberFormats.ts";
import { lastOf } from "../../src/core/slices.ts";
import { answerText, parametersOf, type Answering } from "../../src/panels/planning/answerWords.ts";
import type { AskedPlan, PlannedScenario } from "../../src/panels/planning/planStudy.ts";
import { nowSentence, riskSentence, simulatedSentence } from "../../src/panels/planning/planWords.ts";
import { budgetLimits } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { boundaryPlan } from "../../src/studies/boundary/planning/asked.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import * as densityPlans from "../../src/studies/density/planning/asked.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { tablePlan } from "../../src/studies/fabrication/planning/asked.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import * as meanPlans from "../../src/studies/meanCurve/planning/asked.ts";
import { scenarioOf } from "./openedData.ts";
import { Refused } from "./refused.ts";

/** Options of a plan; the last two are of simulated ones. */
export interface Asking {
  readonly records?: number | undefined;
  readonly rounds?: number | undefined;
  readonly seed?: number | undefined;
}

/** A link's plan, in the sentences of the page. It reads no record. @throws {Refused} if there is none */
export function planned(link: string, asking: Asking): string {
  const isOf = ({ id }: { readonly id: string }) => link.startsWith(`#/${id}?`);
  if (isOf(density)) {
    const scenario = scenarioOf(density, link);
    const kind = densityPlans.planKind(scenario);
    if (kind === "process") return closed(densityPlans.processPlan, scenario, asking, planDensityRelease);
    return kind === "route"
      ? simulated(densityPlans.routePlan, scenario, asking, densityRound)
      : simulated(densityPlans.groupsPlan, scenario, asking, densityRound);
  }
  if (isOf(meanCurve)) {
    const scenario = scenarioOf(meanCurve, link);
    const kind = meanPlans.planKind(scenario);
    if (kind === "closed") return closed(meanPlans.closedPlan, scenario, asking, planMeanRelease);
    return simulated(meanPlans.roundsPlan(kind === "groups"), scenario, asking, meanRound);
  }
  if (isOf(boundary)) return simulated(boundaryPlan, scenarioOf(boundary, link), asking, boundaryRound);
  if (isOf(fabrication)) return simulated(tablePlan, scenarioOf(fabrication, link), asking, tableRound);
  throw new Refused(
    `A link begins with ${[density, boundary, meanCurve, fabrication].map(({ id }) => `#/${id}?`).join(", ")}.`,
  );
}

function closed<S extends PlannedScenario, P extends Plan & { readonly target: ErrorTarget }, Q extends object>(
  asked: AskedPlan<S, P, Q>,
  scenario: S,
  asking: Asking,
  run: (request: Q) => Generator<number, CurvePlanAnswer>,
): string {
  if ((asking.rounds ?? asking.seed) !== undefined)
    throw new Refused("This plan has a closed form: --rounds and --seed are of simulated ones.");
  const { request, ...of } = askedOf(asked, scenario, asking);
  const answer = lastOf(run(request));
  const question = { ...of.question, target: of.target };
  const { words } = of;
  return [
    nowSentence(question, answer, words),
    ...answersOf({ ...of, answer }),
    riskSentence(question, answer, words),
  ].join("\n");
}

/** Seeds of rounds that one seed of the command stands for, so that two of them share no round. */
const roundsOfSeed = 1000;

function simulated<S extends PlannedScenario, P extends Plan & { readonly target: RoundsTarget }, Q extends object>(
  asked: AskedPlan<S, P, Q>,
  scenario: S,
  asking: Asking,
  run: (request: Q & { readonly round: number }) => Generator<number, SimulatedRound>,
): string {
  const { rounds = 24, seed = 1 } = asking;
  if (rounds < 2 || rounds > roundsOfSeed)
    throw new Refused(`--rounds is from 2, since one has no error bars, to ${countText(roundsOfSeed)}.`);
  if (seed > roundsOfSeed) throw new Refused(`--seed is at most ${countText(roundsOfSeed)}.`);
  const { request, ...of } = askedOf(asked, scenario, asking);
  const asRound = (_: unknown, k: number) => lastOf(run({ ...request, round: roundsOfSeed * (seed - 1) + k }));
  const answer = simulatedAnswer(Array.from({ length: rounds }, asRound), of.target);
  const known = (["epsilon", "recordCount"] as const).flatMap((name) => {
    const [from, to] = answer.ends[name].map(
      (end) => end && (name === "epsilon" ? numberText(end) : countText(Math.ceil(end))),
    );
    if (!answer[name].isReached) return [];
    return `${name === "epsilon" ? "ε" : "n"} lies, with 95 %, from ${from ?? "less"} to ${to ?? "more than was simulated"}.`;
  });
  return [
    simulatedSentence(of.question, of.target, answer, of.words),
    ...answersOf({ ...of, answer }),
    ...known,
    `${countText(rounds)} rounds of simulated releases, seed ${seed}; more of them (--rounds) tell it better.`,
  ].join("\n");
}

function askedOf<S extends PlannedScenario, P extends Plan, Q extends object>(
  { words, refusal, planOf, tuning, recordsPerPerson, requestOf }: AskedPlan<S, P, Q>,
  scenario: S,
  { records }: Asking,
) {
  const refused = refusal(scenario);
  if (refused !== undefined) throw new Refused(refused);
  const plan = planOf(scenario.plan, scenario) ?? refusePlan();
  const { epsilon, delta } = scenario;
  const recordCount = plan.recordCount ?? records ?? refuseCount();
  const release = {
    ...{ recordCount, epsilon, delta, recordsPerPerson: recordsPerPerson(scenario) },
    tuning: scenario[tuning.field] as number,
  };
  const around = (value: number, { min, max }: Limits) => ({
    min: Math.max(min, value / 30),
    max: Math.min(max, value * 30),
  });
  const limits = {
    epsilon: around(epsilon, budgetLimits.epsilon),
    recordCount: around(recordCount, planLimits.recordCount),
    tuning: tuning.limits(scenario),
  };
  const question = { release, limits };
  return { words, question, target: plan.target as P["target"], request: requestOf(scenario, plan, question) };
}

function answersOf(answering: Answering & { readonly answer: PlanAnswer }): string[] {
  return parametersOf(answering.answer).map((name) => answerText(name, answering));
}

function refusePlan(): never {
  throw new Refused(
    "The link has no plan that serves it. Write one on the page, such as plan=1,normals_WEIGHT_MEAN_DEVIATION,n_N,noise_everywhere_5.",
  );
}

function refuseCount(): never {
  throw new Refused("A plan needs a number of records: n_N in it, or --records.");
}
