import { useEffect, useMemo, useState } from "react";
import { defined } from "../../core/defined.ts";
import { planText, type Plan } from "../../core/planning/plan.ts";
import type { PlanClient, PlannedScenario, StudyPlan, Taken, TruthOf } from "./planStudy.ts";

export interface PlanOfStudyProps<S> {
  readonly scenario: S;
  readonly recordCount: number;
  /** Private, for a plan behind a button; absent outside. */
  readonly records?: unknown;
  readonly client: PlanClient;
  /** `plan` remembers what was taken over. @param follows true if no person asked now */
  readonly change: (changed: Partial<S>, follows?: boolean) => void;
  readonly link: () => string;
}

export type OfStudy<S extends PlannedScenario, P extends Plan, Q extends object, R> = PlanOfStudyProps<S> & {
  readonly study: StudyPlan<S, P, Q, R>;
};

/** Handlers may change it again before it is rendered. */
function useNewest<T>(value: T): { readonly get: () => T; readonly set: (next: T) => T } {
  const [newest] = useState(() => {
    let now = value;
    return { get: () => now, set: (next: T) => (now = next) };
  });
  useEffect(() => void newest.set(value), [newest, value]);
  return newest;
}

/** The link's or the usual plan, or with a private truth that stays in the page's memory. */
export function usePlan<S extends PlannedScenario, P extends Plan, Q extends object, R>({
  study,
  scenario,
  recordCount,
  records,
  change,
}: OfStudy<S, P, Q, R>) {
  const { words, tuning } = study;
  const known = useMemo(() => {
    const found = study.planOf(scenario.plan, scenario);
    const isServed = found?.target.kind !== "simulated" || words.measures?.[found.target.measure] !== undefined;
    return isServed ? found : undefined;
  }, [study, scenario, words]);
  const declared = useMemo(() => known ?? study.usual(scenario), [known, study, scenario]);
  const newest = useNewest<Plan>(declared);
  const [own, setOwn] = useState<{ readonly records: unknown; readonly plan: Partial<Plan> }>();
  const plan = useMemo(() => {
    const isOwn = own !== undefined && own.records === records;
    return (isOwn && study.planOf(planText({ ...declared, ...own.plan }), scenario)) || declared;
  }, [declared, own, records, study, scenario]);
  const isPrivate = plan !== declared;
  const onRecords = (count: number | undefined) =>
    isPrivate
      ? setOwn({ records, plan: { ...own?.plan, recordCount: count ?? recordCount } })
      : set({ recordCount: count });
  const changedPlan = (changed: Partial<Plan>) => planText(newest.set({ ...newest.get(), ...changed }));
  const set = (changed: Partial<Plan>) => change({ plan: changedPlan(changed) } as Partial<S>);
  const n = plan.recordCount ?? recordCount;
  const take = (changed: Taken, follows = false) => {
    const fields = defined({ epsilon: changed.epsilon, [tuning.field]: changed.tuning }) as Record<string, number>;
    const { taken, looked } = newest.get();
    const without = (before: Plan["taken"] = {}) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in fields)));
    const marks = isPrivate
      ? { taken: without(taken), looked: { ...without(looked), ...fields } }
      : { taken: { ...taken, ...fields }, looked: without(looked) };
    if (isPrivate && changed.recordCount !== undefined) onRecords(changed.recordCount);
    const count = isPrivate ? undefined : changed.recordCount;
    change({ ...fields, plan: changedPlan({ ...marks, ...defined({ recordCount: count }) }) } as Partial<S>, follows);
  };
  const lookAt = () => {
    const truth = study.found.ofRecords(records as never, plan.truth as TruthOf<P>, scenario, scenario);
    setOwn({ records, plan: { truth } });
  };
  const forget = () => setOwn(undefined);
  const problem = scenario.plan !== "" && !known ? misunderstood(scenario.plan) : undefined;
  return { plan, isPrivate, n, problem, set, take, onRecords, lookAt, forget };
}

function misunderstood(plan: string): string {
  const version = /^(\d{1,9}),/.exec(plan)?.[1];
  const why = version && version !== "1" ? `is of version ${version}, and this page knows 1` : "was not understood";
  return `The plan of this link ${why}; this is the usual start.`;
}
