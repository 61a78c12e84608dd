import { countText, numberText, roundedUp, significant } from "../../core/numberFormats.ts";
import { planLimits, type PlanTarget } from "../../core/planning/plan.ts";
import type { PlanAnswer, PlanParameter } from "../../core/planning/planAnswer.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import type { OpenQuestion } from "./planStudy.ts";
import { boundedText, type PlanWords } from "./planWords.ts";

export interface Answering {
  readonly words: PlanWords;
  readonly question: OpenQuestion;
  readonly target: PlanTarget;
  readonly answer: PlanAnswer;
}

/** None before simulated releases have reached the curves. */
export function parametersOf({ along }: PlanAnswer): readonly PlanParameter[] {
  return along.epsilon.length > 0 ? ["epsilon", "recordCount", "tuning"] : [];
}

/** The rounded value that reaches a target, if any here does. */
export function offered(
  name: PlanParameter,
  { words, question: { limits }, target, answer }: Answering,
): number | undefined {
  const { epsilon, recordCount, tuning } = answer;
  if (name === "epsilon") {
    const { min, max } = budgetLimits.epsilon;
    const value = epsilon.isReached ? Math.max(min, roundedUp(Math.max(min, epsilon.value))) : Infinity;
    return value > max ? undefined : value;
  }
  if (name === "recordCount") {
    // Rounding must not add a record.
    const count = recordCount.isReached ? Math.max(1, Math.ceil(recordCount.value * (1 - 1e-9))) : Infinity;
    return count > planLimits.recordCount.max ? undefined : count;
  }
  if (!tuning.isReached) return undefined;
  const { from, best } = tuning.value;
  const isNoise = !words.growing && target.of === "noise";
  // Noise falls with h or φ, which smoothing pays for: the least that will do.
  return isNoise ? (from === limits.tuning.min ? from : roundedUp(from)) : significant(best, 3);
}

/** True if every value of ε, or of the tuning parameter, reaches the target. */
export function isAny(name: PlanParameter, { question: { limits }, answer: { epsilon, tuning } }: Answering): boolean {
  if (name === "epsilon") return epsilon.isReached && epsilon.value <= budgetLimits.epsilon.min;
  if (name !== "tuning" || !tuning.isReached) return false;
  return tuning.value.from === limits.tuning.min && tuning.value.to === limits.tuning.max;
}

export function answerText(name: PlanParameter, answering: Answering): string {
  const value = offered(name, answering);
  const { words, question, target, answer } = answering;
  const { symbol, records, isWhole } = words;
  const { epsilon, recordCount, tuning } = answer;
  if (name === "epsilon") {
    const { min, max } = budgetLimits.epsilon;
    if (!epsilon.isReached) return boundedText(epsilon, name, words, target);
    if (isAny(name, answering)) return `Every ε from ${numberText(min)} on reaches it.`;
    return value === undefined
      ? `It takes ε = ${numberText(roundedUp(epsilon.value))}, and this page goes to ${numberText(max)}.`
      : `It takes ε = ${numberText(value)} at this n and ${symbol}.`;
  }
  if (name === "recordCount") {
    if (!recordCount.isReached) return boundedText(recordCount, name, words, target);
    return value === undefined
      ? `It takes more than ${countText(planLimits.recordCount.max)} ${records}.`
      : `It takes ${countText(value)} ${value === 1 ? records.slice(0, -1) : records} at this ε and ${symbol}.`;
  }
  if (!tuning.isReached) return boundedText(tuning, name, words, target);
  const { from, to } = tuning.value;
  const { min, max } = question.limits.tuning;
  const least = from === min ? min : isWhole ? Math.ceil(from) : roundedUp(from);
  const range =
    to < max
      ? `It takes ${symbol} from ${numberText(least)} to ${numberText(isWhole ? Math.floor(to) : to)}; at ${numberText(value!)} the error is least`
      : from === min
        ? `Every ${symbol} reaches it`
        : `It takes ${symbol} = ${numberText(least)} or more`;
  return `${range}, at this ε and n.`;
}
