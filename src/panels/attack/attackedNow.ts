import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { gaussianLossLaw, laplaceLossLaw, type LossLaw } from "../../core/privacy/attack/lossLaw.ts";
import type { AttackAnswer, AttackedLine } from "../../core/release/attacking.ts";
import type { LinePicture } from "../../plots/small/linePlot.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";

/** A pair of neighbours at the budget in force. Private. */
export interface AttackedNow {
  readonly pair: AttackAnswer;
  readonly law: LossLaw;
  readonly claim: PrivacyLoss;
  readonly budget: BudgetInForce;
}

/** Undefined where x′ makes no difference. */
export function attackedNow(pair: AttackAnswer, budget: BudgetInForce): AttackedNow | undefined {
  if (!(pair.distance > 0)) return undefined;
  const scale = budget.multiplier * pair.unit;
  const law =
    pair.law === "gaussian"
      ? gaussianLossLaw(pair.distance / scale)
      : laplaceLossLaw(
          pair.shifts!.map((shift) => shift / scale),
          pair.pointMass,
        );
  return { pair, law, claim: budget.loss, budget };
}

/** f and f′; with a release of one of them all three minus f, where their difference shows. */
export function linePicture({ places, first, second }: AttackedLine, axis: string, drawn?: Float64Array): LinePicture {
  const minusFirst = (values: Float64Array) => (drawn ? values.map((value, i) => value - first[i]!) : values);
  const [one, other] = [minusFirst(first), minusFirst(second)];
  const released = drawn && minusFirst(drawn);
  const each = [one, other, ...(released ? [released] : [])];
  const low = Math.min(...each.map((values) => Math.min(...values)));
  const high = Math.max(...each.map((values) => Math.max(...values)));
  const room = 0.05 * (high - low) || 1;
  const points = (values: Float64Array) => Array.from(places, (x, i) => [x, values[i]!] as const);
  return {
    x: { domain: [places[0]!, places.at(-1)!], isLog: false, label: axis },
    y: { domain: [low - room, high + room], isLog: false, label: drawn ? "minus f" : "" },
    series: [
      ...(released ? [{ points: points(released), role: "private" as const, as: "line" as const }] : []),
      { points: points(other), role: "second", as: "line" },
      { points: points(one), role: "original", as: "line" },
    ],
    description: drawn
      ? "One release and the function with x′, both minus the function with x"
      : "The functions with x and with x′",
  };
}
