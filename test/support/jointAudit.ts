import { jointExponentialMechanism } from "../../src/core/privacy/choice/jointExponentialMechanism.ts";
import type { ChosenPlace, JointChoice } from "../../src/core/privacy/choice/jointExponentialMechanism.ts";
import { rangeChoice } from "../../src/core/privacy/choice/privateInterquartileRange.ts";
import { intervalChoice } from "../../src/core/privacy/choice/privateQuantile.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { buyForDensity } from "../../src/core/density/densityPurchase.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf } from "./audits.ts";
import { worthOf } from "./choiceAudit.ts";
import { jointLaw } from "./jointLaw.ts";

/** Neighbours on [0, 1], of which a record leaves 0 for 1; and what tells them apart, likelier of the first. */
interface JointNeighbours {
  readonly choices: readonly [JointChoice, JointChoice];
  readonly isTelling: (places: readonly ChosenPlace[], which: 0 | 1) => boolean;
  /** Whether a purchase by the public way tells. */
  readonly bought: (which: 0 | 1, random: RandomSource) => boolean;
}

const domain = [[0, 1]] as const;
const pointsOf = (values: readonly number[]) => ({ dimension: 1, coordinates: Float64Array.from(values) });

/** Ends bought with a quarter beyond each: both are below c (docs/proofs/jointQuantiles.md, Lemma 3). */
export function intervalEnds(epsilon: number, share: number): JointNeighbours {
  const c = share;
  const records = [
    [0, 0, c, c],
    [0, c, c, 1],
  ] as const;
  const asked = { domain, tail: 0.25, epsilon };
  const ways = records.map((values) => intervalChoice({ columns: [values], ...asked }));
  return {
    choices: ways.map(({ choice }) => choice) as [JointChoice, JointChoice],
    isTelling: (places, which) => places.every(({ part }) => part <= records[which].filter((x) => x < c).length),
    bought: (which, random) => {
      const ends = lastOf(buyForDensity({ kind: "ends", ...asked, points: pointsOf(records[which]), random }));
      return ends.kind === "domain" && ends.domain[0]![1] < c;
    },
  };
}

/** A range bought for the rule of thumb: it is below c, in one of that share of the bins (Lemma 6). */
export function interquartileRange(epsilon: number, share: number): JointNeighbours {
  const bin = Math.max(1, Math.round(1281 * share));
  const c = 2 ** ((bin - 0.5) / 64 - 20);
  const records = [
    [0, 0, 0, 0, c, c],
    [0, 0, 0, c, c, 1],
  ] as const;
  const asked = { domain, epsilon };
  return {
    choices: records.map((values) => rangeChoice({ columns: [values], ...asked })) as [JointChoice, JointChoice],
    isTelling: ([place]) => place!.part < bin,
    bought: (which, random) => {
      const asking = { kind: "interquartileRange", rule: "reference", ...asked } as const;
      const bought = lastOf(buyForDensity({ ...asking, points: pointsOf(records[which]), random }));
      return bought.kind === "bandwidths" && bought.ranges[0]! < 2 ** ((bin - 1) / 64 - 20) * (1 + 1e-9);
    },
  };
}

/**
 * The neighbours of which so many draws tell most, by their exact law, and the audit: a lower bound on ε that is above it with
 * probability 4·10⁻⁶ at most for a purchase that is ε-private.
 */
export function jointPurchase(
  made: (epsilon: number, share: number) => JointNeighbours,
  { epsilon, draws }: { readonly epsilon: number; readonly draws: number },
) {
  const tried = Array.from({ length: 24 }, (_, k) => {
    const neighbours = made(epsilon, 0.003 * 1.2 ** k);
    const [P, Q] = neighbours.choices.map((choice, which) =>
      jointLaw(choice).reduce((sum, { parts, probability }) => {
        const places = parts.map((part) => ({ part, place: 0 }));
        return sum + (neighbours.isTelling(places, which as 0 | 1) ? probability : 0);
      }, 0),
    ) as [number, number];
    return { ...neighbours, exact: Math.log(P / Q), worth: worthOf(P, Q, draws) };
  });
  const best = tried.reduce((most, each) => (each.worth > most.worth ? each : most));
  const audited = (seed: number) => {
    const [one, other] = best.choices.map((choice, which) => {
      const draw = jointExponentialMechanism(choice);
      const random = seededSource(seed + which);
      let count = 0;
      for (let i = 0; i < draws; i++) if (best.isTelling(draw(random), which as 0 | 1)) count++;
      return count;
    }) as [number, number];
    return epsilonOf(one, other, draws);
  };
  return { ...best, audited };
}
