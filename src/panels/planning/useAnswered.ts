import { useEffect, useEffectEvent, useMemo } from "react";
import { defined } from "../../core/defined.ts";
import { planLimits, type Plan, type PlanTarget } from "../../core/planning/plan.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import { useSame } from "../hooks/useSame.ts";
import { offered } from "./answerWords.ts";
import type { PlannedScenario, Taken } from "./planStudy.ts";
import type { PlanWords } from "./planWords.ts";
import type { OfStudy, usePlan } from "./usePlan.ts";
import { usePlanned } from "./usePlanned.ts";

/** Time for another typed digit. */
const rest = 60;

const around = (value: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.max(min, Math.min(max, value / 30)),
  max: Math.min(max, Math.max(min, value * 30)),
});

/** The question of a plan, its newest answer, and a held target, whose parameter follows the answer. */
export function useAnswered<S extends PlannedScenario, P extends Plan, Q extends object, R>(
  { study, scenario, client }: OfStudy<S, P, Q, R>,
  { plan, isPrivate, n, take }: ReturnType<typeof usePlan<S, P, Q, R>>,
) {
  const { words, tuning } = study;
  const { epsilon, delta } = scenario;
  const question = {
    release: {
      ...{ recordCount: n, recordsPerPerson: study.recordsPerPerson(scenario), epsilon, delta },
      tuning: scenario[tuning.field] as number,
    },
    limits: {
      epsilon: around(epsilon, budgetLimits.epsilon),
      recordCount: around(n, planLimits.recordCount),
      tuning: tuning.limits(scenario),
    },
    ...defined({ pins: plan.pins }),
  };
  const request = study.requestOf(scenario, plan, question);
  // Results of one kind of plan do not serve the other.
  const asked = useSame({
    ...{ request, question, target: targetAsked(plan.target, words), growing: words.growing === true, isPrivate },
  });
  const planned = usePlanned<typeof asked, R>(
    asked,
    ({ request: own }, signal, show) => study.ask(client, own, signal, show),
    rest,
  );
  const { answer: last, failure, end } = planned;
  const serves = last?.to.growing === asked.growing && last.to.isPrivate === isPrivate;
  const answer = serves ? last : undefined;
  const isOther = answer && JSON.stringify(answer.to.target) !== JSON.stringify(targetAsked(plan.target, words));
  const target = useSame(isOther ? answer.to.target : plan.target);
  const found = useMemo(() => answer && study.answerOf(answer.result, target), [study, answer, target]);
  const answered = answer &&
    found && {
      ...{ words, request: answer.to.request, question: answer.to.question, target, onTake: take },
      answer: found,
    };
  const held = isPrivate ? undefined : plan.held;
  const wanted = held && answered && !end && answer.to === asked ? offered(held, answered) : undefined;
  const isOff = held && wanted !== undefined && !isNear(wanted, question.release[held], words);
  const follow = useEffectEvent((changed: Taken) => take(changed, true));
  useEffect(() => {
    if (isOff) follow({ [held]: wanted });
  }, [isOff, held, wanted]);
  const finding = answer && { scenario, question: answer.to.question, result: answer.result, onTake: take };
  return { question, answered, finding, held, failure, end, done: answer?.to === asked ? answer.done : 0 };
}

/** Simulated answers are taken as reached within their chance. */
function isNear(wanted: number, now: number, { growing }: PlanWords): boolean {
  return growing ? Math.abs(wanted / now - 1) < 0.03 : wanted === now;
}

/** The part that an answer depends on: simulated releases serve each target of their measure. */
function targetAsked(target: PlanTarget, { growing }: PlanWords): PlanTarget {
  if (target.kind === "simulated") return { ...target, of: "noise", percent: 1, inTen: 9 };
  return target.kind === "functional" && growing ? { ...target, of: "noise", width: 1 } : target;
}
